import { listAudit } from '@wayfare/contract/audit'
import { refundPayment } from '@wayfare/contract/payments-admin'
import { recordReversal } from '@wayfare/contract/payments-records'
import { removeUser } from '@wayfare/contract/people-edit'
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
