// From the form to an estimate: what is missing is said, a parcel is described first, and a code asks again.
import type { CarType } from '@wayfare/contract/catalog'
import { bookingsFor } from '@wayfare/core/accounts'
import { defaultSettings } from '@wayfare/core/settings'
import { useEffect, useState } from 'react'
import { readServerNow } from '../../api/live.ts'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useTell } from '../../ui/dialogs.tsx'
import { carOf, fitParcel, isParcel, noParcel, pickPricedPart, type Parcel } from '../../shared/parcel.ts'
import type { PaymentChoice } from '../../shared/payment-parts.ts'
import { readTripWish, type Ask } from '../../shared/trip-wish.ts'
import { useQuote, type Quote } from '../../shared/use-quote.ts'
import { forgetEstimate, readKeptEstimate } from './kept-estimate.ts'
import { findChosenStop, type TripPoints } from './trip-points.ts'

/** A parcel that is being described, and for which question. */
type ParcelStep = { ask: Ask; car: CarType }

/** A price that ends sooner (ms) is asked for again: one still reads it and chooses how to pay. */
const enoughMs = 60_000
const isFresh = ({ expiresAt }: Quote): boolean => expiresAt > readServerNow() + enoughMs

type Quoting = ReturnType<typeof useQuote>

/**
 * What a visitor was about to book before signing in: it is shown again to the rider who comes back. Gives how one chose to pay, which
 * also outlasts a change of the parcel.
 */
const useReturn = ({ show, ask }: Pick<Quoting, 'show' | 'ask'>, setParcel: (parcel: Parcel) => void) => {
  const { me } = useSession()
  const mayBook = me !== null && bookingsFor[me.userType] === 'oneself'
  const [payment, setPayment] = useState<PaymentChoice>()
  useEffect(() => {
    const kept = mayBook ? readKeptEstimate() : null
    if (!kept) return
    forgetEstimate()
    setParcel(kept.parcel)
    setPayment(kept.payment)
    if (isFresh(kept.estimate.quote)) show(kept.estimate)
    else void ask(kept.estimate.asked)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for whoever has come back
  }, [mayBook])
  return [payment, setPayment] as const
}

const wishOf = (points: TripPoints, timeZone: string) => {
  const [pickup, drop] = [findChosenStop(points.pickup), findChosenStop(points.drop)]
  return readTripWish({ ...points, pickup, drop }, timeZone, readServerNow())
}

/** The first place that lacks, where the form goes on. */
const findMissing = () => document.querySelector<HTMLElement>('[data-missing] :is(input, button)')

/** What is wrong with the time that was chosen, in words. */
const useTimeProblem = () => {
  const t = useT()
  const [timeProblem, setTimeProblem] = useState<string | null>(null)
  const tellTime = (problem: string | null) =>
    setTimeProblem(problem && t(problem === 'select_proper' ? 'trip_date_missing' : problem))
  return [timeProblem, tellTime] as const
}

/** `quotes`: what each car costs, where that is known already. */
export const useEstimate = (points: TripPoints, quotes: readonly Quote[] | null = null) => {
  const tell = useTell()
  const cars = useCarTypes().data ?? []
  const { timeZone, category } = useSettings().data ?? defaultSettings
  const { estimate, busy, ask, show, forget } = useQuote()
  const [parcel, setParcel] = useState<Parcel>(noParcel)
  const [payment, choosePayment] = useReturn({ show, ask }, setParcel)
  const [parcelStep, setParcelStep] = useState<ParcelStep | null>(null)
  const [timeProblem, tellTime] = useTimeProblem()
  const price = (asked: Ask) => {
    const quote = quotes?.find(({ carType }) => carType === asked.carType)
    return quote && isFresh(quote) ? show({ quote, asked }) : void ask(asked)
  }
  const start = () => {
    const wish = wishOf(points, timeZone)
    tellTime(wish.ask === null && wish.isAboutTime ? wish.problem : null)
    if (wish.ask === null) return tell(wish.problem, { focusAfter: findMissing })
    const car = carOf(wish.ask.carType, cars)
    if (!car || !isParcel(car, category)) return price(wish.ask)
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
    choosePayment(undefined)
  }
  return {
    estimate,
    busy,
    parcel,
    parcelStep,
    payment,
    choosePayment,
    timeProblem,
    forgetTimeProblem: () => tellTime(null),
    start,
    describe,
    changeParcel,
    applyPromo,
    close,
  }
}
