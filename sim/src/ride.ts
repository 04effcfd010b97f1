// One booking of a demo rider as a person would make it: a place, a car that is free, the estimate, the payment, and stars at the end.
import { cancelBooking, createBooking, getBooking, quoteBooking, rateBooking, type BookingView } from '@wayfare/contract/bookings'
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
/** So many cars of a kind are left to people. @internal */
export const LEFT_FREE = 2
/** Of so many bookings one is called off, and of so many paid rides one stays without stars. */
const CALLED_OFF = 0.08
const UNRATED = 0.25

type RideOptions = { account: Account; town: Town; dice: Dice; isStopped: () => boolean; log: (text: string) => void }

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

const choose = async (options: RideOptions) => {
  const { account, town, dice } = options
  const from = pickPlace(town, dice)
  const [pickup, drop] = [await findStop(options, from), await findStop(options, pickNextStop(from, town, dice))]
  const supply = pickup && (await account.call(getSupply, { lat: pickup.lat, lng: pickup.lng }))
  const car = supply?.ok ? chooseCar(supply.value.carTypes, dice) : null
  return pickup && drop && car ? { pickup, drop, carType: car.carType } : null
}

/** Books, or gives up without a word: another rider comes. */
const book = async (options: RideOptions): Promise<BookingView | null> => {
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

/** From the wish to the stars; ends early when nobody drives or the town is stopped. */
export const takeRide = async (options: RideOptions): Promise<void> => {
  const { account, dice, isStopped, log } = options
  const booking = await book(options)
  if (!booking) return
  log(`${account.name} books ${booking.id}`)
  const callsOff = dice.fraction() < CALLED_OFF
  const callsOffAt = Date.now() + dice.between(6, 50) * 1000
  for (;;) {
    await pause(LOOK_EVERY_MS)
    if (isStopped()) return
    const reply = await account.call(getBooking, { id: booking.id })
    if (!reply.ok) continue
    const now = reply.value
    const isOpen = isWaitingForDriver(now.status)
    // nobody of the town waits for ever
    if ((callsOff && Date.now() > callsOffAt && now.may.cancel) || (isOpen && Date.now() > callsOffAt + 240_000)) {
      await account.call(cancelBooking, { id: now.id, reason: dice.pick(reasons) ?? '' })
      return
    }
    if (!(await act(options, now))) return
  }
}
