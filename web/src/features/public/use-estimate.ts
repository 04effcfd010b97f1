// From the form to an estimate: what is missing is said, a parcel is described first, and a code asks again.
import { quoteBooking } from '@wayfare/contract/bookings'
import type { CarType } from '@wayfare/contract/catalog'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { categoryOf } from '@wayfare/core/booking'
import { defaultSettings } from '@wayfare/core/settings'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { serverNow } from '../../api/live.ts'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import { noParcel, parcelFor, pricedPart } from '../../shared/parcel.ts'
import type { Parcel } from '../../shared/parcel.ts'
import { wishOf } from '../../shared/trip-wish.ts'
import type { Ask } from '../../shared/trip-wish.ts'
import { chosenStop } from './trip-points.ts'
import type { TripPoints } from './trip-points.ts'

/** An estimate and the question it answers. */
export type Estimate = { quote: OutputOf<typeof quoteBooking>; asked: Ask }

const useQuestion = () => {
  const problem = useProblem()
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const [busy, setBusy] = useState(false)
  // what was asked last, or given up: an answer to an earlier question is of no interest any more
  const turn = useRef(0)
  const ask = (asked: Ask) => {
    const mine = ++turn.current
    const isLast = () => mine === turn.current
    const last = (then: () => void) => isLast() && then()
    setBusy(true)
    return call(quoteBooking, asked)
      .then(
        (quote) => last(() => setEstimate({ quote, asked })),
        (cause: unknown) => last(() => problem(cause)),
      )
      .finally(() => last(() => setBusy(false)))
      .then(isLast)
  }
  const forget = () => {
    turn.current += 1
    setBusy(false)
    setEstimate(null)
  }
  return { estimate, busy, ask, forget }
}

/** A parcel that is being described, and for which question. */
type ParcelStep = { ask: Ask; car: CarType }

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
    const [pickup, drop] = [chosenStop(points.pickup), chosenStop(points.drop)]
    const wish = wishOf({ ...points, pickup, drop }, timeZone, serverNow())
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
    // the dialog goes with its answer; an overtaken one leaves it to what is described now
    void ask({ ...parcelStep.ask, ...pricedPart(described) }).then((isLast) => isLast && setParcelStep(null))
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
