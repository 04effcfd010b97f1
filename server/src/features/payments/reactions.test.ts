import { listAudit } from '@wayfare/contract/audit'
import { refundPayment } from '@wayfare/contract/payments-admin'
import { recordReversal } from '@wayfare/contract/payments-records'
import { removeUser } from '@wayfare/contract/people-edit'
import { deleteMe } from '@wayfare/contract/people-profile'
import { toCityTime } from '@wayfare/core/city-time'
import { asId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider, withoutReversals } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'

const fake = makeFakeProvider()
const app = await startApp({
  services: { payments: [withoutReversals(fake.provider)] },
  config: { payments: { stripe: fakeKeys } },
})
const { call, make } = app
const admin = await make.admin()
const payments = makePayments(app, admin)
const today = toCityTime(app.deps.now().getTime(), app.deps.settings().timeZone).slice(0, 10)

test('why the desk gave money back goes with the person who paid, also out of the audit log', async () => {
  const { rider, id: paymentId, booking } = await payments.paidTrip(fake.control)
  const id = asId<'payment'>(paymentId)
  const reason = 'Fredegunda Quist was ill'
  await call(refundPayment, { id, amount: '5', target: 'wallet', reason }, { as: admin })
  await call(
    recordReversal,
    { id, kind: 'dispute', state: 'lost', amount: '5', ref: 'CASE-1', reason, day: today },
    { as: admin },
  )
  await app.db.updateTable('booking').set({ status: 'COMPLETE' }).where('id', '=', booking.id).execute()
  await call(removeUser, { id: rider.id, forfeit: true }, { as: admin })
  await app.settle()
  const { refunds, reversals } = await payments.detail(id)
  expect([...refunds, ...reversals].map((one) => one.reason)).toEqual(['', ''])
  const { entries } = await call(listAudit, { limit: 50 }, { as: admin })
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['payments.refund', 'payments.recordReversal']))
  expect(JSON.stringify(entries)).not.toContain('Fredegunda')
  await payments.booksBalance()
})

test('how somebody was to go on paying names them: it goes with the account, and not two days later', async () => {
  const [rider, other] = [await make.rider(), await make.rider()]
  const checkout = JSON.stringify({
    providerRef: 'x',
    kind: 'form' as const,
    action: 'https://pay.example/',
    fields: [['buyerEmail', rider.email]],
  })
  for (const { id: userId } of [rider, other])
    await app.db
      .insertInto('payment')
      .values({
        id: `PAY ${userId}`,
        userId,
        purpose: 'topUp',
        provider: 'payulatam',
        amountMinor: 1000n,
        currency: 'SEK',
        status: 'expired',
        checkout,
        sealed: 'v1.token',
      })
      .execute()
  await call(deleteMe, { forfeit: false }, { as: rider })
  await app.settle()
  const rows = await app.db
    .selectFrom('payment')
    .where('provider', '=', 'payulatam')
    .select(['userId', 'sealed'])
    .select((e) => e('checkout', 'is', null).as('forgotten'))
    .execute()
  expect(Object.fromEntries(rows.map(({ userId, ...row }) => [userId, row]))).toEqual({
    [rider.id]: { sealed: null, forgotten: true },
    [other.id]: { sealed: 'v1.token', forgotten: false },
  })
})
