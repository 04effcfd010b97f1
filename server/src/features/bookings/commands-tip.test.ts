import { getReceipt, getReceiptPdf } from '@wayfare/contract/bookings-receipt'
import { exportBookings } from '@wayfare/contract/bookings-desk'
import { getTip, giveTip, payTip } from '@wayfare/contract/bookings-tip'
import type { Notice } from '@wayfare/contract/live'
import { completePayment } from '@wayfare/contract/payments'
import { refundPayment } from '@wayfare/contract/payments-admin'
import { getDriverEarnings, getEarningReports } from '@wayfare/contract/reports'
import { getStatement } from '@wayfare/contract/reports-statements'
import { getEarnings, getWallet, proveLedger } from '@wayfare/contract/wallet'
import { getEarningsWeek } from '@wayfare/contract/wallet-earnings'
import type { BookingId } from '@wayfare/core/ids'
import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { recountEarnings } from '../reports/commands.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
const admin = await make.admin()
const day = 24 * 3_600_000

/** A paid trip whose rider has this much in the wallet. */
const paid = async (money = 0n) => {
  const trip = await trips.trip('PAID')
  if (money > 0n) await make.money(trip.rider, money)
  return { ...trip, view: await trips.get(trip.rider, trip.id) }
}

const give = (as: TestUser, id: BookingId, amount = '12.00', once?: string) =>
  call(giveTip, { id, amount }, { as, ...(once ? { once } : {}) })
const refuse = (as: TestUser, id: BookingId, amount = '12.00') => refusal(giveTip, { id, amount }, { as })
const balanceOf = async (as: TestUser) => Number((await call(getWallet, {}, { as })).balance)
const booksHold = async () =>
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
const tipsAccount = async () => {
  const { accounts } = await call(proveLedger, {}, { as: admin })
  return accounts.find(({ kind }) => kind === 'tips')?.balance
}

it('offers shares of the fare, what the wallet has, and until when', async () => {
  const { rider, driver, id, view } = await paid(5000n)
  const { given, offer } = await call(getTip, { id }, { as: rider })
  expect(given).toBeNull()
  expect(offer).toMatchObject({
    amounts: [5, 10, 15].map((percent) => `${Math.round((Number(view.tripCost) * percent) / 100)}.00`),
    most: (2 * Number(view.tripCost)).toFixed(2),
    balance: '50.00',
    until: Number(view.paidAt) + 7 * day,
  })
  expect(await refusal(getTip, { id }, { as: await make.rider() })).toMatchObject({ key: 'not_found' })
  expect(await refusal(getTip, { id }, { as: driver })).toMatchObject({ key: 'forbidden' })
})

it('goes from the wallet to the driver whole, once, and is no part of the fare, the fee or the profit', async () => {
  const { rider, driver, id, view } = await paid(5000n)
  const [before, reports] = [await balanceOf(driver), await call(getEarningReports, {}, { as: admin })]
  const done = await give(rider, id)
  expect(done).toMatchObject({ ...view, version: view.version + 1, tip: '12.00', may: view.may })
  expect([await balanceOf(rider), await balanceOf(driver), await tipsAccount()]).toEqual([38, before + 12, '0.00'])
  expect(await call(getTip, { id }, { as: rider })).toMatchObject({ given: { amount: '12.00', by: 'wallet' }, offer: null })
  const { total } = await call(getEarningReports, {}, { as: admin })
  expect(total).toEqual({ ...reports.total, tips: (Number(reports.total.tips) + 12).toFixed(2) })
  await recountEarnings(app.deps, { always: true })
  expect((await call(getEarningReports, {}, { as: admin })).total).toEqual(total)
  await booksHold()
})

it('is a line of its own for the driver: today, in the week, by month and in the statement', async () => {
  const { rider, driver, id, view } = await paid(5000n)
  await give(rider, id)
  const all = { trips: 1, driverShare: view.driverShare, tips: '12.00', earned: (Number(view.driverShare) + 12).toFixed(2) }
  expect(await call(getEarnings, {}, { as: driver })).toMatchObject(all)
  const week = await call(getEarningsWeek, {}, { as: driver })
  expect(week.total).toMatchObject(all)
  expect(week.trips.map(({ kind, earned }) => [kind, earned])).toEqual([
    ['tip', '12.00'],
    ['trip', view.driverShare],
  ])
  expect((await call(getDriverEarnings, {}, { as: driver })).rows).toMatchObject([
    { rides: 1, driverShare: view.driverShare, tips: '12.00' },
  ])
  const { kinds } = await call(getStatement, {}, { as: driver })
  expect(kinds).toContainEqual({ kind: 'tip', count: 1, amount: '12.00' })
  expect(await trips.get(driver, id)).toMatchObject({ tip: '12.00' })
})

it('stands in the receipt and in the desk’s spreadsheet', async () => {
  const { rider, id, view } = await paid(5000n)
  await give(rider, id)
  const receipt = await call(getReceipt, { id }, { as: rider })
  expect(receipt).toMatchObject({ tip: '12.00', total: (Number(view.payableAmount) + 12).toFixed(2) })
  expect(receipt.parts).toContainEqual({ mode: 'wallet', amount: '12.00', provider: null })
  expect(receipt.lines?.grandTotal).toBe(view.tripCost)
  expect((await call(getReceipt, { id }, { as: admin })).split).toMatchObject({ driverShare: view.driverShare })
  expect((await app.raw(getReceiptPdf, { id }, { as: rider })).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const { rawPayload } = await app.raw(exportBookings, { search: id, format: 'xlsx' }, { as: admin })
  const [head = [], row = []] = await readSheet(rawPayload)
  expect(row[head.indexOf('tip')]).toBe(12)
})

it('the driver hears of it at once', async () => {
  const { rider, driver, id } = await paid(5000n)
  const heard: Notice[] = []
  app.deps.bus.subscribe(`user.${driver.id}`, (message) => {
    const { kind, notice } = message as { kind: string; notice: Notice }
    if (kind === 'notice') heard.push(notice)
  })
  await give(rider, id)
  await app.settle()
  expect(heard.find(({ key }) => key === 'notice_tip_driver')).toMatchObject({
    params: { amount: '12.00', currency: 'SEK', bookingId: id },
  })
  expect(heard.filter(({ key }) => key === 'notice_wallet_credited')).toEqual([])
})

it('a second one is refused, and the same under the same key is one', async () => {
  const { rider, driver, id } = await paid(5000n)
  const before = await balanceOf(driver)
  const first = await give(rider, id, '10.00', 'tip-key')
  expect(await give(rider, id, '10.00', 'tip-key')).toEqual(first)
  expect(await refuse(rider, id)).toMatchObject({ key: 'tip_given' })
  expect(await refusal(payTip, { id, amount: '5.00', provider: 'test' }, { as: rider })).toMatchObject({ key: 'tip_given' })
  expect(await balanceOf(driver)).toBe(before + 10)
  const other = await paid(5000n)
  const tries = await Promise.allSettled([1, 2, 3].map(() => give(other.rider, other.id)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await booksHold()
})

it('says why it is not taken', async () => {
  const { rider, id, view } = await paid(1000n)
  const most = (2 * Number(view.tripCost)).toFixed(2)
  for (const amount of ['0', '0.00', '1.005', (Number(most) + 0.01).toFixed(2)])
    expect(await refuse(rider, id, amount), amount).toMatchObject({ key: 'tip_amount', details: { most } })
  expect(await refuse(rider, id, most)).toMatchObject({ key: 'wallet_balance_low' })
  expect(await refuse(await make.rider(), id)).toMatchObject({ key: 'not_found' })
  const going = await trips.trip('REACHED')
  expect(await refuse(going.rider, going.id)).toMatchObject({ key: 'tip_not_paid' })
  await app.settings({ tipPercents: '' })
  expect(await refuse(rider, id)).toMatchObject({ key: 'tips_off' })
  expect(await call(getTip, { id }, { as: rider })).toEqual({ given: null, offer: null })
  await app.settings({ tipPercents: '20' })
  expect((await call(getTip, { id }, { as: rider })).offer?.amounts).toHaveLength(1)
  await app.settings({ tipPercents: '5, 10, 15' })
  await app.db
    .updateTable('booking')
    .set({ paidAt: new Date(app.deps.now().getTime() - 7 * day - 1) })
    .where('id', '=', id)
    .execute()
  expect(await refuse(rider, id)).toMatchObject({ key: 'tip_too_late' })
})

it('by card it is the driver’s once the provider confirms it, and a trip that was rated takes it, too', async () => {
  const { rider, driver, id } = await trips.trip('COMPLETE')
  const before = await balanceOf(driver)
  const { payment } = await call(payTip, { id, amount: '12.00', provider: 'test' }, { as: rider })
  expect(payment).toMatchObject({ purpose: 'tip', bookingId: id, amount: '12.00', status: 'open' })
  expect((await trips.get(rider, id)).tip).toBe('0.00')
  await call(completePayment, { id: payment.id, token: 'approve' }, { as: rider })
  expect(await trips.get(rider, id)).toMatchObject({ status: 'COMPLETE', tip: '12.00', gateway: 'test' })
  expect(await balanceOf(driver)).toBe(before + 12)
  const receipt = await call(getReceipt, { id }, { as: rider })
  expect(receipt.parts).toContainEqual({ mode: 'card', amount: '12.00', provider: 'test' })
  // the platform bears the refund: the driver keeps the tip
  await call(refundPayment, { id: payment.id, amount: '12.00', target: 'wallet', reason: 'Mistake' }, { as: admin })
  expect([await balanceOf(rider), await balanceOf(driver)]).toEqual([12, before + 12])
  await booksHold()
})

it('card money that comes after another tip goes into the wallet', async () => {
  const { rider, id } = await paid(5000n)
  const { payment } = await call(payTip, { id, amount: '20.00', provider: 'test' }, { as: rider })
  await call(completePayment, { id: payment.id, token: 'later' }, { as: rider })
  await give(rider, id)
  app.advance(3 * 60_000)
  await app.runJobs({ early: true })
  expect(await balanceOf(rider)).toBe(50 - 12 + 20)
  expect((await trips.get(rider, id)).tip).toBe('12.00')
  await booksHold()
})
