import { Alert, Button, Drawer, Skeleton, Stack, Text } from '@mantine/core'
import { asId } from '@wayfare/core/ids'
import type { BookingView } from '@wayfare/contract/bookings'
import { useBooking } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { BookingDetail } from '../../shared/booking-detail.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useProblemText } from '../../ui/dialogs.tsx'

type ActionOf = (booking: BookingView) => RowAction | null

/** A button that cannot be used says why below it. */
const ActionButton = ({ action }: { action: RowAction }) => (
  <div>
    <Button
      size="md"
      fullWidth
      leftSection={action.icon}
      disabled={Boolean(action.disabledReason)}
      aria-describedby={action.disabledReason ? 'booking-action-reason' : undefined}
      onClick={action.onClick}
    >
      {action.label}
    </Button>
    {action.disabledReason && (
      <Text id="booking-action-reason" size="sm" c="dimmed" mt={4}>
        {action.disabledReason}
      </Text>
    )}
  </div>
)

const Content = ({ id, actionOf }: { id: string; actionOf: ActionOf }) => {
  const t = useT()
  const problemText = useProblemText()
  const { data, error, reload } = useBooking(asId<'booking'>(id))
  if (error.flag) {
    return (
      <Alert color="danger" role="alert">
        <Text mb="sm">{problemText(error.cause)}</Text>
        <Button variant="default" onClick={reload}>
          {t('try_again')}
        </Button>
      </Alert>
    )
  }
  if (!data) return <Skeleton height={420} />
  const action = actionOf(data)
  return (
    <Stack gap="lg">
      {action && <ActionButton action={action} />}
      <BookingDetail booking={data} desk />
    </Stack>
  )
}

/** One booking beside the table, for the desk. */
export type BookingDrawerProps = { id: string | null; actionOf: ActionOf; onClose: () => void }

export const BookingDrawer = ({ id, actionOf, onClose }: BookingDrawerProps) => {
  const t = useT()
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={
        <>
          {t('booking_id')} <bdi dir="ltr">{id}</bdi>
        </>
      }
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      {id !== null && <Content key={id} id={id} actionOf={actionOf} />}
    </Drawer>
  )
}
