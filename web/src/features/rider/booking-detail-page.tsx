import { Anchor, Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { asId } from '@wayfare/core/ids'
import { isActive } from '@wayfare/core/booking'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useBooking } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { BookingDetail } from '../../shared/booking-detail.tsx'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { LiveTrip } from './live-trip.tsx'
import { RateDialog } from './rate-dialog.tsx'
import classes from './rider.module.css'

const PastTrip = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const [rating, setRating] = useState(false)
  return (
    <div className={classes.detail}>
      <BookingDetail booking={booking}>
        {booking.may.rate && (
          <Button size="lg" onClick={() => setRating(true)}>
            {t('rate_driver')}
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
      </BookingDetail>
      <RateDialog booking={booking} opened={rating} onClose={() => setRating(false)} />
    </div>
  )
}

const Shown = ({ id }: { id: string }) => {
  const booking = useBooking(asId<'booking'>(id))
  if (booking.error.flag) return <LoadProblem cause={booking.error.cause} onAgain={booking.reload} />
  if (!booking.data) return <Skeleton height={420} radius="lg" />
  return isActive(booking.data.status) ? <LiveTrip booking={booking.data} /> : <PastTrip booking={booking.data} />
}

/** The deep link to one booking: live while it goes on, the record afterwards. */
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
