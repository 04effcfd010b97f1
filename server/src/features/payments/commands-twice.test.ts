// Money refunded into a wallet is still with the provider: if the provider takes it back as well, it is lost twice.
import { refundPayment, replayPayment } from '@wayfare/contract/payments-admin'
import { recordReversal } from '@wayfare/contract/payments-records'
import { getReceipt } from '@wayfare/contract/bookings-receipt'
import { toCityTime } from '@wayfare/core/city-time'
import { asId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider, withoutReversals } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'

const fake = makeFakeProvider()
const silent = makeFakeProvider('culqi')
const app = await startApp({
  services: { payments: [fake.provider, withoutReversals(silent.provider)] },
  config: { payments: { stripe: fakeKeys, culqi: fakeKeys } },
})
const { call, make, settle } = app
const admin = await make.admin()
const { control } = fake
const { paidTrip, drivenTrip, begin, balance, booksBalance, detail, notify, platform } = makePayments(app, admin)

const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''))
const intoWallet = (id: string, amount: string) =>
  call(refundPayment, { id: asId(id), amount, target: 'wallet', reason: '' }, { as: admin })
/** From now on the provider reports this about the payment, and sends a notice. */
const tell = async (id: string, said: Parameters<typeof control.reversals.set>[1]) => {
  control.reversals.set(id, said)
  expect(await notify({ payment: id })).toBe(200)
  await settle()
  return detail(id)
}

test('a dispute that is lost after all of it went into the wallet is missing at the provider, and the wallet keeps its money', async () => {
  const { rider, id, payment, booking } = await paidTrip(control)
  const cards = await platform('cards')
  await intoWallet(id, payment.amount)
  const { reversals } = await tell(id, [{ kind: 'dispute', ref: 'dp_1', state: 'lost', amountMinor: minorOf(payment.amount) }])
  expect(reversals).toMatchObject([{ state: 'lost', amount: payment.amount }])
  expect((await platform('cards')) - cards).toBeCloseTo(Number(payment.amount))
  expect(await balance(rider)).toBe(payment.amount)
  // refunded twice although the rider paid once
  const receipt = await call(getReceipt, { id: booking.id }, { as: rider })
  expect([receipt.left, receipt.refunds.map(({ to }) => to).toSorted()]).toEqual(['0.00', ['provider', 'wallet']])
  await booksBalance()
})

test('a refund of the whole at the provider after a part went into the wallet is booked whole', async () => {
  const { id, payment } = await paidTrip(control)
  const cards = await platform('cards')
  await intoWallet(id, '50')
  const amountMinor = minorOf(payment.amount)
  const { payment: now } = await tell(id, [{ ref: 're_1', state: 'done', refundId: null, amountMinor }])
  expect((await platform('cards')) - cards).toBeCloseTo(Number(payment.amount))
  expect(now.refunded).toBe(payment.amount)
  await booksBalance()
})

test('a dispute that is told by e-mail may be as large as what the provider has still', async () => {
  const { rider, booking } = await drivenTrip()
  const { id, amount } = await begin(rider, booking, 'culqi')
  silent.control.said.set(id, { state: 'paid' })
  await call(replayPayment, { id }, { as: admin })
  await intoWallet(id, amount)
  const day = toCityTime(app.deps.now().getTime(), app.deps.settings().timeZone).slice(0, 10)
  const given = { id, kind: 'dispute', state: 'lost', ref: 'CASE-2', reason: 'Says he never rode', day } as const
  const more = (Number(amount) + 1).toFixed(2)
  expect(await app.refusal(recordReversal, { ...given, amount: more }, { as: admin })).toMatchObject({
    key: 'proper_amount',
    details: { most: amount },
  })
  const cards = await platform('cards')
  await call(recordReversal, { ...given, amount }, { as: admin })
  expect((await platform('cards')) - cards).toBeCloseTo(Number(amount))
  await booksBalance()
})

test('that a provider has nothing of it any more is seen also after a part went into the wallet', async () => {
  const { rider, booking } = await drivenTrip()
  const { id } = await begin(rider, booking, 'culqi')
  silent.control.said.set(id, { state: 'paid' })
  await call(replayPayment, { id }, { as: admin })
  await intoWallet(id, '1')
  silent.control.said.set(id, { state: 'expired' })
  await call(replayPayment, { id }, { as: admin })
  expect((await detail(id)).payment.problem).toBe('no_longer_paid')
})

test('the receipt tells what the provider gave back by itself', async () => {
  const { rider, id, booking } = await paidTrip(control)
  await tell(id, [{ ref: 're_a', state: 'done', amountMinor: 1050n, refundId: null }])
  const { total, left, refunds } = await call(getReceipt, { id: booking.id }, { as: rider })
  expect(refunds).toMatchObject([{ amount: '10.50', to: 'provider', pending: false }])
  expect(Number(left)).toBeCloseTo(Number(total) - 10.5)
})
