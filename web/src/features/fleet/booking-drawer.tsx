import { Skeleton, Stack } from '@mantine/core'
import { getBookingRecord } from '@wayfare/contract/bookings-desk'
import { asId } from '@wayfare/core/ids'
import type { BookingView } from '@wayfare/contract/bookings'
import { useBooking } from '../../api/queries.ts'
import { useMayCall } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { BookingDetail, CancelBooking } from '../../shared/booking-detail.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { ActionButton } from './action-button.tsx'
import { ClaimDecision } from './claim-decision.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { RecordPanel } from './record-panel.tsx'
import { StartForDriver } from './start-for-driver.tsx'
import { DrawerFoot } from '../../ui/drawer-foot.tsx'
import { Drawer } from '../../ui/drawer.tsx'

type ActionsOf = (booking: BookingView) => readonly RowAction[]

const Content = ({ id, actionsOf }: { id: string; actionsOf: ActionsOf }) => {
  const mayCall = useMayCall()
  const { data, error, reload } = useBooking(asId<'booking'>(id))
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (!data) return <Skeleton height={420} />
  return (
    <Stack gap="lg">
      <StartForDriver booking={data} />
      <BookingDetail booking={data} desk decision={<ClaimDecision booking={data} />}>
        <NotesPanel booking={data} />
        {mayCall(getBookingRecord) && <RecordPanel booking={data} />}
      </BookingDetail>
      <DrawerFoot>
        {actionsOf(data).map((action) => (
          <ActionButton key={action.label} action={action} />
        ))}
        <CancelBooking booking={data} />
      </DrawerFoot>
    </Stack>
  )
}

/** One booking beside the table, for the desk. */
type BookingDrawerProps = { id: string | null; actionsOf: ActionsOf; onClose: () => void }

export const BookingDrawer = ({ id, actionsOf, onClose }: BookingDrawerProps) => {
  const t = useT()
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      title={
        <>
          {t('booking_id')} <bdi dir="ltr">{id}</bdi>
        </>
      }
    >
      {id !== null && <Content key={id} id={id} actionsOf={actionsOf} />}
    </Drawer>
  )
}
