// The built server as a process of its own, killed at the COMMIT of a step: before the database hears of it, or when it has done it
// and before anybody was answered. `npm run faults` kills it at every step.
import { quoteBooking, createBooking, cancelBooking, getBooking, listBookingSteps, rateBooking } from '@wayfare/contract/bookings'
import { acceptTask, listTasks } from '@wayfare/contract/dispatch'
import type { Endpoint, InputOf } from '@wayfare/contract/endpoint'
import { completePayment, getPayment, payBooking } from '@wayfare/contract/payments'
import { getSession } from '@wayfare/contract/sign-in'
import { arriveAtPickup, collectCash, reachDrop, sendPositions, startTrip } from '@wayfare/contract/trips'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { isBusy, type Status } from '@wayfare/core/booking'
import type { BookingId } from '@wayfare/core/ids'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase, startApp, testSecret } from './harness.ts'
import { makeKilledServer } from './killed-server.ts'
import { jarntorget, korsvagen, type TestUser } from './make.ts'
import { startProxy } from './proxy.ts'
import { isThorough } from './thorough.ts'
import { makeTrips, reason } from './trips.ts'

const clone = await cloneDatabase()
const proxy = await startProxy(clone.url)
const server = makeKilledServer({ DATABASE_URL: proxy.url, WAYFARE_SECRET: testSecret, WAYFARE_DEMO: 'off' })

const makePeople = async () => {
  const app = await startApp({ clone: { url: clone.url, drop: async () => {} } })
  const carType = await app.make.carType()
  await makeTrips(app).addReason()
  const makeDriver = () => app.make.driver({ carType, at: jarntorget })
  const people = {
    rider: await app.make.rider(),
    admin: await app.make.admin(),
    driver: await makeDriver(),
    other: await makeDriver(),
  }
  await app.close()
  return { carType, ...people }
}
const { carType, rider, admin, driver, other } = await makePeople()
await server.open()

afterAll(async () => {
  await server.close()
  proxy.close()
  await clone.drop()
}, 120_000)

type Side = 'before' | 'after'
const sides = [
  ['before the database hears of it', 'before'],
  ['when the database has done it', 'after'],
] as const

let seq = 0
/** The drivers' devices say where they are, as they do every few seconds. */
const report = async (): Promise<void> => {
  seq += 1
  const [now, { lat, lng }] = [Date.now(), jarntorget]
  const batch = { device: 'test-device', sentAt: now, fixes: [{ seq, at: now, lat, lng, accuracy: 5 }] }
  for (const { token } of [driver, other]) await server.call(sendPositions, batch, { token })
}

let keys = 0
type Step = { as: TestUser; side: Side; mark?: string }

/** Sends the step, kills the server at the COMMIT of the transaction that sends `mark`, and starts it again. */
const killAt = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, { as, side, mark }: Step) => {
  keys += 1
  const options = { token: as.token, key: `${endpoint.verb}-${keys}` }
  const reached = proxy.atCommit(mark ?? options.key, side)
  const first = server.send(endpoint, input, options).catch(() => null)
  const cut = await Promise.race([reached, first])
  if (typeof cut !== 'function') throw new Error(`${endpoint.verb} never came to its COMMIT: ${JSON.stringify(cut)}`)
  await server.kill()
  cut()
  expect(await first).toBeNull()
  await server.start()
  await report()
  return options
}

/** Kills it at the step, and asks for the step again under its key: answered as before exactly where it had been done. */
const step = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, how: Step) => {
  const options = await killAt(endpoint, input, how)
  const again = await server.insist(endpoint, input, options)
  expect(again.isReplay).toBe(how.side === 'after')
  return again.body
}

const checkBooks = async (id: BookingId, status: Status, lines: readonly string[] = []): Promise<void> => {
  expect((await server.call(getBooking, { id }, { token: admin.token })).status).toBe(status)
  const { steps } = await server.call(listBookingSteps, { id }, { token: rider.token })
  expect(steps.at(-1)?.to).toBe(status)
  expect(new Set(steps.map(({ to }) => to)).size).toBe(steps.length)
  expect((await server.call(getSession, {}, { token: driver.token })).me?.queue).toBe(isBusy(status))
  expect(await server.call(proveLedger, {}, { token: admin.token })).toMatchObject({ sum: '0.00', balancesAgree: true })
  const { entries } = await server.call(getWallet, {}, { token: driver.token })
  expect(entries.filter(({ txRef }) => txRef === id).map(({ type }) => type)).toEqual(lines)
}

const quote = async () => {
  await report()
  const { body } = await server.insist(quoteBooking, { pickup: jarntorget, drop: korsvagen, carType })
  return { quote: body.quote, estimateFare: body.estimateFare }
}

const whenAsked = async (id: BookingId, as: TestUser): Promise<void> => {
  const isAsked = async () => {
    await report()
    return (await server.call(listTasks, {}, { token: as.token })).tasks.some(({ bookingId }) => bookingId === id)
  }
  await expect.poll(isAsked, { timeout: 60_000, interval: 100 }).toBe(true)
}

const book = async (paymentMode: 'cash' | 'card' = 'cash') => {
  keys += 1
  const input = { ...(await quote()), paymentMode }
  const { body } = await server.insist(createBooking, input, { token: rider.token, key: `book-${keys}` })
  for (const one of [driver, other]) await whenAsked(body.id, one)
  return body
}

test.each(sides)(
  'a task that is accepted through a kill %s has one driver or none, and asking again has one answer',
  { timeout: 180_000 },
  async (_when, side) => {
    const { id } = await book()
    const options = await killAt(acceptTask, { id }, { as: driver, side })
    const found = await server.call(getBooking, { id }, { token: admin.token })
    expect([found.status, found.driver]).toEqual(side === 'after' ? ['ACCEPTED', driver.id] : ['NEW', null])
    const accept = async (as: TestUser, key: string) => {
      let answer = await server.send(acceptTask, { id }, { token: as.token, key })
      while (answer.key === 'request_in_flight') answer = await server.send(acceptTask, { id }, { token: as.token, key })
      return answer
    }
    const [mine, others] = await Promise.all([accept(driver, options.key), accept(other, `other-${keys}`)])
    expect([mine.status, others.status].toSorted()).toEqual([200, 409])
    if (side === 'after') expect(mine).toMatchObject({ status: 200, isReplay: true })
    const winner = mine.status === 200 ? driver : other
    expect(await server.call(getBooking, { id }, { token: admin.token })).toMatchObject({ status: 'ACCEPTED', driver: winner.id })
    for (const one of [driver, other])
      expect((await server.call(getSession, {}, { token: one.token })).me?.queue).toBe(one === winner)
    await server.insist(cancelBooking, { id, reason }, { token: rider.token, key: `cancel-${id}` })
  },
)

test.skipIf(!isThorough).each(sides)(
  'a trip goes on after a kill at the COMMIT of each of its steps, %s',
  { timeout: 600_000 },
  async (_when, side) => {
    const as = driver
    const { id, otp } = await step(createBooking, await quote(), { as: rider, side })
    await checkBooks(id, 'NEW')
    await whenAsked(id, driver)
    await step(acceptTask, { id }, { as, side })
    await checkBooks(id, 'ACCEPTED')
    await step(arriveAtPickup, { id }, { as, side })
    await checkBooks(id, 'ARRIVED')
    await step(startTrip, { id, otp }, { as, side })
    await checkBooks(id, 'STARTED')
    await step(reachDrop, { id }, { as, side })
    await checkBooks(id, 'REACHED')
    await step(collectCash, { id }, { as, side })
    await checkBooks(id, 'PAID', ['Debit', 'Credit'])
    await step(rateBooking, { id, stars: 4 }, { as: rider, side })
    await checkBooks(id, 'COMPLETE', ['Debit', 'Credit'])
  },
)

test.skipIf(!isThorough).each(sides)(
  'a card payment goes on after a kill at the COMMIT that counts it, %s',
  { timeout: 600_000 },
  async (_when, side) => {
    const { id, otp } = await book('card')
    for (const [endpoint, input] of [
      [acceptTask, { id }],
      [arriveAtPickup, { id }],
      [startTrip, { id, otp }],
      [reachDrop, { id }],
    ] as const)
      await server.insist(endpoint, input as never, { token: driver.token, key: `${endpoint.verb}-${id}` })
    const pay = { id, provider: 'test' }
    const { payment } = (
      await server.insist(payBooking, pay, await killAt(payBooking, pay, { as: rider, side, mark: 'insert into "payment"' }))
    ).body
    await checkBooks(id, 'PENDING')
    const input = { id: payment.id, token: 'approve' }
    const options = await killAt(completePayment, input, { as: rider, side, mark: `trip:${id}:card` })
    await server.insist(completePayment, input, options)
    const read = () => server.call(getPayment, { id: payment.id }, { token: rider.token })
    await expect.poll(async () => (await read()).status, { timeout: 120_000, interval: 500 }).toBe('paid')
    await checkBooks(id, 'PAID', ['Credit'])
  },
)
