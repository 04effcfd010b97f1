// One's own trips that go on or wait for money, above the form for the next one.
import { Stack, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { Link } from 'react-router'
import { useBookings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useTripSentence } from '../../shared/trip-sentence.tsx'
import styles from './own-trips.module.css'

const most = 3

const OwnTrip = ({ booking }: { booking: BookingView }) => {
  const { sentence, clock } = useTripSentence(booking, null)
  return (
    <UnstyledButton component={Link} to={`/bookings/${booking.id}`} className={styles.trip}>
      <span className={styles.words}>
        <strong>{sentence}</strong>
        <span className={styles.place} dir="auto">
          {booking.drop.add}
        </span>
        {clock && <span aria-hidden>{clock}</span>}
      </span>
      <IconChevronRight size={20} aria-hidden className={styles.icon} />
    </UnstyledButton>
  )
}

export const OwnTrips = () => {
  const t = useT()
  const trips = useBookings('active').data?.slice(0, most) ?? []
  if (trips.length === 0) return null
  return (
    <Stack component="section" gap="xs" mb="md" aria-label={t('active_trip')}>
      {trips.map((booking) => (
        <OwnTrip key={booking.id} booking={booking} />
      ))}
    </Stack>
  )
}
