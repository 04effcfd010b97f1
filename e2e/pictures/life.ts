// What the pictures show: two years of a small city, and a day at whose end every state of a booking is there once.
import type { InputOf } from '@wayfare/contract/endpoint'
import { createPerson, setApproval, updatePerson } from '@wayfare/contract/people-edit'
import { cancelBooking, createBooking, quoteBooking, rateBooking, type BookingView } from '@wayfare/contract/bookings'
import { addNote } from '@wayfare/contract/bookings-desk'
import { proveAudit } from '@wayfare/contract/audit'
import { proveBooks } from '@wayfare/contract/wallet-books'
import { listCancelReasons } from '@wayfare/contract/catalog'
import { sendChat } from '@wayfare/contract/chat'
import { addCampaign } from '@wayfare/contract/messages-campaigns'
import { completePayment, payBooking } from '@wayfare/contract/payments'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { asId } from '@wayfare/core/ids'
import { call } from '../api.ts'
import { gotaplatsen, jarntorget, korsvagen, valand, vasaplatsen, type Place } from '../city.ts'
import { makeHandDriver } from '../hand-driver.ts'
import type { People, Person } from '../people.ts'
import type { Product } from '../product.ts'

/** The ids that stand in braces in the table of pages. */
export type Life = Record<string, string>

type Wish = { from: Place; to: Place; pay?: 'cash' | 'card' | 'wallet'; inMinutes?: number }
type Town = { origin: string; admin: Person; rider: (at: number) => Person; driver: (at: number) => Person }
type Step = 'accepted' | 'arrived' | 'started' | 'reached'

const stop = ({ lat, lng, name }: Place) => ({ lat, lng, add: `${name}, Göteborg` })

const book = async ({ origin }: Town, rider: Person, carType: Person['carType'], wish: Wish): Promise<BookingView> => {
  if (!carType) throw new Error('the driver has no car type')
  const when = wish.inMinutes === undefined ? {} : { tripDate: Date.now() + wish.inMinutes * 60_000 }
  const ends = { pickup: stop(wish.from), drop: stop(wish.to), carType, ...when }
  const { quote, estimateFare } = await call(origin, quoteBooking, ends)
  return call(origin, createBooking, { quote, estimateFare, paymentMode: wish.pay ?? 'cash' }, rider.token)
}

/** The driver takes the booking and drives up to the step. */
const drive = async ({ origin }: Town, driver: Person, booking: BookingView, step: Step): Promise<void> => {
  const hand = makeHandDriver(origin, driver)
  await hand.waitForTask(booking.id)
  await hand.accept(booking.id)
  if (step === 'accepted') return
  await hand.standAt(booking.pickup)
  await hand.arrive(booking.id)
  if (step === 'arrived') return
  await hand.start(booking.id, booking.otp)
  if (step === 'reached') await hand.reach(booking.id)
}

/** A ride in cash that is rated, and one by card that is paid. */
const closeRides = async (town: Town): Promise<Life> => {
  const { origin } = town
  const driver = town.driver(0)
  const hand = makeHandDriver(origin, driver)
  await hand.goOnline(valand)
  const cash = await book(town, town.rider(0), driver.carType, { from: valand, to: korsvagen })
  await drive(town, driver, cash, 'reached')
  await hand.collect(cash.id)
  await call(origin, rateBooking, { id: cash.id, stars: 5, review: 'On time, and a calm ride.' }, town.rider(0).token)
  const card = await book(town, town.rider(1), driver.carType, { from: korsvagen, to: vasaplatsen, pay: 'card' })
  await drive(town, driver, card, 'reached')
  const { payment } = await call(origin, payBooking, { id: card.id, provider: 'test' }, town.rider(1).token)
  await call(origin, completePayment, { id: payment.id, token: 'approve' }, town.rider(1).token)
  return { complete: cash.id, paid: card.id, payment: payment.id, driver: driver.id }
}

/** What the desk does on a day: each leaves a line in the audit log. */
const workAtDesk = async ({ origin, admin, rider, driver }: Town, { complete = '' }: Life): Promise<void> => {
  const bank = { bankName: 'Göteborgs Sparbank', bankCode: '8105', bankAccount: '994 201 337' }
  await call(origin, updatePerson, { id: driver(0).id, ...bank }, admin.token)
  await call(origin, requestWithdraw, { amount: '40' }, driver(0).token)
  await call(origin, addToWallet, { user: rider(0).id, amount: '150', note: 'Sorry for the long wait.' }, admin.token)
  await call(origin, addNote, { id: asId(complete), text: 'Called: an umbrella was left in the car.' }, admin.token)
  const newcomer = {
    userType: 'driver' as const,
    firstName: 'Tindra',
    lastName: 'Holmgren',
    email: 'tindra.holmgren@example.org',
    mobile: '+46701740650',
    approved: false,
    carType: driver(0).carType,
    vehicleMake: 'Volvo',
    vehicleModel: 'EX30',
    vehicleNumber: 'FPK 44N',
  }
  const { id } = await call(origin, createPerson, newcomer, admin.token)
  await call(origin, setApproval, { id, approved: true }, admin.token)
  await call(origin, setApproval, { id, approved: false }, admin.token)
  await call(origin, proveBooks, {}, admin.token)
  await call(origin, proveAudit, {}, admin.token)
  const draft = {
    deviceType: 'All',
    userType: 'rider',
    title: 'Trams stand still on Sunday',
    body: 'Book early: many will ride.',
  }
  await call(origin, addCampaign, draft as InputOf<typeof addCampaign>, admin.token)
}

/** One booking each that waits, is on its way, has started, is for tomorrow, and was cancelled. */
const openRides = async (town: Town): Promise<Life> => {
  const { origin, admin } = town
  const [first, second] = [town.driver(0), town.driver(1)]
  const started = await book(town, town.rider(0), first.carType, { from: vasaplatsen, to: jarntorget })
  await drive(town, first, started, 'started')
  const say = (person: Person, message: string, clientKey: string) =>
    call(origin, sendChat, { id: started.id, message, clientKey }, person.token)
  await say(town.rider(0), 'I wait by the tram stop.', 'pictures-1')
  await say(first, 'I see you, one minute.', 'pictures-2')
  await makeHandDriver(origin, second).goOnline(gotaplatsen)
  const accepted = await book(town, town.rider(1), second.carType, { from: korsvagen, to: valand, pay: 'wallet' })
  await drive(town, second, accepted, 'accepted')
  await makeHandDriver(origin, town.driver(2)).goOnline(jarntorget)
  const { cancelReasons } = await call(origin, listCancelReasons, {}, admin.token)
  const given = await book(town, town.rider(2), town.driver(2).carType, { from: jarntorget, to: valand })
  await call(origin, cancelBooking, { id: given.id, reason: cancelReasons[1]?.label ?? '' }, town.rider(2).token)
  const tomorrow = { from: valand, to: jarntorget, inMinutes: 26 * 60 }
  const later = await book(town, town.rider(2), town.driver(2).carType, tomorrow)
  const fresh = await book(town, town.rider(2), town.driver(2).carType, { from: gotaplatsen, to: jarntorget })
  return { started: started.id, accepted: accepted.id, later: later.id, fresh: fresh.id }
}

/** Drivers whose position grows old are taken for lost. */
export const stayOnline = async (origin: string, people: People): Promise<void> => {
  const places = [vasaplatsen, gotaplatsen, jarntorget]
  await Promise.all(
    places.map((place, at) => {
      const person = people.driver[at]
      return person && makeHandDriver(origin, person).standAt(place)
    }),
  )
}

const size = ['--bookings', '6000', '--users', '1000', '--waiting', '0']

const oneOf = (list: readonly Person[]) => (at: number) => {
  const person = list[at]
  if (!person) throw new Error(`the demo has no person number ${at}`)
  return person
}

/** Fills a product that has just been started; gives the ids that pages are opened by. */
export const makeLife = async (origin: string, product: Product, people: People): Promise<Life> => {
  await product.run('seed-large', size)
  const town: Town = { origin, admin: oneOf(people.admin)(0), rider: oneOf(people.rider), driver: oneOf(people.driver) }
  const closed = await closeRides(town)
  await workAtDesk(town, closed)
  return { ...closed, ...(await openRides(town)) }
}
