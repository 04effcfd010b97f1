// One's own trips that go on or wait for money, above the form for the next one.
import { Stack, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { Link } from 'react-router'
import { useBookings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { sortTrips } from '../../shared/active-trips.ts'
import { useTripSentence } from '../../shared/trip-sentence.tsx'
import { useNow } from '../../shared/use-now.ts'
import styles from './own-trips.module.css'

const most = 3

/** The desk has granted what the trip came to beyond its promise, and nobody has paid that. */
const isOwed = ({ claim }: BookingView): boolean => claim?.state === 'granted' && claim.paidAt === null

const OwnTrip = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const { sentence, clock } = useTripSentence(booking, null)
  const claim = isOwed(booking) ? booking.claim : null
  return (
    <UnstyledButton component={Link} to={`/bookings/${booking.id}`} className={styles.trip}>
      <span className={styles.words}>
        <strong>{claim ? t('own_trip_owed', { amount: format.exactMoney(claim.payableAmount) }) : sentence}</strong>
        <span className={styles.place} dir="auto">
          {booking.drop.add}
        </span>
        {clock && !claim && <span aria-hidden>{clock}</span>}
      </span>
      <IconChevronRight size={20} aria-hidden className={styles.icon} />
    </UnstyledButton>
  )
}

export const OwnTrips = () => {
  const t = useT()
  const now = useNow(60_000)
  const owed = useBookings('owed').data ?? []
  const active = useBookings('active').data ?? []
  // a debt stands in no status, and is not pushed out of sight by what is booked for later
  const trips = [
    ...sortTrips(owed, now),
    ...sortTrips(active, now).filter(({ id }) => !owed.some((each) => each.id === id)),
  ].slice(0, most)
  if (trips.length === 0) return null
  return (
    <Stack component="section" gap="xs" mb="md" aria-label={t('active_trip')}>
      {trips.map((booking) => (
        <OwnTrip key={booking.id} booking={booking} />
      ))}
    </Stack>
  )
}
