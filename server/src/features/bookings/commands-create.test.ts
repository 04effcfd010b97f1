import { changeTripDate, createBooking } from '@wayfare/contract/bookings'
import { removeCarType, restoreCarType } from '@wayfare/contract/catalog'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
await trips.addReason()

const balance = async (as: TestUser) => (await call(getWallet, {}, { as })).balance
const minutes = (count: number): number => app.deps.now().getTime() + count * 60_000
const booksBalance = async () =>
  expect(await call(proveLedger, {}, { as: await make.admin() })).toMatchObject({ sum: '0.00', balancesAgree: true })

test('a wallet sets its part aside, pays with it, and gets back what the trip did not need', async () => {
  const { rider, driver, carType } = await trips.cast()
  await make.money(rider, 50_000n)
  const booking = await trips.bookWith(rider, carType, {}, { paymentMode: 'wallet' })
  expect(booking).toMatchObject({ paymentMode: 'wallet', cashPaymentAmount: '0.00', usedWalletMoney: booking.payableAmount })
  const kept = Number(await balance(rider))
  expect(kept).toBe(500 - Number(booking.payableAmount))
  expect((await call(getWallet, {}, { as: rider })).held).toBe(booking.payableAmount)
  await trips.run(booking, { rider, driver }, 'REACHED')
  const done = await trips.get(rider, booking.id)
  expect([done.status, done.usedWalletMoney, done.cashPaymentAmount]).toEqual(['PAID', done.payableAmount, '0.00'])
  expect(Number(await balance(rider))).toBe(500 - Number(done.payableAmount))
  expect((await call(getWallet, {}, { as: rider })).held).toBe('0.00')
  expect(await balance(driver)).toBe(done.driverShare)
  await booksBalance()
})

test('a wallet with too little is refused, and pays its part where cash pays the rest', async () => {
  const { rider, driver, carType } = await trips.cast()
  await make.money(rider, 3000n)
  const { quote, estimateFare } = await trips.quote(carType)
  const input = { quote, estimateFare, paymentMode: 'wallet' as const }
  expect((await refusal(createBooking, input, { as: rider })).key).toBe('wallet_balance_low')
  const booking = await trips.bookWith(rider, carType, {}, { paymentMode: 'cash', useWallet: true })
  expect([booking.usedWalletMoney, booking.walletHold, await balance(rider)]).toEqual(['30.00', '30.00', '0.00'])
  await trips.run(booking, { rider, driver }, 'PAID')
  const paid = await trips.get(rider, booking.id)
  expect(Number(paid.cashPaymentAmount)).toBe(Number(paid.payableAmount) - 30)
  expect(Number(await balance(driver))).toBe(Number(paid.driverShare) - Number(paid.cashPaymentAmount))
  await booksBalance()
})

test('a wallet with exactly what the trip costs pays it, and a cent less does not', async () => {
  const { rider, carType } = await trips.cast()
  const { quote, estimateFare, payableAmount } = await trips.quote(carType)
  const cents = BigInt(Math.round(Number(payableAmount) * 100))
  await make.money(rider, cents - 1n)
  const input = { quote, estimateFare, paymentMode: 'wallet' as const }
  expect((await refusal(createBooking, input, { as: rider })).key).toBe('wallet_balance_low')
  await make.money(rider, 1n)
  expect(await call(createBooking, input, { as: rider })).toMatchObject({ usedWalletMoney: payableAmount })
  expect(await balance(rider)).toBe('0.00')
  await booksBalance()
})

test('two bookings cannot hold the same money', async () => {
  const { rider, carType } = await trips.cast()
  const quotes = await Promise.all([1, 2, 3].map(() => trips.quote(carType)))
  await make.money(rider, BigInt(Math.round(Number(quotes[0]?.payableAmount) * 100)) + 100n)
  const book = ({ quote, estimateFare }: (typeof quotes)[number]) =>
    call(createBooking, { quote, estimateFare, paymentMode: 'wallet' }, { as: rider }).then(
      () => 'booked',
      (error) => error.key,
    )
  expect((await Promise.all(quotes.map(book))).toSorted()).toEqual(['booked', 'wallet_balance_low', 'wallet_balance_low'])
  expect(await balance(rider)).toBe('1.00')
})

test('one estimate books once, whatever key the request carries and however many come at once', async () => {
  const { rider, driver, carType } = await trips.cast()
  const other = await make.rider()
  const { quote, estimateFare } = await trips.quote(carType)
  const riders = [rider, rider, rider, rider, rider, rider]
  const outcomes = await Promise.all(riders.map((as) => outcomeOf({ quote, estimateFare }, as)))
  expect(outcomes.toSorted()).toEqual(['booked', ...Array.from({ length: 5 }, () => 'quote_used')])
  const booked = await app.db.selectFrom('booking').select('id').where('customerId', '=', rider.id).execute()
  expect(booked).toHaveLength(1)
  // only its rider is told which booking it became
  const again = (as: TestUser) => refusal(createBooking, { quote, estimateFare }, { as })
  expect(await again(rider)).toMatchObject({ key: 'quote_used', status: 409, details: { bookingId: booked[0]?.id } })
  expect(JSON.stringify(await again(other))).not.toContain(booked[0]?.id)
  // even once it is cancelled: another booking needs another estimate
  await trips.cancel(rider, asId<'booking'>(booked[0]?.id ?? ''))
  expect((await again(rider)).key).toBe('quote_used')
  // even if no driver is nearby
  const place = app.deps.positions.last(driver.id)
  app.deps.positions.remove(driver.id)
  expect(await again(rider)).toMatchObject({ key: 'quote_used', details: { bookingId: booked[0]?.id } })
  if (place) app.deps.positions.put(place)
  const [first, second] = await Promise.all([trips.quote(carType), trips.quote(carType)])
  expect(first.quote).not.toBe(second.quote)
  expect(await outcomeOf(first, rider)).toBe('booked')
})

test('cancelling gives back the hold and the promo', async () => {
  const { rider, carType } = await trips.cast()
  await make.money(rider, 50_000n)
  const code = await make.promo({ usageLimit: 1 })
  const booking = await trips.bookWith(rider, carType, { promo: code }, { paymentMode: 'wallet' })
  expect([booking.discountAmount, booking.promoCode]).toEqual(['20.00', code])
  expect((await trips.quote(carType, { promo: code })).promo).toEqual({ code, problem: 'promo_used_up' })
  await trips.cancel(rider, booking.id)
  expect(await balance(rider)).toBe('500.00')
  expect((await trips.quote(carType, { promo: code })).promo).toEqual({ code, problem: null })
  await booksBalance()
})

/** The outcome of an attempt: booked, or the key of the refusal. */
const outcomeOf = ({ quote, estimateFare }: { quote: string; estimateFare: string }, as: TestUser) =>
  call(createBooking, { quote, estimateFare }, { as }).then(
    () => 'booked',
    (error) => error.key,
  )

test('a promo is counted once however many riders book at the same moment', async () => {
  const { carType } = await trips.cast()
  const code = await make.promo({ usageLimit: 2 })
  const riders = await Promise.all(Array.from({ length: 6 }, () => make.rider()))
  const quoted = await Promise.all(riders.map((as) => trips.quote(carType, { promo: code.toLowerCase() }, as)))
  const outcomes = await Promise.all(riders.map((as, i) => outcomeOf(quoted[i] ?? { quote: '', estimateFare: '0' }, as)))
  expect(outcomes.filter((one) => one === 'booked')).toHaveLength(2)
  expect(outcomes.filter((one) => one === 'promo_used_up')).toHaveLength(4)
})

test.each([
  ['promo_unknown', {}, 'NOSUCHCODE'],
  ['promo_expired', { validUntil: new Date(Date.now() - 1000) }, null],
  ['promo_min_order', { minOrderMinor: 10_000_000n }, null],
] as const)('an estimate says why a code does not apply: %s', async (problem, fields, given) => {
  const carType = await make.carType()
  const code = given ?? (await make.promo(fields))
  const quote = await trips.quote(carType, { promo: code })
  expect([quote.promo, quote.discountAmount]).toEqual([{ code, problem }, '0.00'])
})

test('a rider uses a code as often as it allows each rider', async () => {
  const { rider, carType } = await trips.cast()
  const code = await make.promo({ perUserLimit: 1 })
  await trips.bookWith(rider, carType, { promo: code })
  expect((await trips.quote(carType, { promo: code }, rider)).promo?.problem).toBe('promo_used_by_you')
  expect((await trips.quote(carType, { promo: code }, await make.rider())).promo?.problem).toBeNull()
})

test('the discount follows the final fare by the promo as it was promised', async () => {
  const { rider, driver, carType } = await trips.cast()
  const code = await make.promo({ discountType: 'percentage', discountValue: 1000n })
  const booking = await trips.bookWith(rider, carType, { promo: code })
  await app.db.updateTable('promo').set({ discountValue: 9000n }).where('name', '=', code).execute()
  await trips.run(booking, { rider, driver }, 'PAID')
  const paid = await trips.get(rider, booking.id)
  expect(Math.abs(Number(paid.discountAmount) - Number(paid.tripCost) / 10)).toBeLessThanOrEqual(0.5)
  expect(Number(paid.cashPaymentAmount)).toBe(Number(paid.tripCost) - Number(paid.discountAmount))
  await booksBalance()
})

test('a booking for later asks nobody before its time, and then does', async () => {
  const { rider, driver, carType } = await trips.cast()
  const booking = await trips.bookWith(rider, carType, { tripDate: minutes(180) })
  expect(booking).toMatchObject({ status: 'NEW', bookLater: true, may: { changeDate: true } })
  expect(booking.releaseAt).toBe(booking.tripdate - 20 * 60_000)
  await app.runJobs({ early: true })
  expect((await trips.get(rider, booking.id)).requestedCount).toBe(0)
  app.advance(161 * 60_000)
  await make.position(driver, { lat: booking.pickup.lat, lng: booking.pickup.lng })
  await app.runJobs({ early: true })
  expect((await trips.get(rider, booking.id)).requestedCount).toBe(1)
  expect((await refusal(changeTripDate, { id: booking.id, tripDate: minutes(60) }, { as: rider })).key).toBe('wrong_step')
  app.advance(-161 * 60_000)
})

test('a booking for later needs no driver now, but a quarter of an hour', async () => {
  const carType = await make.carType()
  const rider = await make.rider()
  expect((await trips.bookWith(rider, carType, { tripDate: minutes(16) })).status).toBe('NEW')
  await expect(trips.quote(carType, { tripDate: minutes(14) })).rejects.toMatchObject({ key: 'past_booking_error' })
})

test('its time can be changed by its rider and the desk, to a time that is far enough', async () => {
  const { rider, carType } = await trips.cast()
  const { id, version } = await trips.bookWith(rider, carType, { tripDate: minutes(300) })
  const later = minutes(500)
  const moved = await call(changeTripDate, { id, tripDate: later }, { as: rider })
  // the version tells a page which of two answers is newer
  expect(moved).toMatchObject({ tripdate: later, version: version + 1 })
  expect((await refusal(changeTripDate, { id, tripDate: minutes(5) }, { as: rider })).key).toBe('past_booking_error')
  expect((await refusal(changeTripDate, { id, tripDate: later }, { as: await make.rider() })).key).toBe('not_found')
  expect((await call(changeTripDate, { id, tripDate: minutes(400) }, { as: await make.admin() })).releaseAt).toBe(
    (await trips.get(rider, id)).tripdate - 20 * 60_000,
  )
})

const slabs = {
  cancelSlabs: JSON.stringify([
    { minsDelayed: 0, amount: '1500' },
    { minsDelayed: 5, amount: '4000' },
  ]),
}

test('a cancellation after a driver accepted costs the rider by the minutes, for the driver', async () => {
  const { rider, driver, carType } = await trips.cast(slabs)
  const booking = await trips.book(rider, carType)
  expect(booking.cancelSlabs).toEqual([
    { minsDelayed: 0, amount: '15.00' },
    { minsDelayed: 5, amount: '40.00' },
  ])
  await trips.run(booking, { rider, driver }, 'ACCEPTED')
  const cancelled = await trips.cancel(rider, booking.id)
  expect([cancelled.cancelFee, await balance(rider), await balance(driver)]).toEqual(['15.00', '-15.00', '15.00'])
  await booksBalance()
})

test('a cancellation by the desk, or before anyone accepted, costs nothing', async () => {
  const { rider, driver, carType } = await trips.cast(slabs)
  const waiting = await trips.book(rider, carType)
  expect((await trips.cancel(rider, waiting.id)).cancelFee).toBe('0.00')
  const taken = await trips.book(rider, carType)
  await trips.run(taken, { rider, driver }, 'ACCEPTED')
  expect((await trips.cancel(await make.admin(), taken.id)).cancelFee).toBe('0.00')
  expect(await balance(driver)).toBe('0.00')
})

test('the desk books for a rider, whom nobody else may name', async () => {
  const { rider, carType } = await trips.cast()
  const admin = await make.admin()
  const { quote, estimateFare } = await trips.quote(carType)
  const booking = await call(createBooking, { quote, estimateFare, customer: rider.id }, { as: admin })
  expect(booking).toMatchObject({ customer: rider.id, status: 'NEW' })
  const other = await make.rider()
  expect((await refusal(createBooking, { quote, estimateFare, customer: rider.id }, { as: other })).key).toBe(
    'user_issue_contact_admin',
  )
  const next = await trips.quote(carType)
  const ofAdmin = { quote: next.quote, estimateFare: next.estimateFare, customer: admin.id }
  expect((await refusal(createBooking, ofAdmin, { as: admin })).key).toBe('user_issue_contact_admin')
})

test('a parcel that the desk books needs the name of its recipient, goes unpaid, and stays what was agreed', async () => {
  await app.settings({ category: 'both' })
  const { rider, driver, carType } = await trips.cast({ category: 'delivery' })
  const admin = await make.admin()
  const { quote, estimateFare } = await trips.quote(carType)
  const order = { quote, estimateFare, customer: rider.id, deliveryPersonPhone: '031-123 45 67' }
  expect((await refusal(createBooking, { ...order, deliveryPerson: ' ' }, { as: admin })).key).toBe('deliveryDetailMissing')
  const booking = await call(createBooking, { ...order, deliveryPerson: 'Bo' }, { as: admin })
  expect(booking).toMatchObject({ status: 'NEW', category: 'delivery', deliveryPerson: 'Bo' })
  await trips.run(booking, { rider, driver }, 'STARTED')
  await make.position(driver, { lat: booking.pickup.lat, lng: booking.pickup.lng })
  // unlike a ride, a parcel is delivered at the agreed place and price
  const { drop, tripCost, distance } = await trips.reach(driver, booking.id)
  expect({ drop, tripCost, distance }).toEqual({
    drop: booking.drop,
    tripCost: booking.tripCost,
    distance: booking.distance,
  })
  await app.settings({ category: 'taxi' })
})

test('a car type that was removed since the estimate is not booked, not even for later, when nobody drives it any more', async () => {
  const [carType, rider, admin] = [await make.carType(), await make.rider(), await make.admin()]
  const { quote, estimateFare } = await trips.quote(carType, { tripDate: minutes(300) })
  await call(removeCarType, { id: carType }, { as: admin })
  expect((await refusal(createBooking, { quote, estimateFare }, { as: rider })).key).toBe('quote_expired')
  await call(restoreCarType, { id: carType }, { as: admin })
  expect((await call(createBooking, { quote, estimateFare }, { as: rider })).status).toBe('NEW')
  expect((await refusal(removeCarType, { id: carType }, { as: admin })).key).toBe('car_type_in_use')
})

/** True if a session waits for a lock in this database. */
const isHeldUp = async (): Promise<boolean> => {
  const waiting = sql`select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`
  return (await waiting.execute(app.db)).rows.length > 0
}

test('whoever is removed at the same moment books nothing', async () => {
  const { rider, carType } = await trips.cast()
  const { quote, estimateFare } = await trips.quote(carType)
  const booked = await app.db.transaction().execute(async (tx) => {
    const own = tx.selectFrom('appUser').select('id').where('id', '=', rider.id)
    await own.forUpdate().execute()
    const booking = refusal(createBooking, { quote, estimateFare }, { as: rider })
    await expect.poll(isHeldUp).toBe(true)
    await tx.updateTable('appUser').set({ removedAt: app.deps.now() }).where('id', '=', rider.id).execute()
    return { booking }
  })
  expect((await booked.booking).key).toBe('user_issue_contact_admin')
})
