// The end of a trip in one sheet: what it cost and why, then paying, stars, a tip, the receipt, and the same way again.
import { Button, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { isChatOpen, isPaid, isUnpaid } from '@wayfare/core/booking'
import { Link } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { BookingTimeline } from '../../shared/booking-timeline.tsx'
import { DistanceNote } from '../../shared/distance-note.tsx'
import { DriverCard } from '../../shared/driver-card.tsx'
import { FareChangesList } from '../../shared/fare-changes-list.tsx'
import { FareLines, readBookingMoney } from '../../shared/fare-lines.tsx'
import { LazyClaimPanel } from '../../shared/lazy-claim-panel.tsx'
import { ParcelFacts } from '../../shared/parcel-facts.tsx'
import { ParcelPhotos } from '../../shared/parcel-photos.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import { PayPanel } from './pay-panel.tsx'
import { RatePanel } from './rate-panel.tsx'
import classes from './rider.module.css'
import { TipPanel } from './tip-panel.tsx'
import { TripSafety } from './trip-safety.tsx'

type EndProps = { booking: BookingView }

const Fare = ({ booking }: EndProps) => {
  const t = useT()
  return (
    <section className={classes.part} aria-labelledby={`fare-${booking.id}`}>
      <Title order={3} size="h5" id={`fare-${booking.id}`}>
        {t('receipt_fare')}
      </Title>
      <FareLines lines={booking.lines} money={readBookingMoney(booking)} />
      <DistanceNote booking={booking} />
      <FareChangesList booking={booking} />
      <LazyClaimPanel booking={booking} />
    </section>
  )
}

const Pay = ({ booking }: EndProps) =>
  booking.may.pay &&
  isUnpaid(booking.status) && (
    <div className={classes.part}>
      <PayPanel booking={booking} />
    </div>
  )

const Next = ({ booking }: EndProps) => {
  const t = useT()
  return (
    <SimpleGrid cols={booking.may.receipt ? 2 : 1} spacing="sm">
      {booking.may.receipt && (
        <Button
          component={Link}
          to={`/bookings/${booking.id}/receipt`}
          variant="default"
          size="md"
          leftSection={<IconReceipt size={20} aria-hidden />}
        >
          {t('receipt_link')}
        </Button>
      )}
      <Button
        component={Link}
        to="/"
        state={{ trip: { pickup: booking.pickup, drop: booking.drop } }}
        variant="default"
        size="md"
      >
        {t('book_again')}
      </Button>
    </SimpleGrid>
  )
}

/** What one looks up: the way, the driver, what happened when. */
const Rest = ({ booking }: EndProps) => {
  const t = useT()
  return (
    <section className={classes.part} aria-label={t('booking_details')}>
      {booking.driver && <DriverCard booking={booking} />}
      {isChatOpen(booking.status) && <TripSafety booking={booking} />}
      <StopsList pickup={booking.pickup} drop={booking.drop} />
      <ParcelFacts booking={booking} />
      <ParcelPhotos booking={booking} />
      <BookingTimeline id={booking.id} />
      <Text size="xs" c="dimmed">
        {t('booking_id')} <bdi dir="ltr">{booking.id}</bdi>
      </Text>
    </section>
  )
}

export const TripEnd = ({ booking }: EndProps) => (
  <Stack gap="lg">
    <Fare booking={booking} />
    <Pay booking={booking} />
    <RatePanel booking={booking} />
    {isPaid(booking.status) && <TipPanel booking={booking} />}
    {isPaid(booking.status) && <Next booking={booking} />}
    <Rest booking={booking} />
  </Stack>
)
