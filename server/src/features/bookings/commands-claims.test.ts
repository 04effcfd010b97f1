import { deleteMe } from '@wayfare/contract/people-profile'
import { decideClaim, getBookingRecord, payClaim } from '@wayfare/contract/bookings-desk'
import { getReceipt } from '@wayfare/contract/bookings-receipt'
import type { Notice } from '@wayfare/contract/live'
import { listAlerts } from '@wayfare/contract/desk'
import { completePayment, payBooking } from '@wayfare/contract/payments'
import { refundPayment } from '@wayfare/contract/payments-admin'
import { getDriverEarnings, getEarningReports } from '@wayfare/contract/reports'
import { getStatement } from '@wayfare/contract/reports-statements'
import { getEarnings, getWallet, proveLedger } from '@wayfare/contract/wallet'
import type { BookingView } from '@wayfare/contract/bookings'
import type { BookingId } from '@wayfare/core/ids'
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

type Order = { paymentMode?: 'cash' | 'wallet' | 'card'; useWallet?: boolean; money?: bigint; promo?: string; promised?: bigint }
type Fields = Parameters<typeof trips.cast>[0]

/** A trip at its drop whose measured fare is far beyond the promised one (100 kr, fee included). */
const beyond = async ({ money = 0n, promo, promised = 10_000n, ...order }: Order = {}, fields: Fields = {}) => {
  const people = await trips.cast({ ratePerUnitDistanceMinor: 13_000n, minFareMinor: 1000n, ...fields })
  if (money > 0n) await make.money(people.rider, money)
  const booking = await trips.bookWith(people.rider, people.carType, promo ? { promo } : {}, order)
  await app.db.updateTable('booking').set({ estimateMinor: promised }).where('id', '=', booking.id).execute()
  await trips.run(booking, people, 'REACHED')
  const reached = await trips.get(people.rider, booking.id)
  return { ...people, id: booking.id, reached }
}

const claimOf = ({ claim }: BookingView) => claim ?? expect.unreachable('there is no claim')
const decide = (id: BookingId, grant: boolean, as: TestUser = admin) =>
  call(decideClaim, { id, grant, reason: grant ? 'The road was closed' : 'No reason for the detour' }, { as })
const sum = (...amounts: string[]) => amounts.reduce((all, amount) => all + Number(amount), 0).toFixed(2)
const balanceOf = async (as: TestUser) => (await call(getWallet, {}, { as })).balance
const booksHold = async () =>
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })

/** This driver's figures in the reports, checked to be the same after a recount. */
const earned = async (driver: TestUser) => {
  const read = async () => (await call(getDriverEarnings, {}, { as: driver })).total
  const total = await read()
  const reports = await call(getEarningReports, {}, { as: admin })
  await recountEarnings(app.deps, { always: true })
  expect([await read(), await call(getEarningReports, {}, { as: admin })]).toEqual([total, reports])
  return total
}

it('the promise and the share are due at the drop, the trip goes on, and the rest waits for the desk', async () => {
  const { rider, driver, id, reached } = await beyond()
  const claim = claimOf(reached)
  expect(reached).toMatchObject({
    status: 'REACHED',
    tripCost: '130.00',
    cashPaymentAmount: '130.00',
    may: { decideClaim: false },
  })
  expect(claim).toMatchObject({ state: 'open', promised: '100.00', decidedAt: null, reason: null, paidAt: null })
  expect(claim.lapsesAt - claim.openedAt).toBe(3 * day)
  expect(sum(reached.tripCost, claim.amount)).toBe(claim.measured)
  expect(sum(claim.convenienceFees, claim.driverShare)).toBe(claim.amount)
  const cost = Number(reached.lines.base) + Number(reached.lines.distance) + Number(reached.lines.time)
  expect(Math.abs(cost - Number(reached.lines.fare) - Number(claim.driverShare))).toBeLessThanOrEqual(1)
  await trips.collect(driver, id)
  expect(await trips.get(rider, id)).toMatchObject({ status: 'PAID', customerPaid: '130.00', claim: { state: 'open' } })
  const { queue } = await app.db.selectFrom('appUser').select('queue').where('id', '=', driver.id).executeTakeFirstOrThrow()
  expect(queue).toBe(false)
  await booksHold()
})

it('a fare within the promise and the share is due whole, and so is one that no guard holds back', async () => {
  expect((await beyond({ promised: 30_000n })).reached.claim).toBeNull()
  await app.settings({ fareClaimPercent: 1000 })
  const { reached } = await beyond()
  expect([reached.claim, Number(reached.tripCost) > 200]).toEqual([null, true])
  await app.settings({ fareClaimPercent: 30, fareClaimMinFares: 100 })
  expect((await beyond()).reached.claim).toBeNull()
  await app.settings({ fareClaimMinFares: 1 })
})

it('is in the desk’s alerts and the own fleet’s, and the desk alone answers, once and with a reason', async () => {
  const [boss, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
  const { rider, driver, id } = await beyond()
  await app.db.updateTable('booking').set({ fleetAdminId: boss.id }).where('id', '=', id).execute()
  const alertsOf = async (as: TestUser) => {
    const { alerts } = await call(listAlerts, {}, { as })
    return alerts.filter(({ bookingId, kind }) => bookingId === id && kind === 'claim').length
  }
  expect([await alertsOf(admin), await alertsOf(boss), await alertsOf(other)]).toEqual([1, 1, 0])
  expect([(await trips.get(admin, id)).may.decideClaim, (await trips.get(boss, id)).may.decideClaim]).toEqual([true, false])
  for (const as of [rider, driver, boss])
    expect(await refusal(decideClaim, { id, grant: true, reason: 'Please' }, { as })).toMatchObject({ key: 'forbidden' })
  expect(await refusal(decideClaim, { id, grant: true, reason: '  ' }, { as: admin })).toMatchObject({
    key: 'proper_claim_reason',
  })
  const second = await make.admin()
  const answers = await Promise.allSettled([
    decide(id, true),
    decide(id, false, second),
    decide(id, false),
    decide(id, true, second),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ key: 'claim_decided' })
  expect(await alertsOf(admin)).toBe(0)
  const entries = await app.db.selectFrom('auditEntry').select(['action', 'after']).where('objectId', '=', id).execute()
  expect(entries.filter(({ action }) => action === 'bookings.decideClaim')).toHaveLength(1)
  expect(JSON.stringify(entries)).not.toMatch(/The road was closed|No reason for/)
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await refusal(decideClaim, { id, grant: true, reason: 'Late' }, { as: admin })).toMatchObject({ key: 'demo_mode' })
  await app.settings({ allowCriticalEditsAdmin: true })
})

it('the same answer under the same key is one, and where nothing is claimed nothing is answered', async () => {
  const { id } = await beyond()
  const answer = { id, grant: false, reason: 'No reason for the detour' }
  const first = await call(decideClaim, answer, { as: admin, once: 'same-key' })
  expect(await call(decideClaim, answer, { as: admin, once: 'same-key' })).toEqual(first)
  expect(first.claim).toMatchObject({ state: 'refused', reason: 'No reason for the detour' })
  const { id: usual } = await trips.trip('REACHED')
  expect(await refusal(decideClaim, { ...answer, id: usual }, { as: admin })).toMatchObject({ key: 'wrong_step' })
  expect(await refusal(payClaim, { id }, { as: admin })).toMatchObject({ key: 'wrong_step' })
})

it('granted, it is owed once the trip is paid, and paid out of the wallet when there is enough', async () => {
  const { rider, driver, id } = await beyond()
  expect((await decide(id, true)).claim).toMatchObject({ state: 'granted', paidAt: null })
  expect(await refusal(payClaim, { id }, { as: rider })).toMatchObject({ key: 'wrong_step' })
  const paid = await trips.collect(driver, id)
  const [before, today] = [await balanceOf(driver), await call(getEarnings, {}, { as: driver })]
  expect((await trips.get(rider, id)).may).toMatchObject({ payClaim: true, pay: true })
  expect(await refusal(payClaim, { id }, { as: rider })).toMatchObject({ key: 'wallet_balance_low' })
  expect(await refusal(payClaim, { id }, { as: await make.rider() })).toMatchObject({ key: 'not_found' })
  await make.money(rider, 100_000n)
  const done = await Promise.allSettled([1, 2, 3].map(() => call(payClaim, { id }, { as: rider })))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const claim = claimOf(await trips.get(rider, id))
  expect(claim).toMatchObject({ state: 'granted', paidBy: 'wallet' })
  expect(await balanceOf(rider)).toBe(sum('1000.00', `-${claim.payableAmount}`))
  expect(await balanceOf(driver)).toBe(sum(before, claim.driverShare))
  expect(await call(getEarnings, {}, { as: driver })).toEqual({
    ...today,
    driverShare: sum(today.driverShare, claim.driverShare),
    earned: sum(today.earned, claim.driverShare),
  })
  // reports, statement and receipt show the trip as it was, and the claim beside it
  expect(await earned(driver)).toMatchObject({ rides: 1, driverShare: sum(paid.driverShare, claim.driverShare) })
  const { kinds, trips: ofTrips, closing } = await call(getStatement, {}, { as: driver })
  expect(kinds).toContainEqual({ kind: 'claim', count: 1, amount: claim.driverShare })
  expect([ofTrips.share, closing]).toEqual([paid.driverShare, await balanceOf(driver)])
  const receipt = await call(getReceipt, { id }, { as: admin })
  expect(receipt).toMatchObject({ total: sum(paid.payableAmount, claim.payableAmount), heldBack: claim.driverShare })
  expect(sum(...receipt.parts.map(({ amount }) => amount))).toBe(receipt.total)
  expect(sum(receipt.split?.convenienceFees ?? '', receipt.split?.driverShare ?? '')).toBe(claim.measured)
  const { deeds } = await call(getBookingRecord, { id }, { as: admin })
  expect(deeds.flatMap(({ what, by }) => (what.startsWith('claim') ? [`${by} ${what}`] : []))).toEqual([
    'system claimOpened',
    'admin claimGranted',
    'rider claimPaid',
  ])
  await booksHold()
})

it('is taken at once from the wallet that paid the trip and has just enough, and waits where that has too little', async () => {
  const { rider, driver, id, reached } = await beyond({ paymentMode: 'wallet', money: 100_000n })
  expect(reached).toMatchObject({ status: 'PAID', usedWalletMoney: '130.00' })
  await make.money(rider, BigInt(claimOf(reached).payableAmount.replace('.', '')) - 87_000n)
  const granted = await decide(id, true)
  expect(granted.claim).toMatchObject({ state: 'granted', paidBy: 'wallet' })
  expect(await balanceOf(rider)).toBe('0.00')
  expect(await balanceOf(driver)).toBe(sum(granted.driverShare, claimOf(granted).driverShare))
  const poor = await beyond({ useWallet: true, money: 5000n })
  await trips.collect(poor.driver, poor.id)
  expect((await decide(poor.id, true)).claim).toMatchObject({ state: 'granted', paidBy: null })
  expect(await refusal(payClaim, { id: poor.id }, { as: admin })).toMatchObject({ key: 'wallet_balance_low' })
  // cash is paid at the desk: into the wallet, and out again
  await make.money(poor.rider, 100_000n)
  expect((await call(payClaim, { id: poor.id }, { as: admin })).claim).toMatchObject({ paidBy: 'wallet' })
  await booksHold()
})

it('is paid by card like a booking, and given back like a booking’s money', async () => {
  const { rider, driver, id, reached } = await beyond({ paymentMode: 'card' })
  const { payableAmount } = claimOf(reached)
  await decide(id, true)
  expect(await trips.get(rider, id)).toMatchObject({ status: 'PENDING', may: { pay: true, payClaim: false } })
  const first = await trips.pay(rider, id)
  expect(first).toMatchObject({ status: 'PAID', claim: { paidAt: null }, may: { pay: true } })
  const begun = await call(payBooking, { id, provider: 'test' }, { as: rider })
  expect(begun.payment).toMatchObject({ purpose: 'claim', amount: payableAmount })
  const second = await trips.pay(rider, id)
  expect(second.claim).toMatchObject({ paidBy: 'card', state: 'granted' })
  expect(second.may).toMatchObject({ pay: false, payClaim: false })
  expect(await refusal(payBooking, { id, provider: 'test' }, { as: rider })).toMatchObject({ key: 'wrong_step' })
  const payments = await app.db
    .selectFrom('payment')
    .selectAll()
    .where('bookingId', '=', id)
    .where('status', '=', 'paid')
    .execute()
  expect(payments.map(({ purpose, settledAs }) => [purpose, settledAs]).toSorted()).toEqual([
    ['booking', 'booking'],
    ['claim', 'booking'],
  ])
  const receipt = await call(getReceipt, { id }, { as: rider })
  expect(receipt.total).toBe(sum('130.00', payableAmount))
  expect(receipt.parts).toEqual([{ mode: 'card', amount: receipt.total, provider: 'test' }])
  const ofClaim = payments.find(({ purpose }) => purpose === 'claim')?.id ?? ''
  await call(refundPayment, { id: ofClaim, amount: payableAmount, target: 'wallet', reason: 'Mistake' }, { as: admin })
  expect((await call(getReceipt, { id }, { as: rider })).left).toBe('130.00')
  expect(await balanceOf(driver)).toBe(sum(second.driverShare, claimOf(second).driverShare))
  await booksHold()
})

it('card money for a claim that the wallet paid meanwhile goes into the wallet', async () => {
  const { rider, driver, id } = await beyond({ money: 100_000n })
  await trips.collect(driver, id)
  await decide(id, true)
  const { payment } = await call(payBooking, { id, provider: 'test' }, { as: rider })
  await call(completePayment, { id: payment.id, token: 'later' }, { as: rider })
  await call(payClaim, { id }, { as: rider })
  const before = await balanceOf(rider)
  app.advance(3 * 60_000)
  await app.runJobs({ early: true })
  expect(await balanceOf(rider)).toBe(sum(before, payment.amount))
  expect((await trips.get(rider, id)).claim).toMatchObject({ paidBy: 'wallet' })
  await booksHold()
})

it('the promo takes its part off the claim as well, so that due and claim cost what was measured', async () => {
  const promo = await make.promo({ discountType: 'percentage', discountValue: 2500n })
  const { rider, driver, id, reached } = await beyond({ promo, money: 100_000n })
  const claim = claimOf(reached)
  expect(sum(claim.payableAmount, claim.discountAmount)).toBe(claim.amount)
  const all = Math.round(Number(claim.measured) * 0.25)
  expect(sum(reached.discountAmount, claim.discountAmount)).toBe(all.toFixed(2))
  expect(sum(reached.payableAmount, claim.payableAmount)).toBe(sum(claim.measured, `-${all}`))
  await trips.collect(driver, id)
  await decide(id, true)
  await call(payClaim, { id }, { as: admin })
  expect((await trips.get(rider, id)).claim?.paidAt).not.toBeNull()
  await booksHold()
})

it('lapses after 72 hours without an answer, not before, and never once it was answered', async () => {
  const [open, answered] = [await beyond(), await beyond()]
  await decide(answered.id, true)
  await app.runJobs({ early: true })
  expect((await trips.get(open.rider, open.id)).claim?.state).toBe('open')
  app.advance(3 * day + 1000)
  expect(await refusal(decideClaim, { id: open.id, grant: true, reason: 'Late' }, { as: admin })).toMatchObject({
    key: 'claim_decided',
  })
  await app.runJobs({ early: true })
  expect((await trips.get(open.rider, open.id)).claim).toMatchObject({ state: 'lapsed', reason: null, paidAt: null })
  expect((await trips.get(answered.rider, answered.id)).claim?.state).toBe('granted')
  await booksHold()
})

it('rider and driver hear of each turn, the desk of a new one', async () => {
  const people = await trips.cast({ ratePerUnitDistanceMinor: 13_000n, minFareMinor: 1000n })
  const heard = { rider: [] as Notice[], driver: [] as Notice[], desk: [] as Notice[] }
  for (const [name, { id }] of [
    ['rider', people.rider],
    ['driver', people.driver],
    ['desk', admin],
  ] as const)
    app.deps.bus.subscribe(`user.${id}`, (message) => {
      const { kind, notice } = message as { kind: string; notice: Notice }
      if (kind === 'notice' && /claim/.test(notice.key)) heard[name].push(notice)
    })
  const booking = await trips.book(people.rider, people.carType)
  await app.db.updateTable('booking').set({ estimateMinor: 10_000n }).where('id', '=', booking.id).execute()
  await trips.run(booking, people, 'PAID')
  await make.money(people.rider, 100_000n)
  await decide(booking.id, true)
  await call(payClaim, { id: booking.id }, { as: people.rider })
  await app.settle()
  const keys = (name: keyof typeof heard) => heard[name].map(({ key }) => key)
  expect(keys('rider')).toEqual(['notice_claim_open_rider', 'notice_claim_granted_rider', 'notice_claim_paid_rider'])
  expect(keys('driver')).toEqual(['notice_claim_open_driver', 'notice_claim_granted_driver', 'notice_claim_paid_driver'])
  expect(keys('desk')).toEqual(['notice_claim_desk'])
  expect(heard.rider[1]?.params).toMatchObject({ reason: 'The road was closed', bookingId: booking.id })
})

it('who owes a granted claim does not leave with it', async () => {
  const { rider, driver, id } = await beyond()
  await trips.collect(driver, id)
  expect(await refusal(deleteMe, {}, { as: rider })).toMatchObject({ key: 'conflict', details: { bookingId: id } })
  await decide(id, false)
  await call(deleteMe, {}, { as: rider })
})
