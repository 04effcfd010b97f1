import { getCheckout, getPayment, topUpWallet } from '@wayfare/contract/payments'
import { exportPayments, listPayments, replayPayment } from '@wayfare/contract/payments-admin'
import { readSheet } from 'read-excel-file/node'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'
import { checkPayment } from './commands-check.ts'
import { pruneCheckouts } from './commands-claim.ts'

const fake = makeFakeProvider()
const { control, count } = fake
const app = await startApp({ services: { payments: [fake.provider] }, config: { payments: { stripe: fakeKeys } } })
const { call, make } = app
const admin = await make.admin()
const { stateOf, balance, booksBalance, detail, notify, troubles } = makePayments(app, admin)
const minuteMs = 60_000

afterEach(() => {
  control.outages.clear()
  vi.useRealTimers()
})

const topUp = async (amount = '50') => {
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount, provider: 'stripe' }, { as: rider })
  return { rider, id: payment.id }
}

const waitingJobs = async (id: string): Promise<number> => {
  const { rows } = await app.database.directPool.query<{ count: string }>(
    `select count(*) as count from graphile_worker._private_jobs where key = $1`,
    [`payment:${id}`],
  )
  return Number(rows[0]?.count)
}

test('a payment whose notice is lost for ever is found by the clock', async () => {
  const { rider, id } = await topUp()
  expect(await waitingJobs(id)).toBe(1)
  await app.runJobs()
  expect(count('fetchStatus', id)).toBe(0)
  control.said.set(id, { state: 'paid' })
  await app.runJobs({ early: true })
  expect(await call(getPayment, { id }, { as: rider })).toMatchObject({ status: 'paid', settledAs: 'wallet', amount: '50.00' })
  expect(await balance(rider)).toBe('50.00')
  expect(await waitingJobs(id)).toBe(0)
  await booksBalance()
})

test('one that stays open is asked about ever more seldom, by one job, and expires after a day; late money still counts', async () => {
  // only `advance` moves the clock: each check would double any delay of the one before
  vi.useFakeTimers({ toFake: ['Date'] })
  const { rider, id } = await topUp()
  const started = (await stateOf(id)).createdAt
  // a payer who returns meanwhile does not delay the next check
  await checkPayment(app.deps, id)
  await checkPayment(app.deps, id)
  const looks: number[] = []
  for (let look = 0; look < 60 && (await stateOf(id)).status === 'open'; look++) {
    const { nextCheckAt } = await stateOf(id)
    looks.push(Math.round(((nextCheckAt ?? 0) - started) / minuteMs))
    expect(await waitingJobs(id)).toBe(1)
    app.advance((nextCheckAt ?? 0) - app.deps.now().getTime())
    await app.runJobs({ early: true })
  }
  expect(looks.slice(0, 5)).toEqual([2, 6, 14, 30, 62])
  expect([looks.at(-1), looks.length < 25]).toEqual([24 * 60, true])
  expect(await stateOf(id)).toMatchObject({ status: 'expired', nextCheckAt: null })
  expect(await waitingJobs(id)).toBe(0)
  control.said.set(id, { state: 'paid' })
  await notify({ payment: id })
  await app.settle()
  expect((await stateOf(id)).status).toBe('paid')
  expect(await balance(rider)).toBe('50.00')
  app.advance(-24 * 60 * minuteMs)
  await booksBalance()
})

test('one that failed may still be paid by another card on the same page: whoever comes back asks, and so does the clock', async () => {
  const [back, lost] = [await topUp('51'), await topUp('52')]
  for (const { id } of [back, lost]) control.said.set(id, { state: 'failed' })
  await app.runJobs({ early: true })
  for (const { id } of [back, lost]) {
    expect((await stateOf(id)).status).toBe('failed')
    expect(await waitingJobs(id)).toBe(1)
    control.said.set(id, { state: 'pending' })
  }
  await app.runJobs({ early: true })
  for (const { id } of [back, lost]) {
    expect((await stateOf(id)).status).toBe('failed')
    control.said.set(id, { state: 'paid' })
  }
  await app.inject({ method: 'GET', url: `/pay/stripe/return/${back.id}` })
  expect((await stateOf(back.id)).status).toBe('paid')
  await app.runJobs({ early: true })
  expect((await stateOf(lost.id)).status).toBe('paid')
  expect([await balance(back.rider), await balance(lost.rider)]).toEqual(['51.00', '52.00'])
  await booksBalance()
})

test('an outage in the middle is borne: the next look finds what was paid', async () => {
  const { rider, id } = await topUp()
  control.said.set(id, { state: 'paid' })
  control.outages.set('fetchStatus', 'unavailable')
  await app.runJobs({ early: true })
  await notify({ payment: id })
  await app.settle()
  expect(await stateOf(id)).toMatchObject({ status: 'open', problem: 'provider_unavailable' })
  control.outages.clear()
  await app.runJobs({ early: true })
  expect(await stateOf(id)).toMatchObject({ status: 'paid', problem: null })
  expect(await balance(rider)).toBe('50.00')
  await booksBalance()
})

test('the list of the desk is filtered and paged without a gap', async () => {
  const mine = [await topUp('61'), await topUp('62'), await topUp('63')]
  control.said.set(mine[1]?.id ?? '', { state: 'failed' })
  await app.runJobs({ early: true })
  const failed = await call(listPayments, { status: 'failed' }, { as: admin })
  expect(failed.payments.map(({ id }) => id)).toEqual([mine[1]?.id])
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const page = await call(listPayments, { limit: 2, ...(cursor ? { cursor } : {}) }, { as: admin })
    pages.push(...page.payments.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const all = await call(listPayments, { limit: 100 }, { as: admin })
  expect(pages).toEqual(all.payments.map(({ id }) => id))
  expect(pages.slice(0, 3)).toEqual(mine.map(({ id }) => id).toReversed())
  const found = await call(listPayments, { search: `ref-${mine[2]?.id}` }, { as: admin })
  expect(found.payments.map(({ id }) => id)).toEqual([mine[2]?.id])
  expect((await call(listPayments, { search: '%' }, { as: admin })).payments).toEqual([])
  expect((await call(listPayments, { problem: 'true' }, { as: admin })).payments).toEqual([])
  expect((await call(listPayments, { provider: 'paypal' }, { as: admin })).payments).toEqual([])
  const { body } = await app.raw(exportPayments, {}, { as: admin })
  const lines = body.trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(pages)
  const sheet = await app.raw(exportPayments, { format: 'xlsx' }, { as: admin })
  const [head = [], ...rows] = await readSheet(sheet.rawPayload)
  const cells = rows.map((row) => ['amount', 'createdAt', 'userId'].map((column) => row[head.indexOf(column)]))
  expect(cells.every(([amount, at, user]) => typeof amount === 'number' && at instanceof Date && Boolean(user))).toBe(true)
  const failures = await app.raw(exportPayments, { status: 'failed' }, { as: admin })
  expect(failures.body).toContain(`${mine[1]?.id},`)
  expect(failures.body.trimEnd().split('\r\n')).toHaveLength(2)
})

test('the demo lock keeps the payments in', async () => {
  await app.settings({ allowCriticalEditsAdmin: false })
  expect((await app.refusal(exportPayments, {}, { as: admin })).key).toBe('demo_mode')
  await app.settings({ allowCriticalEditsAdmin: true })
})

test('how the payer was to go on is forgotten once nobody can go on by it', async () => {
  const { rider, id } = await topUp()
  const kept = async () =>
    (await app.db.selectFrom('payment').select('checkout').where('id', '=', id).executeTakeFirst())?.checkout
  await pruneCheckouts(app.deps)
  expect(await kept()).toMatchObject({ kind: 'redirect' })
  app.advance(3 * 24 * 60 * minuteMs)
  await pruneCheckouts(app.deps)
  expect(await kept()).toBeNull()
  app.advance(-3 * 24 * 60 * minuteMs)
  await expect(call(getCheckout, { id }, { as: rider })).rejects.toMatchObject({ key: 'wrong_step' })
})

test('a payment is its payer’s to see, and nobody else’s but the desk’s', async () => {
  const { rider, id } = await topUp()
  expect((await call(getPayment, { id }, { as: rider })).id).toBe(id)
  expect((await call(getPayment, { id }, { as: admin })).id).toBe(id)
  for (const as of [await make.rider(), await make.driver()])
    await expect(call(getPayment, { id }, { as })).rejects.toMatchObject({ key: 'not_found' })
})

test('what was asked before the money came says nothing of it: no problem is noted, and nobody is told', async () => {
  for (const late of [{ state: 'pending' as const }, { state: 'failed' as const }, 'unavailable' as const]) {
    const { rider, id } = await topUp()
    control.during.set('fetchStatus', async () => {
      control.during.clear()
      control.said.set(id, { state: 'paid' })
      await notify({ payment: id, confirmed: 'yes' })
      if (late === 'unavailable') control.outages.set('fetchStatus', late)
      else control.said.set(id, late)
    })
    await checkPayment(app.deps, id)
    control.outages.clear()
    expect(await stateOf(id)).toMatchObject({ status: 'paid', problem: null })
    expect(await balance(rider)).toBe('50.00')
  }
  expect(await troubles('no_longer_paid')).toBe(0)
})

test('a payment that is paid has no problem because its provider is away when the desk asks', async () => {
  const { id } = await topUp()
  control.said.set(id, { state: 'paid' })
  await notify({ payment: id, confirmed: 'yes' })
  for (const outage of ['unavailable', 'refused'] as const) {
    control.outages.set('fetchStatus', outage)
    await expect(call(replayPayment, { id }, { as: admin })).rejects.toMatchObject({ key: 'provider_fetch_error' })
    expect(await stateOf(id)).toMatchObject({ status: 'paid', problem: null })
  }
})

test('a notice that comes while the provider is asked is asked about, too', async () => {
  const { id } = await topUp()
  control.said.set(id, { state: 'paid' })
  await notify({ payment: id, confirmed: 'yes' })
  control.during.set('fetchStatus', async () => {
    control.during.clear()
    await notify({ payment: id, event: 'meanwhile' })
  })
  const before = count('fetchStatus', id)
  await checkPayment(app.deps, id)
  await app.settle()
  expect(count('fetchStatus', id)).toBe(before + 2)
  expect((await detail(id)).notices.map(({ state }) => state)).toEqual(['done', 'done'])
})

test('a notice that comes while the provider says that nothing came yet is asked about at once', async () => {
  const { rider, id } = await topUp()
  control.during.set('fetchStatus', async () => {
    control.during.clear()
    await notify({ payment: id, event: 'paid now' })
  })
  await checkPayment(app.deps, id)
  expect((await stateOf(id)).status).toBe('open')
  control.said.set(id, { state: 'paid' })
  await app.settle()
  expect(await stateOf(id)).toMatchObject({ status: 'paid', problem: null })
  expect(await balance(rider)).toBe('50.00')
})

test('a notice about a paid payment is told to the desk where the provider refuses to say more', async () => {
  const { id } = await topUp()
  control.said.set(id, { state: 'paid' })
  await notify({ payment: id, confirmed: 'yes' })
  control.outages.set('fetchStatus', 'refused')
  await notify({ payment: id, event: 'something else' })
  await app.settle()
  control.outages.clear()
  expect(await stateOf(id)).toMatchObject({ status: 'paid', problem: 'provider_refused' })
})

test('a confirmed no that comes after the money is no news of itself: the provider is asked', async () => {
  const { id } = await topUp()
  control.said.set(id, { state: 'paid' })
  await notify({ payment: id, confirmed: 'yes' })
  control.during.set('fetchStatus', async () => control.said.set(id, { state: 'paid' }))
  control.said.set(id, { state: 'failed' })
  await notify({ payment: id, confirmed: 'yes', event: 'old' })
  await app.settle()
  control.during.clear()
  expect(await stateOf(id)).toMatchObject({ status: 'paid', problem: null })
  expect((await detail(id)).notices).toMatchObject([{ state: 'done' }, { state: 'done' }])
})
