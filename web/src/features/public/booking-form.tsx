// From where, to where, when, in what: the estimate follows, and only then a booking.
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { IconMapPinFilled, IconPointFilled } from '@tabler/icons-react'
import { bookingsFor } from '@wayfare/core/accounts'
import type { Stop } from '@wayfare/core/booking'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useBasemap, useCarTypes } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { CarChoice } from '../../shared/car-choice.tsx'
import { carOf } from '../../shared/parcel.ts'
import { PlaceSearch } from '../../shared/place-search.tsx'
import { useOnceResolved } from '../../shared/use-once-resolved.ts'
import { WhenChoice } from '../../shared/when-choice.tsx'
import styles from './booking-form.module.css'
import { CityNote } from './city-note.tsx'
import { findChosenStop } from './trip-points.ts'
import { useCarQuotes } from './use-car-quotes.ts'
import { useEstimate } from './use-estimate.ts'
import { useHere } from './use-here.ts'
import type { useTripPoints } from './use-trip-points.ts'
import { useProblemText } from '../../ui/dialogs.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const EstimateDialog = makeLazyPart(async () => (await import('./estimate-dialog.tsx')).EstimateDialog, null)
const ParcelDialog = makeLazyPart(async () => (await import('./parcel-dialog.tsx')).ParcelDialog, null)

type FormProps = {
  trip: ReturnType<typeof useTripPoints>
  pricing: ReturnType<typeof useCarQuotes>
  asking: ReturnType<typeof useEstimate>
}

/** "City · 118 kr": what one gets for the next press. */
const AskButton = ({ trip, pricing, asking }: FormProps) => {
  const t = useT()
  const format = useFormat()
  const car = carOf(trip.points.carType, useCarTypes().data ?? [])
  const quote = pricing.quotes?.find(({ carType }) => carType === car?.id)
  return (
    <Button type="submit" size="lg" loading={asking.busy} fullWidth>
      {car && quote ? (
        <>
          <bdi>{car.name}</bdi>&nbsp;·&nbsp;<bdi>{format.money(quote.payableAmount)}</bdi>
        </>
      ) : (
        t('get_estimate')
      )}
    </Button>
  )
}

/** Marked for as long as it lacks. */
const Needed = ({ lacks, children }: { lacks: boolean; children: ReactNode }) => (
  <div className={styles.place} data-missing={lacks || undefined}>
    {children}
  </div>
)

type PlacesProps = Pick<FormProps, 'trip'> & { isTried: boolean; onResolving: (resolving: boolean) => void }

/** From where and to where; riders say first where to, as where they are is mostly known. */
const Places = ({ trip: { points, change }, isTried, onResolving }: PlacesProps) => {
  const t = useT()
  const isRider = useSession().me?.userType === 'rider'
  const center = useBasemap().data?.center ?? null
  const keepHereOut = useHere(findChosenStop(points.pickup), (stop) => change({ type: 'choose', point: 'pickup', stop }))
  const lackOf = (point: 'pickup' | 'drop') =>
    isTried && !findChosenStop(points[point]) ? t(point === 'pickup' ? 'pickup_needed' : 'drop_needed') : null
  const shared = (point: 'pickup' | 'drop') => ({
    value: points[point],
    problem: lackOf(point),
    withMap: true,
    onResolving,
    onFocus: () => change({ type: 'select', point }),
    onChange: (stop: Stop | null) => change({ type: 'choose', point, stop }),
  })
  const from = (
    <Needed key="pickup" lacks={lackOf('pickup') !== null}>
      <PlaceSearch
        {...shared('pickup')}
        onType={keepHereOut}
        label={t('pickup')}
        placeholder={t('pickup_placeholder')}
        near={center}
        withCurrent
        icon={<IconPointFilled size={20} className={styles.from} aria-hidden />}
      />
    </Needed>
  )
  const to = (
    <Needed key="drop" lacks={lackOf('drop') !== null}>
      <PlaceSearch
        {...shared('drop')}
        label={t('destination')}
        placeholder={t('destination_placeholder')}
        near={findChosenStop(points.pickup) ?? center}
        icon={<IconMapPinFilled size={20} className={styles.to} aria-hidden />}
      />
    </Needed>
  )
  return <div className={styles.places}>{isRider ? [to, from] : [from, to]}</div>
}

const Form = (props: FormProps) => {
  const {
    trip: { points, change },
    pricing,
    asking,
  } = props
  const t = useT()
  const problemText = useProblemText()
  const { me } = useSession()
  const basemap = useBasemap().data
  const [isTried, setTried] = useState(false)
  const { ask, onResolving } = useOnceResolved(() => {
    setTried(true)
    asking.start()
  })
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
        {me && bookingsFor[me.userType] === 'riders' && (
          <Alert color="info" variant="light">
            {t('booking_admin_hint')}{' '}
            <Anchor component={Link} to="/addbookings" inherit c="inherit" fw={600}>
              {t('booking_admin_desk')}
            </Anchor>
          </Alert>
        )}
        <CityNote basemap={basemap} />
        <Places trip={props.trip} isTried={isTried} onResolving={onResolving} />
        <WhenChoice
          value={points}
          problem={asking.timeProblem}
          onChange={(time) => {
            asking.forgetTimeProblem()
            change({ type: 'chooseTime', ...time })
          }}
        />
        <CarChoice
          pickup={points.later ? null : findChosenStop(points.pickup)}
          value={points.carType}
          prices={pricing.quotes}
          isPricing={pricing.isAsking}
          onChange={(carType) => change({ type: 'chooseCar', carType })}
        />
        <FieldError text={pricing.error.flag ? problemText(pricing.error.cause) : null} />
        <div data-part="ask">
          <AskButton {...props} />
        </div>
        {me?.userType !== 'rider' && (
          <Text size="sm" c="dimmed" ta="center">
            {t('estimate_note')}
          </Text>
        )}
      </Stack>
    </form>
  )
}

/** The dialogs stand beside the form: what is sent in them is not the form's. */
export const BookingForm = ({ trip }: Pick<FormProps, 'trip'>) => {
  const pricing = useCarQuotes(trip)
  const asking = useEstimate(trip.points, pricing.quotes)
  const { estimate, parcelStep, parcel, busy } = asking
  return (
    <>
      <Form trip={trip} pricing={pricing} asking={asking} />
      {parcelStep && (
        <ParcelDialog car={parcelStep.car} parcel={parcel} busy={busy} onDescribed={asking.describe} onClose={asking.close} />
      )}
      {estimate && !parcelStep && (
        <EstimateDialog
          estimate={estimate}
          parcel={parcel}
          asking={busy}
          chosen={asking.payment}
          onPayment={asking.choosePayment}
          onPromo={asking.applyPromo}
          onParcel={asking.changeParcel}
          onClose={asking.close}
          onBooked={() => trip.change({ type: 'clear' })}
        />
      )}
    </>
  )
}
