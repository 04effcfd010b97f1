import { topUpWallet } from '@wayfare/contract/payments'
import { listNotices } from '@wayfare/contract/payments-admin'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'
import { receiveNotice } from './commands-notices.ts'

const fake = makeFakeProvider()
const { control, count } = fake
const app = await startApp({ services: { payments: [fake.provider] }, config: { payments: { stripe: fakeKeys } } })
const { call, make } = app
const admin = await make.admin()
const { stateOf, balance, booksBalance, troubles, detail, notify } = makePayments(app, admin)

const topUp = async () => {
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider })
  return { rider, id: payment.id }
}

const unknown = async () =>
  (await call(listNotices, {}, { as: admin })).notices.filter(({ problem }) => problem === 'unknown_notice')

test('a notice that names the checkout before we were told its name is taken up as soon as we are', async () => {
  control.during.set('createCheckout', async () => {
    control.during.clear()
    const [id = ''] = [...control.charges.keys()].slice(-1)
    control.said.set(id, { state: 'paid' })
    expect(await notify({ ref: `ref-${id}`, event: 'early' })).toBe(200)
    expect(await unknown()).toMatchObject([{ eventId: 'early', mode: 'sandbox', state: 'refused' }])
  })
  const { rider, id } = await topUp()
  await app.settle()
  expect(await stateOf(id)).toMatchObject({ status: 'paid', checks: 0 })
  expect(await unknown()).toEqual([])
  expect((await detail(id)).notices).toMatchObject([{ eventId: 'early', state: 'done', problem: null }])
  expect(await balance(rider)).toBe('50.00')
  await booksBalance()
})

test('one about nothing we know is told once however often it comes, and counts when it comes again after its payment', async () => {
  const before = await troubles('unknown_notice')
  expect([await notify({ ref: 'ref-late', event: 'late' }), await notify({ ref: 'ref-late', event: 'late' })]).toEqual([200, 200])
  expect(await troubles('unknown_notice')).toBe(before + 1)
  const { rider, id } = await topUp()
  // as after restoring a backup without the checkout's reference
  await app.db.updateTable('payment').set({ providerRef: 'ref-late' }).where('id', '=', id).execute()
  control.said.set(id, { state: 'paid' })
  expect([await notify({ ref: 'ref-late', event: 'late' }), await notify({ ref: 'ref-late', event: 'late' })]).toEqual([200, 200])
  await app.settle()
  expect(count('fetchStatus', id)).toBe(1)
  expect((await stateOf(id)).status).toBe('paid')
  expect([await unknown(), await balance(rider)]).toEqual([[], '50.00'])
  await booksBalance()
})

test('notices of the sandbox and of the live mode may have the same name', async () => {
  const live = await startApp({
    services: { payments: [fake.provider] },
    config: { payments: { stripe: { ...fakeKeys, mode: 'live' } } },
  })
  await live.db
    .insertInto('paymentEvent')
    .values({ provider: 'stripe', mode: 'sandbox', eventId: 'same', state: 'done' })
    .execute()
  const rider = await live.make.rider()
  const { payment } = await live.call(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider })
  control.said.set(payment.id, { state: 'paid' })
  const headers = { 'x-signature': fakeKeys.keys.WEBHOOK_SECRET }
  const body = Buffer.from(JSON.stringify({ event: 'same', payment: payment.id }))
  const request = { method: 'POST' as const, query: new URLSearchParams(), headers, body, ip: '::1' }
  expect(await receiveNotice(live.deps, { name: 'stripe', mode: 'live' }, request)).toBe(true)
  await live.settle()
  expect((await live.db.selectFrom('payment').select('status').executeTakeFirstOrThrow()).status).toBe('paid')
})
