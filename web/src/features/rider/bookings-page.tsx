import { Button, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useBookings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { BookingsTable } from '../../shared/bookings-table.tsx'
import { useNow } from '../../shared/use-now.ts'
import { WalletPanel } from '../../shared/wallet-panel.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { inOrder, shownTrip } from './active-trips.ts'
import { LiveTrip } from './live-trip.tsx'
import classes from './rider.module.css'

const columns = ['id', 'date', 'pickup', 'drop', 'driver', 'status', 'total'] as const

type OthersProps = { bookings: readonly BookingView[]; onShow: (id: string) => void }

/** Further trips that are going on: one tap shows each. */
const OtherTrips = ({ bookings, onShow }: OthersProps) => {
  const t = useT()
  const format = useFormat()
  if (bookings.length === 0) return null
  return (
    <section aria-label={t('other_active_trips')}>
      <Group gap="sm">
        {bookings.map((booking) => (
          <UnstyledButton key={booking.id} className={classes.other} onClick={() => onShow(booking.id)}>
            <StatusChip status={booking.status} />
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

const ActiveTrips = ({ active }: { active: ReturnType<typeof useBookings> }) => {
  const t = useT()
  const problemText = useProblemText()
  const [chosen, setChosen] = useState<string | null>(null)
  const now = useNow(15_000)
  if (active.error.flag) {
    return (
      <Stack role="alert" align="start">
        <Text>{problemText(active.error.cause)}</Text>
        <Button variant="default" onClick={active.reload}>
          {t('try_again')}
        </Button>
      </Stack>
    )
  }
  if (!active.data) return <Skeleton height={320} radius="lg" />
  const shown = shownTrip(active.data, chosen, now)
  if (!shown) return <NoTrip />
  const others = inOrder(active.data, now).filter(({ id }) => id !== shown.id)
  return (
    <Stack gap="md">
      <LiveTrip key={shown.id} booking={shown} />
      <OtherTrips bookings={others} onShow={setChosen} />
    </Stack>
  )
}

/** A rider's trips: the one going on, large and live, then those before. */
export const BookingsPage = () => {
  const t = useT()
  const navigate = useNavigate()
  const active = useBookings('active')
  const past = useBookings('past')
  // what lies below waits for what stands above, and so never jumps
  const isKnown = active.data !== null || active.error.flag
  return (
    <Stack gap="xl">
      <h1 className={classes.hidden}>{t('nav_my_bookings')}</h1>
      <ActiveTrips active={active} />
      {isKnown && (
        <Stack gap="md">
          <Title order={2} size="h4">
            {t('past_trips')}
          </Title>
          <BookingsTable
            caption={t('past_trips')}
            slice={past}
            columns={columns}
            onRow={({ id }) => void navigate(`/bookings/${id}`)}
          />
        </Stack>
      )}
      {isKnown && <WalletPanel />}
    </Stack>
  )
}
