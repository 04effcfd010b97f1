// The whole server as a process of its own, killed at every step of a trip while the step is under way: what was answered
// is never lost, what was not can be asked again under its key, and status, queue flag and ledger always agree.
import { setTimeout as pause } from 'node:timers/promises'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import {
  cancelBooking,
  createBooking,
  getBooking,
  listBookings,
  listBookingSteps,
  quoteBooking,
  rateBooking,
  type BookingView,
} from '@wayfare/contract/bookings'
import { listCancelReasons } from '@wayfare/contract/catalog'
import { acceptTask, listTasks } from '@wayfare/contract/dispatch'
import type { Endpoint, InputOf } from '@wayfare/contract/endpoint'
import { completePayment, getPayment, payBooking } from '@wayfare/contract/payments'
import { arriveAtPickup, collectCash, goOnline, reachDrop, sendPositions, startTrip } from '@wayfare/contract/trips'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { isBusy } from '@wayfare/core/booking'
import { bookLaterLeastMs } from '@wayfare/core/checks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKilledServer } from './killed-server.ts'
import { jarntorget, korsvagen } from './make.ts'

const { call, close, insist, kill, open, send, start } = makeKilledServer()
const people = { rider: '', driver: '', admin: '' }
let seq = 0

const enter = async (userType: string, nth = 0): Promise<string> => {
  const { demoSignIns } = await call(getSession, {})
  const person = demoSignIns.filter((one) => one.userType === userType)[nth]
  if (!person) throw new Error(`no demo ${userType}`)
  const { token } = await call(signIn, { email: person.email, password: person.password })
  return token
}

const device = 'kill-test'
const here = { lat: jarntorget.lat, lng: jarntorget.lng }

/** The driver's device says where he is, as it does every few seconds. */
const report = () => {
  seq += 1
  const now = Date.now()
  return call(sendPositions, { device, sentAt: now, fixes: [{ seq, at: now, ...here, accuracy: 5 }] }, { token: people.driver })
}

const online = (): Promise<unknown> => call(goOnline, { online: true, device, location: here }, { token: people.driver })

/** When the server is killed: so many milliseconds after the request was sent, or the moment it has answered. */
type Moment = number | 'answered'

let keys = 0

/**
 * Sends the step, kills the server (unless the moment is null), starts it again and asks once more under the same key. What
 * `repeats` is answered by what there is, not by what was answered before.
 */
const step = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { token, moment, repeats = false }: { token: string; moment: Moment | null; repeats?: boolean },
) => {
  keys += 1
  const key = `${endpoint.verb}-${keys}`
  if (moment === null) return (await insist(endpoint, input, { token, key })).body
  const first = send(endpoint, input, { token, key }).catch(() => null)
  await (moment === 'answered' ? first : pause(moment))
  await kill()
  const seen = await first
  await start()
  await report()
  const again = await insist(endpoint, input, { token, key })
  if (moment === 'answered') expect(seen?.status).toBe(200)
  if (seen?.status === 200) expect(again).toMatchObject({ body: seen.body, isReplay: !repeats })
  return again.body
}

const checkBooks = async (booking: BookingView): Promise<void> => {
  const { rider, driver, admin } = people
  const view = await call(getBooking, { id: booking.id }, { token: admin })
  expect(view.status).toBe(booking.status)
  const { steps } = await call(listBookingSteps, { id: booking.id }, { token: rider })
  expect(steps.at(-1)?.to).toBe(booking.status)
  expect(new Set(steps.map(({ to }) => to)).size).toBe(steps.length)
  const { me } = await call(getSession, {}, { token: driver })
  expect(me?.queue).toBe(isBusy(booking.status))
  const proof = await call(proveLedger, {}, { token: admin })
  expect(proof).toMatchObject({ sum: '0.00', balancesAgree: true })
  const { entries } = await call(getWallet, {}, { token: driver })
  const isPaid = ['PAID', 'COMPLETE'].includes(booking.status)
  expect(entries.filter(({ txRef }) => txRef === booking.id).map(({ type }) => type)).toEqual(isPaid ? ['Debit', 'Credit'] : [])
}

const quoted = async (tripDate?: number) => {
  const { me } = await call(getSession, {}, { token: people.driver })
  if (!me?.carType) throw new Error('the demo driver has no car type')
  const { body } = await insist(quoteBooking, { pickup: jarntorget, drop: korsvagen, carType: me.carType, tripDate })
  return { quote: body.quote, estimateFare: body.estimateFare }
}

beforeAll(async () => {
  await open()
  people.rider = await enter('rider')
  people.driver = await enter('driver')
  people.admin = await enter('admin')
  await online()
  await report()
}, 300_000)

afterAll(close, 120_000)

const whenAsked = async (id: string): Promise<void> => {
  const isAsked = async () => {
    await report()
    return (await call(listTasks, {}, { token: people.driver })).tasks.some(({ bookingId }) => bookingId === id)
  }
  await expect.poll(isAsked, { timeout: 60_000, interval: 200 }).toBe(true)
}

const book = async (moment: Moment | null, paymentMode: 'cash' | 'card' = 'cash'): Promise<BookingView> => {
  const input = { ...(await quoted()), paymentMode }
  await report()
  return step(createBooking, input, { token: people.rider, moment })
}

type Kills = { [Name in 'create' | 'accept' | 'arrive' | 'start' | 'reach' | 'collect' | 'rate']?: () => Moment }

const runTrip = async (kills: Kills): Promise<void> => {
  const { rider: token, driver } = people
  const at = (name: keyof Kills): Moment | null => kills[name]?.() ?? null
  const booking = await book(at('create'))
  const { id } = booking
  await checkBooks(booking)
  await whenAsked(id)
  await checkBooks(await step(acceptTask, { id }, { token: driver, moment: at('accept') }))
  await checkBooks(await step(arriveAtPickup, { id }, { token: driver, moment: at('arrive') }))
  await checkBooks(await step(startTrip, { id, otp: booking.otp }, { token: driver, moment: at('start') }))
  await checkBooks(await step(reachDrop, { id }, { token: driver, moment: at('reach') }))
  await checkBooks(await step(collectCash, { id }, { token: driver, moment: at('collect') }))
  await checkBooks(await step(rateBooking, { id, stars: 4 }, { token, moment: at('rate') }))
}

const countBookings = async (): Promise<number> => (await call(listBookings, {}, { token: people.rider })).bookings.length

const answered = (): Moment => 'answered'
const early = (): Moment => 1 + Math.random() * 50

const everyStep = { create: early, accept: early, arrive: early, start: early, reach: early, collect: early, rate: early }
const theDearest = { accept: answered, reach: answered, collect: answered }

test.each([
  ['while the step is under way', everyStep],
  ['when the step has just been answered', theDearest],
])('a trip goes on after a kill at any of its steps, %s', { timeout: 600_000 }, async (_when, kills: Kills) => {
  const before = await countBookings()
  await runTrip(kills)
  expect(await countBookings()).toBe(before + 1)
})

test('a cancellation through a kill frees the driver, once', { timeout: 300_000 }, async () => {
  const { rider, driver } = people
  const booking = await book(null)
  await whenAsked(booking.id)
  await call(acceptTask, { id: booking.id }, { token: driver, key: 'accept-for-cancel' })
  const { cancelReasons } = await call(listCancelReasons, {}, { token: rider })
  const input = { id: booking.id, reason: cancelReasons[0]?.label ?? '' }
  const cancelled = await step(cancelBooking, input, { token: rider, moment: early() })
  expect(cancelled).toMatchObject({ status: 'CANCELLED', cancelledBy: 'rider' })
  await checkBooks(cancelled)
})

test('a booking for later is released by the server that comes after the killed one', { timeout: 300_000 }, async () => {
  const { settings } = await call(getAllSettings, {}, { token: people.admin })
  await call(saveSettings, { ...settings, bookLaterLeadMinutes: 15 }, { token: people.admin })
  // released a quarter of a minute from now, by when another server runs
  const input = await quoted(Date.now() + bookLaterLeastMs + 15_000)
  const { id } = await step(createBooking, input, { token: people.rider, moment: 'answered' })
  await whenAsked(id)
})

test.each([
  ['while it is counted', early],
  ['when it has just been counted', answered],
])(
  'a card payment through a kill %s is counted once, and the driver gets the share once',
  { timeout: 300_000 },
  async (_when, moment) => {
    const { rider: token, driver } = people
    const { id, otp } = await book(null, 'card')
    await whenAsked(id)
    await insist(acceptTask, { id }, { token: driver, key: `accept-${id}` })
    await insist(arriveAtPickup, { id }, { token: driver, key: `arrive-${id}` })
    await insist(startTrip, { id, otp }, { token: driver, key: `start-${id}` })
    await insist(reachDrop, { id }, { token: driver, key: `reach-${id}` })
    const { payment } = await step(payBooking, { id, provider: 'test' }, { token, moment: early(), repeats: true })
    const input = { id: payment.id, token: 'approve' }
    const done = await step(completePayment, input, { token, moment: moment(), repeats: true })
    // a claim of the killed process is waited for by the answer, and ends by itself
    const read = () => call(getPayment, { id: payment.id }, { token })
    await expect.poll(async () => (await read()).status, { timeout: 120_000, interval: 500 }).toBe('paid')
    expect(await read()).toMatchObject({ settledAs: 'booking', amount: done.amount })
    const { driverShare } = await call(getBooking, { id }, { token })
    const { entries } = await call(getWallet, {}, { token: driver })
    expect(entries.filter(({ txRef }) => txRef === id)).toMatchObject([{ type: 'Credit', amount: driverShare }])
    expect(await call(proveLedger, {}, { token: people.admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
  },
)
