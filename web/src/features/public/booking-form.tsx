// From where, to where, when, in what: the estimate follows, and only then a booking.
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { IconMapPinFilled, IconPointFilled } from '@tabler/icons-react'
import type { FormEvent } from 'react'
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
import { useTripPoints } from './use-trip-points.ts'
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
          <bdi>{car.name}</bdi>&nbsp;· <bdi>{format.money(quote.payableAmount)}</bdi>
        </>
      ) : (
        t('get_estimate')
      )}
    </Button>
  )
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
  const pickup = findChosenStop(points.pickup)
  const near = pickup ?? basemap?.center ?? null
  const { ask, onResolving } = useOnceResolved(asking.start)
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
            {t('booking_admin_hint')}{' '}
            <Anchor component={Link} to="/addbookings" inherit c="inherit" fw={600}>
              {t('booking_admin_desk')}
            </Anchor>
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
            onResolving={onResolving}
            onFocus={() => change({ type: 'select', point: 'pickup' })}
            onChange={(stop) => change({ type: 'choose', point: 'pickup', stop })}
          />
          <PlaceSearch
            label={t('destination')}
            placeholder={t('destination_placeholder')}
            value={points.drop}
            near={near}
            icon={<IconMapPinFilled size={20} className={styles.to} aria-hidden />}
            onResolving={onResolving}
            onFocus={() => change({ type: 'select', point: 'drop' })}
            onChange={(stop) => change({ type: 'choose', point: 'drop', stop })}
          />
        </div>
        <WhenChoice
          value={points}
          problem={asking.timeProblem}
          onChange={(time) => {
            asking.forgetTimeProblem()
            change({ type: 'chooseTime', ...time })
          }}
        />
        <CarChoice
          pickup={points.later ? null : pickup}
          value={points.carType}
          prices={pricing.quotes}
          onChange={(carType) => change({ type: 'chooseCar', carType })}
        />
        <FieldError text={pricing.error.flag ? problemText(pricing.error.cause) : null} />
        <AskButton {...props} />
        <Text size="sm" c="dimmed" ta="center">
          {t('estimate_note')}
        </Text>
      </Stack>
    </form>
  )
}

/** The dialogs stand beside the form: what is sent in them is not the form's. */
export const BookingForm = () => {
  const trip = useTripPoints()
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
          first={asking.payment}
          onPromo={asking.applyPromo}
          onParcel={asking.changeParcel}
          onClose={asking.close}
          onBooked={() => trip.change({ type: 'clear' })}
        />
      )}
    </>
  )
}
