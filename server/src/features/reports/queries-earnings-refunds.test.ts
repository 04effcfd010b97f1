import { topUpWallet } from '@wayfare/contract/payments'
import { refundPayment, replayPayment } from '@wayfare/contract/payments-admin'
import { exportEarningReports, getDriverEarnings, getEarningReports } from '@wayfare/contract/reports'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'

const fake = makeFakeProvider()
const { control } = fake
const app = await startApp({ services: { payments: [fake.provider] }, config: { payments: { stripe: fakeKeys } } })
const { call, make, settle } = app
const admin = await make.admin()
const { notify, platform, booksBalance, ...payments } = makePayments(app, admin)

const report = () => call(getEarningReports, {}, { as: admin })
const monthNow = (): string => new Date(app.deps.now()).toISOString().slice(0, 7)
const rowOf = async (month: string) => (await report()).rows.find((row) => row.month === month)
const refund = (id: string, amount: string, target: 'provider' | 'wallet' = 'provider') =>
  call(refundPayment, { id: asId(id), amount, target, reason: '' }, { as: admin })

test('refunds stand beside what was earned: ours and the provider’s, to card and wallet, and drivers keep their share', async () => {
  const { id, driver, booking } = await payments.paidTrip(control)
  const before = await rowOf(monthNow())
  expect(before?.refunds).toBe('0.00')
  await refund(id, '7.00')
  await settle()
  await refund(id, '2.50', 'wallet')
  control.reversals.set(id, [{ ref: 're_there', amountMinor: 100n, refundId: null }])
  await notify({ payment: id })
  await settle()
  expect(await rowOf(monthNow())).toEqual({ ...before, refunds: '10.50' })
  expect((await report()).total.refunds).toBe('10.50')
  expect(await platform('refunds')).toBeCloseTo(-10.5)
  const earned = await call(getDriverEarnings, {}, { as: driver })
  expect(earned.total.driverShare).toBe(booking.driverShare)
  await booksBalance()
})

test('a refund that the provider refuses is none, and money that a wallet gives to its card was never earned', async () => {
  const { total } = await report()
  const { id } = await payments.paidTrip(control)
  control.outages.set('refund', 'refused')
  await refund(id, '5.00')
  await settle()
  control.outages.clear()
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider })
  control.said.set(payment.id, { state: 'paid' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  await refund(payment.id, '50')
  await settle()
  expect((await report()).total.refunds).toBe(total.refunds)
})

test('a refund counts in the month in which it is made by the city’s clocks, also one without trips, and the files add up', async () => {
  await app.settings({ timeZone: 'Europe/Stockholm' })
  await settle()
  const { id } = await payments.paidTrip(control)
  const driven = await report()
  await refund(id, '3.00')
  await settle()
  // half past midnight there on the first of a month, but still the previous month in UTC
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    await sql`update ledger_transaction set created_at = '2031-02-28T23:30:00Z'
      where id = (select max(id) from ledger_transaction)`.execute(tx)
  })
  const { rows, total } = await report()
  expect(rows[0]).toMatchObject({ month: '2031-03', rides: 0, tripCost: '0.00', profit: '0.00', refunds: '3.00' })
  expect(rows.length).toBe(driven.rows.length + 1)
  expect(Number(total.refunds)).toBeCloseTo(
    rows.reduce((sum, row) => sum + Number(row.refunds), 0),
    9,
  )
  const xlsx = await app.raw(exportEarningReports, { format: 'xlsx' }, { as: admin })
  const [heads = [], ...months] = await readSheet(xlsx.rawPayload)
  const cells = months.map((row) => row[heads.indexOf('refunds')])
  expect(cells.every((cell) => typeof cell === 'number')).toBe(true)
  expect(cells.reduce<number>((sum, cell) => sum + Number(cell), 0)).toBeCloseTo(Number(total.refunds), 9)
  const csv = await app.raw(exportEarningReports, { format: 'csv' }, { as: admin })
  expect(csv.body).toContain('discountAmount,profit,tips,refunds\r\n2031,3,0,0.00,0.00,0.00,0.00,0.00,0.00,3.00\r\n')
})
