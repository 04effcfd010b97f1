// From where, to where, in what: the estimate follows, and only then a booking.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconMapPinFilled, IconPointFilled } from '@tabler/icons-react'
import { quoteBooking } from '@wayfare/contract/bookings'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { checkTrip } from '@wayfare/core/checks'
import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { call, newOnceKey } from '../../api/call.ts'
import { useBasemap } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { PlaceSearch } from '../../shared/place-search.tsx'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import styles from './booking-form.module.css'
import { CarChoice } from './car-choice.tsx'
import { CityNote } from './city-note.tsx'
import { chosenStop } from './trip-points.ts'
import { useTripPoints } from './use-trip-points.ts'

const EstimateDialog = lazy(() => import('./estimate-dialog.tsx').then((all) => ({ default: all.EstimateDialog })))

/** One estimate and the key under which it may become one booking. */
export type Estimate = { quote: OutputOf<typeof quoteBooking>; once: string }

const useEstimate = (trip: ReturnType<typeof useTripPoints>) => {
  const t = useT()
  const alert = useAlert()
  const problem = useProblem()
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = () => {
    const pickup = chosenStop(trip.points.pickup)
    const drop = chosenStop(trip.points.drop)
    const { carType } = trip.points
    const wrong = checkTrip({ pickup, drop, carType })
    if (wrong || !pickup || !drop || !carType) return alert(t(wrong ?? 'select_proper'))
    setBusy(true)
    call(quoteBooking, { pickup, drop, carType })
      .then((quote) => setEstimate({ quote, once: newOnceKey() }), problem)
      .finally(() => setBusy(false))
  }
  return { estimate, busy, ask, close: () => setEstimate(null) }
}

export const BookingForm = () => {
  const t = useT()
  const { me } = useSession()
  const basemap = useBasemap().data
  const trip = useTripPoints()
  const { points, change } = trip
  const { estimate, busy, ask, close } = useEstimate(trip)
  const pickup = chosenStop(points.pickup)
  const near = pickup ?? basemap?.center ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask()
  }
  return (
    <form className={styles.card} onSubmit={submit} noValidate aria-labelledby="booking-title">
      <Stack gap="md">
        <h2 id="booking-title" className={styles.title}>
          {t('booking_form_title')}
        </h2>
        {me?.userType === 'admin' && (
          <Alert color="info" variant="light">
            {t('booking_admin_hint')}
          </Alert>
        )}
        <CityNote basemap={basemap} />
        <div className={styles.places}>
          <PlaceSearch
            label={t('pickup')}
            placeholder={t('pickup_placeholder')}
            value={points.pickup}
            near={basemap?.center ?? null}
            withCurrent
            icon={<IconPointFilled size={20} className={styles.from} aria-hidden />}
            onFocus={() => change({ type: 'select', point: 'pickup' })}
            onChange={(stop) => change({ type: 'choose', point: 'pickup', stop })}
          />
          <PlaceSearch
            label={t('destination')}
            placeholder={t('destination_placeholder')}
            value={points.drop}
            near={near}
            icon={<IconMapPinFilled size={20} className={styles.to} aria-hidden />}
            onFocus={() => change({ type: 'select', point: 'drop' })}
            onChange={(stop) => change({ type: 'choose', point: 'drop', stop })}
          />
        </div>
        <CarChoice pickup={pickup} value={points.carType} onChange={(carType) => change({ type: 'chooseCar', carType })} />
        <Button type="submit" size="lg" loading={busy} fullWidth>
          {t('get_estimate')}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          {t('estimate_note')}
        </Text>
      </Stack>
      {estimate && (
        <Suspense fallback={null}>
          <EstimateDialog estimate={estimate} onClose={close} onBooked={() => change({ type: 'clear' })} />
        </Suspense>
      )}
    </form>
  )
}
