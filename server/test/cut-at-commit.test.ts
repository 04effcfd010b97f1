// The connection to the database breaks at the COMMIT of a write: nobody knows whether it was done. Asked again under its key, the
// write is done once and has one answer, on whichever side of the COMMIT the connection broke.
import { createBooking, quoteBooking, rateBooking } from '@wayfare/contract/bookings'
import { acceptTask } from '@wayfare/contract/dispatch'
import type { Endpoint, InputOf } from '@wayfare/contract/endpoint'
import { collectCash } from '@wayfare/contract/trips'
import { getWallet, requestWithdraw } from '@wayfare/contract/wallet'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from './harness.ts'
import { jarntorget, korsvagen, type TestUser } from './make.ts'
import { startProxy } from './proxy.ts'
import { makeTrips } from './trips.ts'

let proxy: Awaited<ReturnType<typeof startProxy>> | null = null
const app = await startApp({
  database: {
    reach: async (url) => {
      proxy = await startProxy(url)
      return proxy.url
    },
    answerWithinMs: 5000,
  },
})
const trips = makeTrips(app)
const { make, raw } = app
afterAll(async () => {
  await app.close()
  proxy?.close()
})

let keys = 0

/** Sends the write, cuts its connection at the COMMIT, and sends it again: whether the second answer was the first one's. */
const sendCut = async <E extends Endpoint>(side: 'before' | 'after', endpoint: E, input: InputOf<E>, as: TestUser) => {
  keys += 1
  const once = `cut-${side}-${keys}`
  const reached = proxy?.atCommit(once, side)
  const first = raw(endpoint, input, { as, once })
  const cut = await reached
  cut?.()
  const { statusCode, headers } = await first
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  // the database may not have noticed yet that the connection is gone
  let second = await raw(endpoint, input, { as, once })
  while (second.json().error?.key === 'request_in_flight') second = await raw(endpoint, input, { as, once })
  expect(second.statusCode).toBe(200)
  const third = await raw(endpoint, input, { as, once })
  expect(third.json()).toEqual(second.json())
  return second.headers['idempotency-replayed'] === 'true'
}

/** The answer was kept exactly where the database had heard of the COMMIT. */
const sides = [
  ['before the database hears of it', 'before', false],
  ['when the database has done it', 'after', true],
] as const

const countPostings = async (reference: string): Promise<number> =>
  (await app.db.selectFrom('ledgerTransaction').select('once').where('reference', '=', reference).execute()).length

describe.each(sides)('a connection that breaks at COMMIT, %s', (_when, side, isKept) => {
  test('books once', async () => {
    const { carType, rider } = await trips.cast()
    const { quote, estimateFare } = await app.call(quoteBooking, { pickup: jarntorget, drop: korsvagen, carType })
    expect(await sendCut(side, createBooking, { quote, estimateFare }, rider)).toBe(isKept)
    expect(await app.db.selectFrom('booking').select('id').where('customerId', '=', rider.id).execute()).toHaveLength(1)
  })

  test('gives a task to the driver once, and to nobody else', async () => {
    const { carType, rider, driver } = await trips.cast()
    const other = await make.driver({ carType, at: jarntorget })
    const { id } = await trips.book(rider, carType)
    await trips.offer(id)
    expect(await sendCut(side, acceptTask, { id }, driver)).toBe(isKept)
    const refused = await app.refusal(acceptTask, { id }, { as: other })
    expect(refused.key).toBe('already_taken')
    expect(await trips.get(rider, id)).toMatchObject({ status: 'ACCEPTED', driver: driver.id })
  })

  test('counts cash once, and completes the trip once', async () => {
    const { rider, driver, id } = await trips.trip('REACHED')
    expect(await sendCut(side, collectCash, { id }, driver)).toBe(isKept)
    await app.settle()
    const paid = await countPostings(id)
    expect(paid).toBe(2)
    expect(await sendCut(side, rateBooking, { id, stars: 5 }, rider)).toBe(isKept)
    expect(await countPostings(id)).toBe(paid)
    expect(await trips.get(rider, id)).toMatchObject({ status: 'COMPLETE' })
  })

  test('takes a withdrawal out of the wallet once', async () => {
    const driver = await make.driver({ bankName: 'Handelsbanken', bankCode: '6112', bankAccount: '123 456 789' })
    await make.money(driver, 10_000n)
    expect(await sendCut(side, requestWithdraw, { amount: '60.00' }, driver)).toBe(isKept)
    expect(await app.db.selectFrom('withdraw').selectAll().where('userId', '=', driver.id).execute()).toHaveLength(1)
    expect((await app.call(getWallet, {}, { as: driver })).balance).toBe('40.00')
  })
})
