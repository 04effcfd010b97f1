import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Outcome } from '../../adapters/ports-payments.ts'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'
import { computeDue, findPaymentRow, isWanted, settlePayment } from './settle.ts'

const fake = makeFakeProvider()
const app = await startApp({ services: { payments: [fake.provider] }, config: { payments: { stripe: fakeKeys } } })
const { trips, drivenTrip, begin, balance, booksBalance } = makePayments(app, await app.make.admin())

const read = async (id: string) => {
  const row = await findPaymentRow(app.db, id)
  if (!row) throw new Error('no such payment')
  return row
}

const waiting = async () => {
  const { rider, booking, ...people } = await drivenTrip()
  const { id } = await begin(rider, booking)
  return { ...people, rider, booking, id }
}

const readBooking = (id: string) =>
  app.db.selectFrom('booking').selectAll().where('id', '=', asId<'booking'>(id)).executeTakeFirstOrThrow()

/** Sets what the provider says about a payment; by default the requested sum. */
const say = async (id: string, said: Partial<Outcome>) => {
  const row = await read(id)
  const { amountMinor, currency } = row
  return settlePayment(app.deps, row, { state: 'pending', amountMinor, currency, providerTxn: null, ...said })
}

const countTold = async (id: string): Promise<number> => {
  const rows = await app.db.selectFrom('event').select('payload').where('type', '=', 'PaymentChanged').execute()
  return rows.filter(({ payload }) => JSON.stringify(payload).includes(id)).length
}

test('a card is asked for all that the wallet does not pay, once for the trip and never for a claim that nobody granted', async () => {
  const { booking, id } = await waiting()
  const [row, payment] = [await readBooking(booking.id), await read(id)]
  const mixed = { ...row, cardPaymentAmountMinor: 300n, cashPaymentAmountMinor: 200n }
  expect(computeDue(mixed)).toEqual({ purpose: 'booking', amountMinor: 500n })
  expect(computeDue({ ...mixed, status: 'PAID' })).toEqual({ purpose: 'claim', amountMinor: 0n })
  expect(isWanted(mixed, { ...payment, amountMinor: 500n })).toBe(true)
  for (const other of [
    { amountMinor: 499n },
    { amountMinor: 500n, currency: 'XTS' },
    { amountMinor: 500n, userId: asId<'user'>('somebody') },
    { amountMinor: 500n, purpose: 'claim' as const },
  ])
    expect(isWanted(mixed, { ...payment, ...other }), JSON.stringify(Object.keys(other))).toBe(false)
  expect(isWanted({ ...mixed, status: 'PAID' }, { ...payment, purpose: 'claim', amountMinor: 0n })).toBe(false)
})

test('what is not paid is told as it is, its own name at the provider is kept, and the same word again changes nothing', async () => {
  const { id } = await waiting()
  expect(await say(id, { providerTxn: 'name-1' })).toMatchObject({ status: 'open', providerTxn: 'name-1' })
  const told = await countTold(id)
  expect(await say(id, { providerTxn: 'name-1' })).toMatchObject({ status: 'open', providerTxn: 'name-1' })
  expect(await say(id, { providerTxn: null })).toMatchObject({ status: 'open', providerTxn: 'name-1' })
  expect(await countTold(id)).toBe(told)
  expect(await say(id, { state: 'expired' })).toMatchObject({ status: 'expired', providerTxn: 'name-1' })
  expect(await say(id, { state: 'failed' })).toMatchObject({ status: 'failed', providerTxn: 'name-1' })
})

test('a problem goes when the provider no longer says that it was paid', async () => {
  const { id } = await waiting()
  expect(await say(id, { state: 'paid', amountMinor: 1n })).toMatchObject({ status: 'open', problem: 'amount_differs' })
  expect(await say(id, { state: 'pending' })).toMatchObject({ status: 'open', problem: null })
})

test('each paid payment is watched by a job of its own', async () => {
  const [one, other] = [await waiting(), await waiting()]
  for (const { id } of [one, other]) await say(id, { state: 'paid' })
  const { rows } = await sql<{ key: string | null }>`select key from graphile_worker.jobs`.execute(app.db)
  expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining([`watch:${one.id}`, `watch:${other.id}`]))
})

test('money without a name is counted once, and no other money beside it', async () => {
  const { rider, driver, booking, id } = await waiting()
  const { amountMinor, currency } = await read(id)
  const taken = [{ providerTxn: 'other', amountMinor, currency }]
  expect(await say(id, { state: 'paid', taken })).toMatchObject({ status: 'paid', settledAs: 'booking', problem: null })
  expect(await say(id, { state: 'paid', taken })).toMatchObject({ status: 'paid', problem: null })
  expect((await trips.get(rider, booking.id)).status).toBe('PAID')
  expect([await balance(rider), await balance(driver)]).toEqual(['0.00', booking.driverShare])
  await booksBalance()
})

test('other money that is not ours keeps its word, whatever is said later', async () => {
  const { id } = await waiting()
  await say(id, { state: 'paid', providerTxn: 'sum-1' })
  expect(await say(id, { state: 'paid', providerTxn: 'sum-2' })).toMatchObject({ providerTxn: 'sum-1', problem: 'paid_twice' })
  for (const providerTxn of ['sum-1', null])
    expect(await say(id, { state: 'paid', providerTxn })).toMatchObject({ providerTxn: 'sum-1', problem: 'paid_twice' })
})

test('a payment that was told as gone is whole again when the provider says so, with or without its name', async () => {
  const { id } = await waiting()
  await say(id, { state: 'paid', providerTxn: 'sum-1' })
  for (const providerTxn of ['sum-1', null]) {
    expect(await say(id, { state: 'failed', providerTxn: 'sum-1' })).toMatchObject({ status: 'paid', problem: 'no_longer_paid' })
    expect(await say(id, { state: 'paid', providerTxn })).toMatchObject({ status: 'paid', problem: null })
  }
})

test('a refusal that was asked for before the money came says nothing of it', async () => {
  const { id } = await waiting()
  const before = await read(id)
  await say(id, { state: 'paid', providerTxn: 'sum-1' })
  const { amountMinor, currency } = before
  const late = { state: 'failed' as const, amountMinor, currency, providerTxn: 'sum-1' }
  expect(await settlePayment(app.deps, before, late)).toMatchObject({ status: 'paid', problem: null })
  expect(await settlePayment(app.deps, await read(id), late)).toMatchObject({ status: 'paid', problem: 'no_longer_paid' })
})
