// What riders do, well and badly.
import { cancelBooking, changeTripDate, createBooking, quoteBooking, rateBooking } from '@wayfare/contract/bookings'
import { payClaim } from '@wayfare/contract/bookings-desk'
import { giveTip, payTip } from '@wayfare/contract/bookings-tip'
import { sendChat } from '@wayfare/contract/chat'
import type { InputOf } from '@wayfare/contract/endpoint'
import { completePayment, payBooking } from '@wayfare/contract/payments'
import type { TestUser } from '../make.ts'
import { places, reasons, type City, type Known, type Move, type Plan, type Step } from './city.ts'
import { tokenOf } from './moves-money.ts'

const minute = 60_000

const wishOf = ({ app, dice, carTypes, promos }: City): InputOf<typeof quoteBooking> => {
  const from = dice.below(places.length)
  const to = (from + 1 + dice.below(places.length - 1)) % places.length
  const promo = dice.chance(0.4) ? dice.pickAny(promos) : null
  const isLater = dice.chance(0.25)
  return {
    pickup: places[from] ?? places[0],
    drop: places[to] ?? places[0],
    carType: dice.pick(carTypes),
    ...(promo ? { promo } : {}),
    ...(isLater ? { tripDate: app.deps.now().getTime() + (16 + dice.below(300)) * minute } : {}),
  }
}

const orderOf = ({ dice }: City) => ({
  paymentMode: dice.pick(['cash', 'cash', 'wallet', 'card']),
  useWallet: dice.chance(0.4),
  ...(dice.chance(0.97) ? { deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' } : {}),
})

/** Books for a rider at a fresh estimate, or at one that somebody was given before. */
export const bookStep = (city: City, as: TestUser, customer: TestUser | null = null): Step => {
  const { call, dice } = city
  const wish = wishOf(city)
  const order = { ...orderOf(city), ...(customer ? { customer: customer.id } : {}) }
  const old = dice.chance(0.3) ? dice.pickAny(city.quotes) : null
  // asked for once: a repeat brings the same estimate back
  let asked: ReturnType<typeof ask> | null = null
  const ask = async () => {
    const quote = old ?? (await call(quoteBooking, wish, { as }))
    city.quotes = [...city.quotes.slice(-5), quote]
    return quote
  }
  return {
    text: `${as.id} books ${JSON.stringify({ ...wish, ...order, pickup: wish.pickup.add, drop: wish.drop.add })}`,
    go: async (once) => {
      asked ??= ask()
      const { quote, estimateFare } = await asked
      return call(createBooking, { quote, estimateFare, ...order }, { as, once })
    },
  }
}

const book: Plan = (city) => {
  const rider = city.rider()
  return rider && bookStep(city, rider)
}

const payGranted: Plan = (city) => {
  const booking = city.booking(['PAID', 'COMPLETE'], ({ claim }) => claim === 'owed')
  const as = booking && (city.dice.chance(0.8) ? city.rider(booking.customer) : city.desk)
  if (!booking || !as) return null
  const { id } = booking
  return { text: `${as.id} pays the claim of ${id}`, go: (once) => city.call(payClaim, { id }, { as, once }) }
}

const isOwed = ({ claim }: Known): boolean => claim === 'owed'

const pay: Plan = (city) => {
  const booking = city.dice.chance(0.2)
    ? city.booking(['PAID', 'COMPLETE'], isOwed)
    : city.booking(['PAYMENT_PENDING', 'PENDING'])
  const as = booking && city.rider(booking.customer)
  if (!booking || !as) return null
  const { id } = booking
  const token = tokenOf(city)
  return {
    text: `${as.id} pays ${id}, ${token}`,
    go: async (once) => {
      const { payment } = await city.call(payBooking, { id, provider: 'test' }, { as, once })
      return city.call(completePayment, { id: payment.id, token }, { as })
    },
  }
}

const cancel: Plan = (city) => {
  const booking = city.booking(['PAYMENT_PENDING', 'NEW', 'ACCEPTED'])
  const as = booking && city.rider(booking.customer)
  if (!booking || !as) return null
  const reason = city.dice.pickAny(reasons) ?? ''
  return {
    text: `${as.id} cancels ${booking.id}`,
    go: (once) => city.call(cancelBooking, { id: booking.id, reason }, { as, once }),
  }
}

const rate: Plan = (city) => {
  const booking = city.booking(['PAID'])
  const as = booking && city.rider(booking.customer)
  if (!booking || !as) return null
  const stars = 1 + city.dice.below(5)
  return { text: `${as.id} rates ${booking.id}`, go: (once) => city.call(rateBooking, { id: booking.id, stars }, { as, once }) }
}

const tip: Plan = (city) => {
  const booking = city.booking(['PAID', 'COMPLETE'])
  const as = booking && city.rider(booking.customer)
  if (!booking || !as) return null
  const { id } = booking
  const amount = String(1 + city.dice.below(40))
  if (city.dice.chance(0.5))
    return { text: `${as.id} tips ${amount} for ${id}`, go: (once) => city.call(giveTip, { id, amount }, { as, once }) }
  const token = tokenOf(city)
  return {
    text: `${as.id} tips ${amount} for ${id} by card, ${token}`,
    go: async (once) => {
      const { payment } = await city.call(payTip, { id, amount, provider: 'test' }, { as, once })
      return city.call(completePayment, { id: payment.id, token }, { as })
    },
  }
}

const changeDate: Plan = (city) => {
  const booking = city.booking(['NEW', 'PAYMENT_PENDING'])
  const as = booking && city.rider(booking.customer)
  if (!booking || !as) return null
  const tripDate = city.app.deps.now().getTime() + (10 + city.dice.below(400)) * minute
  const { id } = booking
  return { text: `${as.id} moves ${id} in time`, go: (once) => city.call(changeTripDate, { id, tripDate }, { as, once }) }
}

const chat: Plan = (city) => {
  const booking = city.booking(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID'])
  if (!booking) return null
  const as = city.dice.chance(0.5) ? city.rider(booking.customer) : city.driver(booking.driver)
  if (!as) return null
  const { id } = booking
  const clientKey = `key-${city.dice.below(1e9)}`
  return {
    text: `${as.id} writes to ${id}`,
    go: (once) => city.call(sendChat, { id, message: 'On my way', clientKey }, { as, once }),
  }
}

export const riderMoves: readonly Move[] = [
  { name: 'book', weight: 14, least: 30, plan: book },
  { name: 'pay', weight: 7, least: 3, plan: pay },
  { name: 'payGranted', weight: 4, least: 0, plan: payGranted },
  { name: 'cancel', weight: 4, least: 8, plan: cancel },
  { name: 'rate', weight: 4, least: 3, plan: rate },
  { name: 'tip', weight: 3, least: 1, plan: tip },
  { name: 'changeDate', weight: 3, least: 1, plan: changeDate },
  { name: 'chat', weight: 3, least: 4, plan: chat },
]
