// One booking of a demo rider as a person would make it: a place, a car that is free, the estimate, the payment, and stars at the end.
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

/** How often a rider looks at the own booking (ms). */
const LOOK_EVERY_MS = 5000
/** So many cars of a kind are left to people. */
const LEFT_FREE = 2
/** Of so many bookings one is called off, and of so many paid rides one stays without stars. */
const CALLED_OFF = 0.08
const UNRATED = 0.25
/** When after booking it is called off (s): at any time until the car is there, or soon. */
const CALLED_OFF_S = [6, 50] as const
const CALLED_OFF_SOON_S = [6, 12] as const
/** Nobody of the town waits for ever for a driver. */
const WAITS_MS = 270_000

/** What a rider is after: to go somewhere, to send a parcel, or a ride that is called off before it begins. */
export type Errand = 'ride' | 'parcel' | 'calledOff'

type RideOptions = { account: Account; town: Town; dice: Dice; isStopped: () => boolean; log: (text: string) => void }
type ErrandOptions = RideOptions & { errand: Errand | null }

type CarChoice = { carType: BookingView['carType']; free: number }

/** One of the kinds of which enough are free, the likelier the more there are; null: the town is busy. @internal */
export const chooseCar = <Choice extends Pick<CarChoice, 'free'>>(choices: readonly Choice[], dice: Dice): Choice | null => {
  const spare = choices.filter(({ free }) => free > LEFT_FREE)
  let left = dice.fraction() * spare.reduce((sum, { free }) => sum + free, 0)
  return spare.find(({ free }) => (left -= free) < 0) ?? null
}

const findStop = async ({ account }: RideOptions, point: LatLng) => {
  const reply = await account.call(reversePlace, point)
  return reply.ok ? { ...reply.value.coords, add: reply.value.address } : null
}

/** The cars near the pickup that do for the errand; any does where there is none in mind. */
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

/** Books, or gives up without a word: another rider comes. */
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

/** What the rider does about the booking as it stands; false when there is nothing more to do. */
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

/** Stars for a ride that was paid before; false when none waits for them. */
export const rateLastRide = async (options: RideOptions): Promise<boolean> => {
  const reply = await options.account.call(listBookings, { scope: 'active', limit: 20 })
  const ride = reply.ok ? reply.value.bookings.find(({ status }) => isRatable(status)) : undefined
  if (ride) await rate(options, ride)
  return ride !== undefined
}

/** Until when (epoch ms) a rider stays with a booking. */
type Patience = { callsOffAt: number | null; givesUpAt: number }

/** When the rider calls it off (epoch ms), unless it has come too far by then; null: not at all. */
const planCallingOff = ({ dice, errand }: ErrandOptions): number | null => {
  const isPlanned = errand === 'calledOff'
  if (!isPlanned && (errand !== null || dice.fraction() >= CALLED_OFF)) return null
  const [least, most] = isPlanned ? CALLED_OFF_SOON_S : CALLED_OFF_S
  return Date.now() + dice.between(least, most) * 1000
}

/** From booking to stars; ends early when the town is stopped. */
const follow = async (options: RideOptions, { id }: BookingView, { callsOffAt, givesUpAt }: Patience): Promise<void> => {
  const { account, dice, isStopped } = options
  for (;;) {
    await pause(LOOK_EVERY_MS)
    if (isStopped()) return
    const reply = await account.call(getBooking, { id })
    // an admin took it away
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

/** From the wish to the stars. False: nobody drives, and nothing was booked. */
export const takeRide = async (options: ErrandOptions): Promise<boolean> => {
  const booking = await book(options)
  if (!booking) return false
  options.log(`${options.account.name} books ${booking.id}`)
  await follow(options, booking, { callsOffAt: planCallingOff(options), givesUpAt: Date.now() + WAITS_MS })
  return true
}
