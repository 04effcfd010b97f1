import { Anchor, Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { asId } from '@wayfare/core/ids'
import { isCancelled } from '@wayfare/core/booking'
import { Link, useParams } from 'react-router'
import { useBooking } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { BookingDetail } from '../../shared/booking-detail.tsx'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { LiveTrip } from './live-trip.tsx'
import classes from './rider.module.css'

/** A booking that was given up. */
const PastTrip = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  return (
    <div className={classes.detail}>
      <BookingDetail booking={booking}>
        <Button
          component={Link}
          to="/"
          state={{ trip: { pickup: booking.pickup, drop: booking.drop } }}
          variant="default"
          size="md"
        >
          {t('book_again')}
        </Button>
      </BookingDetail>
    </div>
  )
}

const Shown = ({ id }: { id: string }) => {
  const booking = useBooking(asId<'booking'>(id))
  useFocusKept(booking.data && isCancelled(booking.data.status) ? 'cancelled' : 'live')
  if (booking.error.flag) return <LoadProblem cause={booking.error.cause} onAgain={booking.reload} />
  if (!booking.data) return <Skeleton height={420} radius="lg" />
  return isCancelled(booking.data.status) ? <PastTrip booking={booking.data} /> : <LiveTrip booking={booking.data} />
}

/** The deep link to one booking: live while it goes on, then its end; the record of one that was given up. */
export const BookingDetailPage = () => {
  const t = useT()
  const { id = '' } = useParams()
  return (
    <Stack gap="md">
      <Group gap="md">
        <Anchor component={Link} to="/bookings" className={classes.back}>
          <IconArrowLeft size={20} aria-hidden className="wf-flip" />
          <span>{t('nav_my_bookings')}</span>
        </Anchor>
      </Group>
      <Title order={1} size="h3">
        {t('booking_id')} <bdi dir="ltr">{id}</bdi>
      </Title>
      <Shown id={id} />
    </Stack>
  )
}
