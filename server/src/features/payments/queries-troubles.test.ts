import { topUpWallet } from '@wayfare/contract/payments'
import { getPaymentDetail, listPayments, refundPayment, replayPayment, retryRefund } from '@wayfare/contract/payments-admin'
import { getDashboard } from '@wayfare/contract/reports'
import { asId } from '@wayfare/core/ids'
import { afterEach, expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'

const fake = makeFakeProvider()
const app = await startApp({ services: { payments: [fake.provider] }, config: { payments: { stripe: fakeKeys } } })
const { call, make } = app
const admin = await make.admin()

afterEach(() => {
  fake.control.refundState = 'done'
})

const paid = async (): Promise<string> => {
  const { payment } = await call(topUpWallet, { amount: '100.00', provider: 'stripe' }, { as: await make.rider() })
  fake.control.said.set(payment.id, { state: 'paid' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  return payment.id
}

const count = async () => (await call(getDashboard, {}, { as: admin })).troubles
const listed = async (problem: 'true' | 'false') =>
  (await call(listPayments, { problem }, { as: admin })).payments.map(({ id, refundFailed }) => ({ id, refundFailed }))

const giveBack = async (id: string, amount: string) => {
  await call(refundPayment, { id: asId(id), amount, target: 'provider', reason: '' }, { as: admin })
  await app.settle()
}

test('a refund that failed is counted, and found among the payments with a problem until it is made', async () => {
  const id = await paid()
  fake.control.refundState = 'failed'
  await giveBack(id, '40.00')
  expect([await count(), await listed('true')]).toEqual([1, [{ id, refundFailed: true }]])
  expect(await listed('false')).toEqual([])
  const { payment, refunds } = await call(getPaymentDetail, { id: asId(id) }, { as: admin })
  expect(payment.refundFailed).toBe(true)
  fake.control.refundState = 'done'
  await call(retryRefund, { id: asId(refunds[0]?.id ?? '') }, { as: admin })
  await app.settle()
  expect([await count(), await listed('true')]).toEqual([0, []])
})

test('what is given back in another way is no problem any longer', async () => {
  const id = await paid()
  fake.control.refundState = 'failed'
  await giveBack(id, '40.00')
  expect(await count()).toBe(1)
  app.advance(1000)
  fake.control.refundState = 'done'
  await giveBack(id, '30.00')
  expect([await count(), await listed('true')]).toEqual([0, []])
})

test('nor does it stay a problem where what was ordered in its place had to be tried again', async () => {
  const id = await paid()
  fake.control.refundState = 'failed'
  await giveBack(id, '40.00')
  app.advance(1000)
  await giveBack(id, '40.00')
  app.advance(1000)
  fake.control.refundState = 'done'
  const { refunds } = await call(getPaymentDetail, { id: asId(id) }, { as: admin })
  const newer = refunds.toSorted((a, b) => a.createdAt - b.createdAt).at(-1)
  await call(retryRefund, { id: asId(newer?.id ?? '') }, { as: admin })
  await app.settle()
  expect([await count(), await listed('true')]).toEqual([0, []])
})

test('one whose money is gone is no refund to be made', async () => {
  const id = await paid()
  fake.control.refundState = 'failed'
  await giveBack(id, '100.00')
  expect(await count()).toBe(1)
  await app.db.updateTable('payment').set({ disputedMinor: 10_000n, dispute: 'lost' }).where('id', '=', id).execute()
  expect([await count(), await listed('true')]).toEqual([0, []])
})

test('a dispute that waits for an answer is counted as it is listed, and a payment with two problems once', async () => {
  const id = await paid()
  const set = (patch: object) => app.db.updateTable('payment').set(patch).where('id', '=', id).execute()
  await set({ dispute: 'open' })
  expect([await count(), await listed('true')]).toEqual([1, [{ id, refundFailed: false }]])
  fake.control.refundState = 'failed'
  await giveBack(id, '1.00')
  await set({ problem: 'paid_twice' })
  expect([await count(), (await listed('true')).length]).toEqual([1, 1])
  await set({ dispute: 'won', problem: 'provider_unavailable' })
  await giveBack(id, '1.00').catch(() => null)
  expect(await count()).toBe(1)
})

test('whoever has no payments to look after is told of none', async () => {
  expect((await call(getDashboard, {}, { as: await make.fleetAdmin() })).troubles).toBeNull()
})

test('one that is tried again leaves another that failed where it is', async () => {
  const id = await paid()
  fake.control.refundState = 'failed'
  await giveBack(id, '40.00')
  await giveBack(id, '10.00')
  app.advance(1000)
  fake.control.refundState = 'done'
  const { refunds } = await call(getPaymentDetail, { id: asId(id) }, { as: admin })
  const small = refunds.find(({ amount }) => amount === '10.00')
  await call(retryRefund, { id: asId(small?.id ?? '') }, { as: admin })
  await app.settle()
  expect(await listed('true')).toContainEqual({ id, refundFailed: true })
})

test('a refund that no provider has answered for in ten days is counted and listed until it is answered', async () => {
  const id = await paid()
  fake.control.refundState = 'pending'
  await giveBack(id, '40.00')
  const before = await count()
  expect((await listed('true')).map((row) => row.id)).not.toContain(id)
  const ordered = new Date(app.deps.now().getTime() - 10.5 * 24 * 3_600_000)
  await app.db.updateTable('refund').set({ createdAt: ordered }).where('paymentId', '=', id).execute()
  expect(await count()).toBe(Number(before) + 1)
  expect(await listed('true')).toContainEqual({ id, refundFailed: false })
  const { payment, refunds } = await call(getPaymentDetail, { id: asId(id) }, { as: admin })
  expect(payment).toMatchObject({ refundLate: true, refundFailed: false })
  fake.control.refundState = 'done'
  await call(retryRefund, { id: asId(refunds[0]?.id ?? '') }, { as: admin })
  await app.settle()
  expect(await count()).toBe(before)
  expect((await listed('true')).map((row) => row.id)).not.toContain(id)
})
