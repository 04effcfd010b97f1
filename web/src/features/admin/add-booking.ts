// What the desk has filled in for a rider: what the price depends on, what is still missing, and the order it becomes.
import type { RiderMatch } from '@wayfare/contract/people-riders'
import type { CarType } from '@wayfare/contract/catalog'
import { findDialCode } from '@wayfare/core/dial-codes'
import type { MessageKey } from '@wayfare/core/errors'
import type { Settings } from '@wayfare/core/settings'
import { orderOf, type Priced } from '../../shared/booking-order.ts'
import type { PaymentChoice } from '../../shared/payment-parts.ts'
import { carOf, isParcel, noParcel, pickPricedPart, type Parcel } from '../../shared/parcel.ts'
import { checkRecipient } from '../../shared/phones.ts'
import { readTripWish, type Ask, type Journey } from '../../shared/trip-wish.ts'
import { findCallerProblem, type Caller } from './caller.ts'

export type Draft = Journey & {
  rider: RiderMatch | null
  /** instead of a rider, somebody who becomes one with the booking */
  caller: Caller | null
  promo: string
  parcel: Parcel
  payment: PaymentChoice
}

export const noDraft: Draft = {
  rider: null,
  caller: null,
  pickup: null,
  drop: null,
  carType: null,
  later: false,
  date: '',
  promo: '',
  parcel: noParcel,
  payment: { mode: 'cash', useWallet: false },
}

/** The parts of the form, as they are marked on the page. */
export type Part = 'rider' | 'recent' | 'callerName' | 'callerMobile' | 'pickup' | 'drop' | 'car' | 'date' | 'person' | 'phone'

export type MissingPart = { part: Part; problem: MessageKey }

/** Where the desk is told more than the key of the specification says. */
const ownTexts: Partial<Record<Part, string>> = { person: 'desk_person_needed', callerName: 'desk_caller_name_needed' }

export const chooseMissingText = ({ part, problem }: MissingPart): string => ownTexts[part] ?? problem

/** `now` in epoch ms, by the server's clock. */
export type BookingGround = { cars: readonly CarType[]; now: number } & Pick<Settings, 'category' | 'timeZone' | 'country'>

export const isParcelDraft = ({ carType }: Draft, { cars, category }: Pick<BookingGround, 'cars' | 'category'>): boolean =>
  isParcel(carOf(carType, cars), category)

/** What the price is asked with, or what lacks for it. */
export const makeQuoteInput = (
  draft: Draft,
  ground: BookingGround,
): { ask: Ask; missing: null } | { ask: null; missing: MissingPart } => {
  const wish = readTripWish(draft, ground.timeZone, ground.now)
  if (wish.ask === null) {
    const place = draft.pickup ? 'drop' : 'pickup'
    const part = wish.isAboutTime ? 'date' : draft.pickup && draft.drop && !draft.carType ? 'car' : place
    return { ask: null, missing: { part, problem: wish.problem } }
  }
  const promo = draft.promo.trim()
  const extras = isParcelDraft(draft, ground) ? pickPricedPart(draft.parcel) : {}
  // how often one may use it is the rider's
  const ofRider = draft.rider ? { customer: draft.rider.id } : {}
  return { ask: { ...wish.ask, ...extras, ...(promo === '' ? {} : { promo, ...ofRider }) }, missing: null }
}

/** What lacks for a booking, the first of it. */
export const findMissing = async (draft: Draft, ground: BookingGround): Promise<MissingPart | null> => {
  if (!draft.rider && !draft.caller) return { part: 'rider', problem: 'select_proper' }
  const lack = draft.caller && (await findCallerProblem(draft.caller, ground.country))
  if (lack) return lack
  const { missing } = makeQuoteInput(draft, ground)
  if (missing || !isParcelDraft(draft, ground)) return missing
  const { deliveryPerson: name, deliveryPersonPhone: phone } = draft.parcel
  const problem = await checkRecipient({ name, phone }, { admin: true, dialCode: findDialCode(ground.country) ?? '' })
  return problem && { part: /\S/.test(name) ? 'phone' : 'person', problem }
}

/** The same text is the same question: a price answers it as long as nothing of it has changed. */
export const makeQuoteQuestion = ({ rider, pickup, drop, carType, later, date, promo, parcel }: Draft): string => {
  const code = promo.trim()
  const byWhom = code === '' ? null : (rider?.id ?? null)
  return JSON.stringify([pickup, drop, carType, later, later ? date : '', code, byWhom, parcel.parcelType, parcel.option])
}

export const deskOrderOf = ({ rider, parcel, payment }: Draft, quote: Priced) => ({
  ...orderOf(quote, payment, parcel),
  ...(rider ? { customer: rider.id } : {}),
})

/** A way of the rider's once more, in the car of then where there still is one of that type. */
export const repeatWay = ({ pickup, drop, carType }: RiderMatch['recent'][number], cars: readonly CarType[]): Partial<Draft> => ({
  pickup,
  drop,
  ...(cars.some(({ id }) => id === carType) ? { carType } : {}),
})
