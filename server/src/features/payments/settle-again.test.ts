import { topUpWallet } from '@wayfare/contract/payments'
import { listPayments, refundPayment, replayPayment } from '@wayfare/contract/payments-admin'
import { expect, test } from 'vitest'
import type { TakenPayment } from '../../adapters/ports-payments.ts'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'

const { provider, control } = makeFakeProvider()
const app = await startApp({ services: { payments: [provider] }, config: { payments: { stripe: fakeKeys } } })
const { call, make, settle } = app
const admin = await make.admin()
const { trips, balance, booksBalance, stateOf, troubles, drivenTrip, begin, notify } = makePayments(app, admin)

const topUp = async () => {
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider })
  return { rider, id: payment.id }
}

const money = (providerTxn: string): TakenPayment => ({ providerTxn, amountMinor: 5000n, currency: app.deps.settings().code })

const namedAfter = async (id: string) => (await call(listPayments, { search: id }, { as: admin })).payments

test('the second money for a booking is a payment of its own in the wallet, however often it is told, and its payer hears', async () => {
  const { rider, driver, booking } = await drivenTrip()
  const told: string[] = []
  app.deps.bus.subscribe(`user.${rider.id}`, (message) => told.push(JSON.stringify(message)))
  const { id } = await begin(rider, booking)
  const { amountMinor = 0n, currency = '' } = control.charges.get(id) ?? {}
  const before = await troubles('paid_twice')
  const say = (providerTxn: string) =>
    control.said.set(id, { state: 'paid', providerTxn, taken: [{ providerTxn, amountMinor, currency }] })
  say('money-1')
  await notify({ payment: id, confirmed: 'yes' })
  say('money-2')
  await Promise.all(Array.from({ length: 20 }, () => notify({ payment: id, confirmed: 'yes' })))
  say('money-1')
  await notify({ payment: id })
  await settle()
  expect((await namedAfter(id)).map((row) => [row.id, row.providerTxn, row.settledAs, row.problem])).toEqual([
    [`${id}-2`, 'money-2', 'wallet', null],
    [id, 'money-1', 'booking', null],
  ])
  expect((await trips.get(rider, booking.id)).status).toBe('PAID')
  expect(await balance(rider)).toBe(booking.payableAmount)
  expect(await balance(driver)).toBe(booking.driverShare)
  expect(told.filter((message) => message.includes('notice_payment_to_wallet'))).toHaveLength(1)
  expect(await troubles('paid_twice')).toBe(before)
  await booksBalance()
})

test('all of it counts when we hear of all at once, and of a third later', async () => {
  const { rider, id } = await topUp()
  const say = (...names: string[]) => control.said.set(id, { state: 'paid', providerTxn: 'a1', taken: names.map(money) })
  say('a2', 'a1')
  await notify({ payment: id })
  await settle()
  expect(await balance(rider)).toBe('100.00')
  say('a1', 'a2', 'a3')
  await Promise.all([notify({ payment: id }), notify({ payment: id })])
  await settle()
  expect((await namedAfter(id)).map((row) => [row.id, row.providerTxn])).toEqual([
    [`${id}-3`, 'a3'],
    [`${id}-2`, 'a2'],
    [id, 'a1'],
  ])
  expect(await balance(rider)).toBe('150.00')
  await booksBalance()
})

test('the second money goes back to its card once; the provider is asked by the name it knows, and the first one stays', async () => {
  const { rider, id } = await topUp()
  control.said.set(id, { state: 'paid', providerTxn: 'b1', taken: [money('b1'), money('b2')] })
  await notify({ payment: id })
  await settle()
  const second = (await namedAfter(id)).find(({ providerTxn }) => providerTxn === 'b2')
  if (!second) throw new Error('the second money was not counted')
  const refund = { id: second.id, amount: '50.00', target: 'provider', reason: 'paid twice' } as const
  await call(refundPayment, refund, { as: admin })
  await settle()
  expect(control.calls.filter((one) => one.step === 'refund' && one.id === id)).toMatchObject([{ id, amountMinor: 5000n }])
  await expect(call(refundPayment, refund, { as: admin })).rejects.toMatchObject({ key: 'proper_amount' })
  expect([(await stateOf(second.id)).refunded, (await stateOf(id)).refunded]).toEqual(['50.00', '0.00'])
  // asked about the second one, the provider may report the first: both are counted
  control.said.set(id, { state: 'paid', providerTxn: 'b1', taken: [money('b1')] })
  expect((await call(replayPayment, { id: second.id }, { as: admin })).payment).toMatchObject({ status: 'paid', problem: null })
  expect(await namedAfter(id)).toHaveLength(2)
  expect(await balance(rider)).toBe('50.00')
  await booksBalance()
})

test('money that was counted and is gone is told, whatever else is paid on its page', async () => {
  const { rider, id } = await topUp()
  const before = await troubles('no_longer_paid')
  control.said.set(id, { state: 'paid', providerTxn: 'c1', taken: [money('c1')] })
  await notify({ payment: id })
  await settle()
  control.said.set(id, { state: 'failed', providerTxn: 'c1', taken: [money('c2')] })
  await notify({ payment: id })
  await settle()
  expect(await balance(rider)).toBe('100.00')
  control.said.set(id, { state: 'paid', providerTxn: 'c2', taken: [money('c2')] })
  await notify({ payment: id })
  await settle()
  expect((await namedAfter(id)).map((row) => [row.providerTxn, row.problem])).toEqual([
    ['c2', null],
    ['c1', 'no_longer_paid'],
  ])
  expect(await troubles('no_longer_paid')).toBe(before + 1)
  expect(await balance(rider)).toBe('100.00')
  await booksBalance()
})

test('the second money that is gone is told of its own payment, not of the first', async () => {
  const { id } = await topUp()
  control.said.set(id, { state: 'paid', providerTxn: 'd1', taken: [money('d1'), money('d2')] })
  await notify({ payment: id })
  await settle()
  control.said.set(id, { state: 'failed', providerTxn: 'd2', taken: [money('d1')] })
  await notify({ payment: id, confirmed: 'yes' })
  await settle()
  expect((await namedAfter(id)).map((row) => [row.id, row.problem])).toEqual([
    [`${id}-2`, 'no_longer_paid'],
    [id, null],
  ])
})

test('other money of which something may have gone back counts nowhere, and the payment says so', async () => {
  const { rider, id } = await topUp()
  control.said.set(id, { state: 'paid', providerTxn: 'e1', unclear: ['e1', 'e2'] })
  await notify({ payment: id })
  await settle()
  expect((await namedAfter(id)).map((row) => [row.id, row.problem])).toEqual([[id, 'paid_twice']])
  expect(await balance(rider)).toBe('50.00')
})
