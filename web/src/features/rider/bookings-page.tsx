import { Badge, Button, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { getBooking, type BookingView } from '@wayfare/contract/bookings'
import { isCompleted } from '@wayfare/core/booking'
import { asId } from '@wayfare/core/ids'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { queryKeys } from '../../api/query-client.ts'
import { useBookings, useRead } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { BookingsTable } from '../../shared/bookings-table.tsx'
import { isScheduled } from '../../shared/trip-words.ts'
import { useSortedBookings } from '../../shared/use-sorted-bookings.ts'
import { useNow } from '../../shared/use-now.ts'
import { WalletPanel } from './wallet-panel.tsx'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { StatusChip } from '../../shared/status-chip.tsx'
import { pickShownTrip, sortTrips } from '../../shared/active-trips.ts'
import { LiveTrip } from './live-trip.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import classes from './rider.module.css'

const columns = ['ride', 'status'] as const

type OthersProps = { bookings: readonly BookingView[]; now: number; onShow: (id: string) => void }

/** Nobody is looked for yet. */
const LaterChip = () => {
  const t = useT()
  return (
    <Badge color="info" leftSection={<IconCalendar size={14} aria-hidden />} fw={600}>
      {t('when_later')}
    </Badge>
  )
}

/** Further trips that are going on: one tap shows each. */
const OtherTrips = ({ bookings, now, onShow }: OthersProps) => {
  const t = useT()
  const format = useFormat()
  if (bookings.length === 0) return null
  return (
    <section aria-label={t('other_active_trips')}>
      <Group gap="sm">
        {bookings.map((booking) => (
          <UnstyledButton key={booking.id} className={classes.other} onClick={() => onShow(booking.id)}>
            {isScheduled(booking, now) ? <LaterChip /> : <StatusChip status={booking.status} />}
            <Text size="sm" lineClamp={1}>
              {booking.bookLater ? format.dateTime(booking.tripdate) : format.time(booking.tripdate)} · {booking.drop.add}
            </Text>
          </UnstyledButton>
        ))}
      </Group>
    </section>
  )
}

const NoTrip = () => {
  const t = useT()
  return (
    <Group className={classes.noTrip} justify="space-between">
      <Text>{t('no_active_trip')}</Text>
      <Button component={Link} to="/" size="md">
        {t('book_a_ride')}
      </Button>
    </Group>
  )
}

/** The booking that the page before has just made. */
const useShown = (): string | null => {
  const { state } = useLocation() as { state: { shown?: string } | null }
  return state?.shown ?? null
}

/** The trip that was shown until now, once it is complete. */
const useEnded = (id: string | null, bookings: readonly BookingView[]): BookingView | null => {
  const isGone = id !== null && bookings.every((one) => one.id !== id)
  const { data } = useRead(queryKeys.booking(id ?? ''), getBooking, { id: asId<'booking'>(id ?? '') }, { enabled: isGone })
  return isGone && data && isCompleted(data.status) ? data : null
}

const ShownTrip = ({ bookings }: { bookings: readonly BookingView[] }) => {
  const now = useNow(15_000)
  const [chosen, setChosen] = useState(useShown())
  const [last, setLast] = useState<string | null>(null)
  const ended = useEnded(last, bookings)
  const shown = pickShownTrip(bookings, { chosen, last, ended }, now)
  const id = shown?.id ?? null
  if (id !== null && last !== id) setLast(id)
  useFocusKept(id ?? '')
  if (!shown) return <NoTrip />
  const others = sortTrips(bookings, now).filter((one) => one.id !== id)
  return (
    <Stack gap="md">
      <LiveTrip key={id} booking={shown} />
      <OtherTrips bookings={others} now={now} onShow={setChosen} />
    </Stack>
  )
}

const ActiveTrips = ({ active }: { active: ReturnType<typeof useBookings> }) => {
  if (active.error.flag) return <LoadProblem cause={active.error.cause} onAgain={active.reload} />
  if (!active.data) return <Skeleton height={320} radius="lg" />
  return <ShownTrip bookings={active.data} />
}

/** Whether it came, or could not, once: another order of it may be on its way. */
const useWasKnown = ({ data, error }: Pick<ReturnType<typeof useBookings>, 'data' | 'error'>): boolean => {
  const [wasKnown, setWasKnown] = useState(false)
  const isKnown = wasKnown || data !== null || error.flag
  if (isKnown && !wasKnown) setWasKnown(true)
  return isKnown
}

/** A rider's trips: the one going on, large and live, then those before. */
export const BookingsPage = () => {
  const t = useT()
  const navigate = useNavigate()
  const active = useBookings('active')
  const past = useSortedBookings('past', { column: 'date', down: true })
  // what lies below waits for what stands above, and so never jumps
  const isKnown = useWasKnown(active)
  const isPastKnown = useWasKnown(past.slice)
  return (
    <Stack gap="xl">
      <h1 className="wf-hidden">{t('nav_my_bookings')}</h1>
      <ActiveTrips active={active} />
      {isKnown && (
        <Stack gap="md">
          <Title order={2} size="h4">
            {t('past_trips')}
          </Title>
          <BookingsTable
            caption={t('past_trips')}
            {...past}
            columns={columns}
            onRow={({ id }) => void navigate(`/bookings/${id}`)}
          />
        </Stack>
      )}
      {isKnown && isPastKnown && <WalletPanel />}
    </Stack>
  )
}
