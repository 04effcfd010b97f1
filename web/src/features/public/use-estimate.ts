// From the form to an estimate: what is missing is said, a parcel is described first, and a code asks again.
import { quoteBooking } from '@wayfare/contract/bookings'
import type { CarType } from '@wayfare/contract/catalog'
import type { InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { categoryOf } from '@wayfare/core/booking'
import { checkTrip, checkTripDate } from '@wayfare/core/checks'
import { epochOfCityTime } from '@wayfare/core/city-time'
import type { MessageKey } from '@wayfare/core/errors'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { serverNow } from '../../api/live.ts'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import { noParcel, parcelFor, pricedPart } from './parcel.ts'
import type { Parcel } from './parcel.ts'
import { chosenStop } from './trip-points.ts'
import type { TripPoints } from './trip-points.ts'

type Ask = InputOf<typeof quoteBooking>

/** An estimate and the question it answers. */
export type Estimate = { quote: OutputOf<typeof quoteBooking>; asked: Ask }

type Wish = { ask: Ask; problem: null } | { ask: null; problem: MessageKey; isAboutTime: boolean }

/** The question that the form asks, or what it lacks. */
const wishOf = (points: TripPoints, timeZone: string): Wish => {
  const [pickup, drop, carType] = [chosenStop(points.pickup), chosenStop(points.drop), points.carType]
  const wrong = checkTrip({ pickup, drop, carType })
  if (wrong || !pickup || !drop || !carType) return { ask: null, problem: wrong ?? 'select_proper', isAboutTime: false }
  if (!points.later) return { ask: { pickup, drop, carType }, problem: null }
  const tripDate = epochOfCityTime(points.date, timeZone)
  const problem = checkTripDate(tripDate, serverNow())
  if (problem || tripDate === null) return { ask: null, problem: problem ?? 'select_proper', isAboutTime: true }
  return { ask: { pickup, drop, carType, tripDate }, problem: null }
}

const useQuestion = () => {
  const problem = useProblem()
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = (asked: Ask) => {
    setBusy(true)
    return call(quoteBooking, asked)
      .then(
        (quote) => setEstimate({ quote, asked }),
        (cause: unknown) => problem(cause),
      )
      .finally(() => setBusy(false))
  }
  return { estimate, busy, ask, forget: () => setEstimate(null) }
}

/** A parcel that is being described, and for which question. */
export type ParcelStep = { ask: Ask; car: CarType }

export const useEstimate = (points: TripPoints) => {
  const t = useT()
  const alert = useAlert()
  const cars = useCarTypes().data
  const { timeZone, category } = useSettings().data ?? defaultSettings
  const { estimate, busy, ask, forget } = useQuestion()
  const [parcel, setParcel] = useState<Parcel>(noParcel)
  const [parcelStep, setParcelStep] = useState<ParcelStep | null>(null)
  const [timeProblem, setTimeProblem] = useState<string | null>(null)
  const start = () => {
    const wish = wishOf(points, timeZone)
    const isAboutTime = wish.ask === null && wish.isAboutTime
    setTimeProblem(isAboutTime ? t(wish.problem === 'select_proper' ? 'trip_date_missing' : wish.problem) : null)
    if (wish.ask === null) return alert(t(wish.problem))
    const car = cars?.find(({ id }) => id === wish.ask.carType)
    if (!car || categoryOf(category, car.category) === 'taxi') return void ask(wish.ask)
    setParcel((before) => parcelFor(car, before))
    setParcelStep({ ask: wish.ask, car })
  }
  const describe = (described: Parcel) => {
    setParcel(described)
    if (!parcelStep) return
    // an estimate of before goes when the next one is there
    void ask({ ...parcelStep.ask, ...pricedPart(described) }).then(() => setParcelStep(null))
  }
  const changeParcel = () => {
    const car = cars?.find(({ id }) => id === estimate?.asked.carType)
    if (!estimate || !car) return
    setParcelStep({ ask: estimate.asked, car })
    forget()
  }
  const applyPromo = (code: string) => {
    if (!estimate) return
    const { promo: _before, ...rest } = estimate.asked
    void ask(code === '' ? rest : { ...rest, promo: code })
  }
  const close = () => {
    forget()
    setParcelStep(null)
  }
  return {
    estimate,
    busy,
    parcel,
    parcelStep,
    timeProblem,
    forgetTimeProblem: () => setTimeProblem(null),
    start,
    describe,
    changeParcel,
    applyPromo,
    close,
  }
}
