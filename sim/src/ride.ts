// One booking by a demo rider, made the way a person would: place, free car, the estimate, the payment, and a rating at the end.
import {
  cancelBooking,
  createBooking,
  getBooking,
  listBookings,
  quoteBooking,
  rateBooking,
  type BookingView,
} from '@wayfare/contract/bookings'
import { listCarTypes } from '@wayfare/contract/catalog'
import { getSupply } from '@wayfare/contract/dispatch'
import { completePayment, payBooking } from '@wayfare/contract/payments'
import { reversePlace } from '@wayfare/contract/places'
import { isActive, isPaid, isRatable, isUnpaid, isWaitingForDriver } from '@wayfare/core/booking'
import type { Dice } from '@wayfare/core/dice'
import type { LatLng } from '@wayfare/core/geo'
import type { Account } from './account.ts'
import { pickNextStop, pickPlace, type Town } from './streets.ts'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** How often a rider checks the booking (ms). */
const LOOK_EVERY_MS = 5000
/** Free cars of a type that are left for people. */
const LEFT_FREE = 2
/** Shares of bookings that are cancelled, and of paid rides that are not rated. */
const CALLED_OFF = 0.08
const UNRATED = 0.25
/** When a booking is cancelled after it was made (s): at any time until the car is there, or soon. */
const CALLED_OFF_S = [6, 50] as const
const CALLED_OFF_SOON_S = [6, 12] as const
/** How long a rider waits for a driver. */
const WAITS_MS = 270_000

/** A rider's errand: a ride, a parcel, or a ride that is cancelled before it begins. */
export type Errand = 'ride' | 'parcel' | 'calledOff'

type RideOptions = { account: Account; town: Town; dice: Dice; isStopped: () => boolean; log: (text: string) => void }
type ErrandOptions = RideOptions & { errand: Errand | null }

type CarChoice = { carType: BookingView['carType']; free: number }

/** Picks a car type with enough free cars, weighted by their number; null if the town is busy. @internal */
export const chooseCar = <Choice extends Pick<CarChoice, 'free'>>(choices: readonly Choice[], dice: Dice): Choice | null => {
  const spare = choices.filter(({ free }) => free > LEFT_FREE)
  let left = dice.fraction() * spare.reduce((sum, { free }) => sum + free, 0)
  return spare.find(({ free }) => (left -= free) < 0) ?? null
}

const findStop = async ({ account }: RideOptions, point: LatLng) => {
  const reply = await account.call(reversePlace, point)
  return reply.ok ? { ...reply.value.coords, add: reply.value.address } : null
}

/** The types of cars near the pickup that suit the errand; all of them if there is none. */
const listCars = async ({ account, errand }: ErrandOptions, pickup: LatLng): Promise<CarChoice[]> => {
  const [supply, catalogue] = [await account.call(getSupply, pickup), await account.call(listCarTypes, {})]
  if (!supply.ok || !catalogue.ok) return []
  const wanted = errand === 'parcel' ? 'delivery' : 'taxi'
  const fitting = new Set(catalogue.value.carTypes.filter(({ category }) => category === wanted).map(({ id }) => id))
  return supply.value.carTypes.filter(({ carType }) => errand === null || fitting.has(carType))
}

const choose = async (options: ErrandOptions) => {
  const { town, dice } = options
  const from = pickPlace(town, dice)
  const [pickup, drop] = [await findStop(options, from), await findStop(options, pickNextStop(from, town, dice))]
  const car = pickup && chooseCar(await listCars(options, { lat: pickup.lat, lng: pickup.lng }), dice)
  return pickup && drop && car ? { pickup, drop, carType: car.carType } : null
}

/** Books, or gives up silently: another rider will come. */
const book = async (options: ErrandOptions): Promise<BookingView | null> => {
  const { account, dice } = options
  const trip = await choose(options)
  const quote = trip && (await account.call(quoteBooking, trip))
  if (!quote?.ok) return null
  const { quote: promise, estimateFare, category } = quote.value
  const me = await account.getMe()
  const isParcel = category === 'delivery'
  const parcel = isParcel ? { deliveryPerson: account.name, deliveryPersonPhone: me?.mobile ?? '' } : {}
  const paymentMode = isParcel || dice.fraction() < 0.45 ? ('card' as const) : ('cash' as const)
  const reply = await account.call(
    createBooking,
    { quote: promise, estimateFare, paymentMode, ...parcel },
    `town-${account.name}-${Date.now()}`,
  )
  return reply.ok ? reply.value : null
}

const payByCard = async ({ account }: RideOptions, { id }: BookingView): Promise<void> => {
  const started = await account.call(payBooking, { id, provider: 'test' })
  if (started.ok) await account.call(completePayment, { id: started.value.payment.id, token: 'approve' })
}

const rate = async ({ account, dice }: RideOptions, { id }: BookingView): Promise<void> => {
  const luck = dice.fraction()
  await account.call(rateBooking, { id, stars: luck < 0.75 ? 5 : luck < 0.93 ? 4 : 3, review: '' })
}

const reasons = ['My plans have changed', 'I chose the wrong place', 'The driver takes too long']

/** What the rider does about the booking in its current state; false if nothing is left to do. */
const act = async (options: RideOptions, booking: BookingView): Promise<boolean> => {
  const { dice } = options
  if (!isActive(booking.status)) return false
  if (isUnpaid(booking.status)) {
    await pause(dice.between(3, 20) * 1000)
    await payByCard(options, booking)
  } else if (isRatable(booking.status)) {
    await pause(dice.between(4, 30) * 1000)
    if (dice.fraction() >= UNRATED) await rate(options, booking)
    return false
  }
  return !isPaid(booking.status)
}

/** Rates an earlier paid ride; false if there is none to rate. */
export const rateLastRide = async (options: RideOptions): Promise<boolean> => {
  const reply = await options.account.call(listBookings, { scope: 'active', limit: 20 })
  const ride = reply.ok ? reply.value.bookings.find(({ status }) => isRatable(status)) : undefined
  if (ride) await rate(options, ride)
  return ride !== undefined
}

/** How long (epoch ms) a rider stays with a booking. */
type Patience = { callsOffAt: number | null; givesUpAt: number }

/** When the rider will cancel (epoch ms), unless it is too late by then; null: not at all. */
const planCallingOff = ({ dice, errand }: ErrandOptions): number | null => {
  const isPlanned = errand === 'calledOff'
  if (!isPlanned && (errand !== null || dice.fraction() >= CALLED_OFF)) return null
  const [least, most] = isPlanned ? CALLED_OFF_SOON_S : CALLED_OFF_S
  return Date.now() + dice.between(least, most) * 1000
}

/** Follows a booking until it is rated; returns early if the town is stopped. */
const follow = async (options: RideOptions, { id }: BookingView, { callsOffAt, givesUpAt }: Patience): Promise<void> => {
  const { account, dice, isStopped } = options
  for (;;) {
    await pause(LOOK_EVERY_MS)
    if (isStopped()) return
    const reply = await account.call(getBooking, { id })
    // the booking is no longer visible to this rider
    if (!reply.ok && reply.key === 'not_found') return
    if (!reply.ok) continue
    const now = reply.value
    const endsAt = now.may.cancel ? callsOffAt : null
    if (Date.now() > (endsAt ?? (isWaitingForDriver(now.status) ? givesUpAt : Number.POSITIVE_INFINITY))) {
      await account.call(cancelBooking, { id, reason: dice.pick(reasons) ?? '' })
      return
    }
    if (!(await act(options, now))) return
  }
}

/** A whole ride, from booking to rating. False if no car was free and nothing was booked. */
export const takeRide = async (options: ErrandOptions): Promise<boolean> => {
  const booking = await book(options)
  if (!booking) return false
  options.log(`${options.account.name} books ${booking.id}`)
  await follow(options, booking, { callsOffAt: planCallingOff(options), givesUpAt: Date.now() + WAITS_MS })
  return true
}
