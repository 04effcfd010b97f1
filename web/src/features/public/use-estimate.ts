// From the form to an estimate: what is missing is said, a parcel is described first, and a code asks again.
import type { CarType } from '@wayfare/contract/catalog'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { readServerNow } from '../../api/live.ts'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useAlert } from '../../ui/dialogs.tsx'
import { carOf, fitParcel, isParcel, noParcel, pickPricedPart, type Parcel } from '../../shared/parcel.ts'
import { readTripWish, type Ask } from '../../shared/trip-wish.ts'
import { useQuote } from '../../shared/use-quote.ts'
import { findChosenStop, type TripPoints } from './trip-points.ts'

/** A parcel that is being described, and for which question. */
type ParcelStep = { ask: Ask; car: CarType }

export const useEstimate = (points: TripPoints) => {
  const t = useT()
  const alert = useAlert()
  const cars = useCarTypes().data ?? []
  const { timeZone, category } = useSettings().data ?? defaultSettings
  const { estimate, busy, ask, forget } = useQuote()
  const [parcel, setParcel] = useState<Parcel>(noParcel)
  const [parcelStep, setParcelStep] = useState<ParcelStep | null>(null)
  const [timeProblem, setTimeProblem] = useState<string | null>(null)
  const start = () => {
    const [pickup, drop] = [findChosenStop(points.pickup), findChosenStop(points.drop)]
    const wish = readTripWish({ ...points, pickup, drop }, timeZone, readServerNow())
    const isAboutTime = wish.ask === null && wish.isAboutTime
    setTimeProblem(isAboutTime ? t(wish.problem === 'select_proper' ? 'trip_date_missing' : wish.problem) : null)
    if (wish.ask === null) return alert(t(wish.problem))
    const car = carOf(wish.ask.carType, cars)
    if (!car || !isParcel(car, category)) return void ask(wish.ask)
    setParcel((before) => fitParcel(car, before))
    setParcelStep({ ask: wish.ask, car })
  }
  const describe = (described: Parcel) => {
    setParcel(described)
    if (!parcelStep) return
    // the dialog goes with its answer; an overtaken one leaves it to what is described now
    void ask({ ...parcelStep.ask, ...pickPricedPart(described) }).then((isLast) => isLast && setParcelStep(null))
  }
  const changeParcel = () => {
    const car = estimate && carOf(estimate.asked.carType, cars)
    if (!car) return
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
