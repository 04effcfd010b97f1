// Money on its way to an account that is being removed.
import { getTip, giveTip } from '@wayfare/contract/bookings-tip'
import { topUpWallet } from '@wayfare/contract/payments'
import { refundPayment, replayPayment } from '@wayfare/contract/payments-admin'
import { removeUser } from '@wayfare/contract/people-edit'
import { deleteMe } from '@wayfare/contract/people-profile'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'
import { inTx } from '../../db/tx.ts'

const fake = makeFakeProvider()
const app = await startApp({ services: { payments: [fake.provider] }, config: { payments: { stripe: fakeKeys } } })
const { call, refusal, make } = app
const admin = await make.admin()
const payments = makePayments(app, admin)

test('a driver whose share is not paid yet gives it up on purpose or stays', async () => {
  const { driver, booking } = await payments.drivenTrip()
  expect(booking.status).toBe('PENDING')
  const owed = { key: 'balance_not_zero', details: { balance: booking.driverShare, currency: 'SEK', mayForfeit: true } }
  expect(await refusal(deleteMe, {}, { as: driver })).toMatchObject(owed)
  expect(await refusal(removeUser, { id: driver.id }, { as: admin })).toMatchObject(owed)
  // together with the wallet's balance it is one sum, and is given up as one
  await make.money(driver, 500n)
  const sum = (Number(booking.driverShare) + 5).toFixed(2)
  expect(await refusal(deleteMe, {}, { as: driver })).toMatchObject({ details: { balance: sum, mayForfeit: true } })
  await call(removeUser, { id: driver.id, forfeit: true }, { as: admin })
})

test('a rider who begins to pay while being removed does not pay into a wallet that is nobody’s', async () => {
  const rider = await make.rider()
  const beginning: Promise<unknown>[] = []
  // the removal has found no payment, and is not committed yet
  await inTx(app.deps, async (tx) => {
    await tx.selectFrom('appUser').select('id').where('id', '=', rider.id).forUpdate().execute()
    beginning.push(refusal(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider }))
    const isWaiting = sql<{
      n: number
    }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await isWaiting.execute(app.db)).rows[0]?.n).toBe(1)
    await tx.updateTable('appUser').set({ removedAt: app.deps.now() }).where('id', '=', rider.id).execute()
  })
  expect(await Promise.all(beginning)).toMatchObject([{ key: 'user_issue_contact_admin' }])
  expect(await app.db.selectFrom('payment').select('id').where('userId', '=', rider.id).execute()).toEqual([])
})

test('a rider who is paying stays until it is paid or over', async () => {
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider })
  const paying = { key: 'conflict', details: { paymentId: payment.id } }
  expect(await refusal(deleteMe, {}, { as: rider })).toMatchObject(paying)
  expect(await refusal(removeUser, { id: rider.id, forfeit: true }, { as: admin })).toMatchObject(paying)
  // another card may be tried after one was declined
  fake.control.said.set(payment.id, { state: 'failed' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  expect((await refusal(deleteMe, {}, { as: rider })).key).toBe('conflict')
  fake.control.said.set(payment.id, { state: 'expired' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  await call(deleteMe, {}, { as: rider })
})

test('nothing is given back into a wallet that is nobody’s', async () => {
  const { rider, id } = await payments.paidTrip(fake.control)
  expect((await payments.detail(id)).targets).toContain('wallet')
  await call(deleteMe, { forfeit: true }, { as: rider })
  expect((await payments.detail(id)).targets).not.toContain('wallet')
  const refund = { id: asId<'payment'>(id), amount: '10', target: 'wallet', reason: '' } as const
  expect((await refusal(refundPayment, refund, { as: admin })).status).toBe(409)
})

test('no tip is asked for a driver who has gone', async () => {
  const { rider, driver, id } = await payments.trips.trip('PAID')
  await make.money(rider, 10_000n)
  // cash that he holds
  await make.money(driver, 20_000n)
  expect((await call(getTip, { id }, { as: rider })).offer).not.toBeNull()
  await call(deleteMe, { forfeit: true }, { as: driver })
  expect((await call(getTip, { id }, { as: rider })).offer).toBeNull()
  expect((await refusal(giveTip, { id, amount: '20.00' }, { as: rider })).key).toBe('tip_not_paid')
})
