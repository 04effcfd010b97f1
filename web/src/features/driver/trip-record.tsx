import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { asId } from '@wayfare/core/ids'
import { Link } from 'react-router'
import { useBooking } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { BookingTimeline } from '../../shared/booking-timeline.tsx'
import { ChatButton } from '../../shared/chat-button.tsx'
import { DistanceNote } from '../../shared/distance-note.tsx'
import { FareLines } from '../../shared/fare-lines.tsx'
import { LazyClaimPanel } from '../../shared/lazy-claim-panel.tsx'
import { ParcelPhotos } from '../../shared/parcel-photos.tsx'
import { isZero } from '../../shared/payment-parts.ts'
import { ReceiptLines } from '../../shared/receipt-lines.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { StatusChip } from '../../shared/status-chip.tsx'
import classes from './driver.module.css'

/** A trip of before, for the driver. */
export const TripRecord = ({ id }: { id: string }) => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const { data, error } = useBooking(asId<'booking'>(id))
  return (
    <Stack className={classes.record} gap="lg">
      <Button component={Link} to="/bookings" mih={64} variant="default">
        {t('back_to_console')}
      </Button>
      <Title order={1} size="h3">
        {t('booking_id')} <bdi dir="ltr">{id}</bdi>
      </Title>
      {error.flag && <Text role="alert">{problemText(error.cause)}</Text>}
      {!data && !error.flag && <Skeleton height={320} />}
      {data && (
        <>
          <div>
            <StatusChip status={data.status} />
          </div>
          <StopsList pickup={data.pickup} drop={data.drop} />
          <ParcelPhotos booking={data} />
          <LazyClaimPanel booking={data} />
          <FareLines lines={data.lines} />
          {!isZero(data.tip) && <ReceiptLines lines={[{ label: t('tip'), value: format.exactMoney(data.tip) }]} />}
          <DistanceNote booking={data} />
          <ChatButton booking={data} large />
          <BookingTimeline id={data.id} />
        </>
      )}
    </Stack>
  )
}
