import { cancelBooking, createBooking, getBooking, rateBooking } from '@wayfare/contract/bookings'
import { getSession } from '@wayfare/contract/sign-in'
import type { BookingId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen, placeAway } from '../../../test/make.ts'
import { makeTrips, reason } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, raw, make } = app
await trips.addReason()

const rowOf = (id: BookingId) => app.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isBusy = async (as: Parameters<typeof trips.get>[0]) => (await call(getSession, {}, { as })).me?.queue

test('a booking has all its fields from the start', async () => {
  const { carType, rider } = await trips.cast()
  const booking = await trips.book(rider, carType)
  expect(booking).toMatchObject({
    status: 'NEW',
    version: 1,
    category: 'taxi',
    bookLater: false,
    carType,
    carTypeName: `City ${carType}`,
    carImage: '/images/cars/city.svg',
    customer: rider.id,
    customerName: `${rider.firstName} Testsson`,
    customerContact: rider.mobile,
    customerEmail: rider.email,
    pickup: jarntorget,
    drop: korsvagen,
    paymentMode: 'cash',
    prepaid: false,
    discountAmount: '0.00',
    cardPaymentAmount: '0.00',
    usedWalletMoney: '0.00',
    otpSecure: true,
    driver: null,
    driverName: null,
    requestedCount: 0,
    requestedDrivers: null,
    noTaker: null,
    reason: null,
    rating: null,
    may: { cancel: true, rate: false },
  })
  expect(booking.estimate).toBe(booking.tripCost)
  expect(booking.cashPaymentAmount).toBe(booking.payableAmount)
  expect(booking.otp).toMatch(/^[1-9]\d{4}$/)
  expect(booking.coords.length).toBeGreaterThan(5)
})

test('without otpSecure there is no code, and the trip starts without one', async () => {
  await app.settings({ otpSecure: false })
  const { rider, driver, carType } = await trips.cast()
  const booking = await trips.book(rider, carType)
  await app.settings({ otpSecure: true })
  expect(booking).toMatchObject({ otp: null, otpSecure: false })
  await trips.run(booking, { rider, driver }, 'ARRIVED')
  expect((await trips.start(driver, booking.id, null)).status).toBe('STARTED')
})

test('a visitor must sign in, and only riders book', async () => {
  const { carType } = await trips.cast()
  const { quote, estimateFare } = await trips.quote(carType)
  const input = { quote, estimateFare }
  expect(await refusal(createBooking, input, {})).toMatchObject({ key: 'must_login', status: 401 })
  for (const as of [await make.driver(), await make.fleetAdmin(), await make.admin()]) {
    expect(await refusal(createBooking, input, { as })).toMatchObject({ key: 'user_issue_contact_admin', status: 403 })
  }
  expect(await refusal(createBooking, input, { as: await make.rider(), once: null })).toMatchObject({
    key: 'idempotency_key_required',
    status: 400,
  })
})

test('no booking without an eligible driver within the radius', async () => {
  const carType = await make.carType()
  const rider = await make.rider()
  const { quote, estimateFare } = await trips.quote(carType)
  const isRefused = async () => {
    const answer = await refusal(createBooking, { quote, estimateFare }, { as: rider })
    expect(answer).toMatchObject({ key: 'no_driver_found_alert_messege', status: 409 })
  }
  await isRefused()
  await make.driver({ carType, at: placeAway(jarntorget, 10_100) })
  await make.driver({ carType, at: jarntorget, approved: false })
  await make.driver({ carType, at: jarntorget, queue: true })
  const off = await make.driver({ carType, at: jarntorget })
  await app.db.updateTable('appUser').set({ driverActiveStatus: false }).where('id', '=', off.id).execute()
  await make.driver({ carType: await make.carType(), at: jarntorget })
  await isRefused()
  await make.driver({ carType, at: placeAway(jarntorget, 9_900) })
  expect((await call(createBooking, { quote, estimateFare }, { as: rider })).status).toBe('NEW')
})

test('booking again under the same key gives the same booking, whatever happened meanwhile', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { quote, estimateFare } = await trips.quote(carType)
  const input = { quote, estimateFare }
  const first = await call(createBooking, input, { as: rider, once: 'book-1' })
  await app.settle()
  await trips.accept(driver, first.id)
  app.advance(11 * 60_000)
  const again = await raw(createBooking, input, { as: rider, once: 'book-1' })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.json()).toEqual(first)
  expect(await refusal(createBooking, { ...input, estimateFare: '1' }, { as: rider, once: 'book-1' })).toMatchObject({
    key: 'idempotency_key_reused',
    status: 422,
  })
  const own = await app.db.selectFrom('booking').select('id').where('customerId', '=', rider.id).execute()
  expect(own).toHaveLength(1)
})

test('two requests at once under one key make one booking', async () => {
  const { carType, rider } = await trips.cast()
  const { quote, estimateFare } = await trips.quote(carType)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => raw(createBooking, { quote, estimateFare }, { as: rider, once: 'book-2' })),
  )
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
  const own = await app.db.selectFrom('booking').select('id').where('customerId', '=', rider.id).execute()
  expect(own).toHaveLength(1)
})

test('a rider cancels a new booking; nobody is asked any more', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.settle()
  expect(await trips.get(rider, id)).toMatchObject({ requestedCount: 1 })
  const cancelled = await trips.cancel(rider, id)
  expect(cancelled).toMatchObject({
    status: 'CANCELLED',
    reason,
    cancelledBy: 'rider',
    requestedCount: 0,
    may: { cancel: false },
  })
  expect(await refusal(getBooking, { id }, { as: driver })).toMatchObject({ key: 'not_found' })
  expect(await refusal(cancelBooking, { id, reason }, { as: rider })).toMatchObject({ key: 'wrong_step', status: 409 })
})

test('cancelling an accepted trip frees the driver; replaying it changes nothing', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  expect(await isBusy(driver)).toBe(true)
  const first = await call(cancelBooking, { id, reason }, { as: rider, once: 'cancel-1' })
  expect(await isBusy(driver)).toBe(false)
  expect(await call(cancelBooking, { id, reason }, { as: rider, once: 'cancel-1' })).toEqual(first)
  expect((await rowOf(id)).version).toBe(first.version)
})

test('nobody pays more for cancelling than the page said: a driver who accepts meanwhile makes it ask once more', async () => {
  const slabs = [
    { minsDelayed: 0, amount: '1500' },
    { minsDelayed: 5, amount: '4000' },
  ]
  const { rider, driver, carType } = await trips.cast({ cancelSlabs: JSON.stringify(slabs) })
  const { id } = await trips.book(rider, carType)
  await trips.offer(id)
  await trips.accept(driver, id)
  const refused = await refusal(cancelBooking, { id, reason, fee: '0.00' }, { as: rider })
  expect(refused).toMatchObject({ key: 'cancel_costs_more', status: 409 })
  expect((await trips.get(rider, id)).status).toBe('ACCEPTED')
  await trips.drivenFor(id, 6 * 60_000)
  expect((await refusal(cancelBooking, { id, reason, fee: '15.00' }, { as: rider })).key).toBe('cancel_costs_more')
  // a fee below the confirmed one needs no further confirmation
  const done = await call(cancelBooking, { id, reason, fee: '40.01' }, { as: rider })
  expect(done).toMatchObject({ status: 'CANCELLED', cancelFee: '40.00' })
})

test('from ARRIVED only an admin cancels, and nobody later', async () => {
  const { rider, driver, booking, id } = await trips.trip('ARRIVED')
  const admin = await make.admin()
  expect((await trips.get(rider, id)).may.cancel).toBe(false)
  expect(await refusal(cancelBooking, { id, reason }, { as: rider })).toMatchObject({ key: 'wrong_step' })
  const other = await trips.trip('STARTED')
  expect(await refusal(cancelBooking, { id: other.id, reason }, { as: admin })).toMatchObject({ key: 'wrong_step' })
  expect(await trips.cancel(admin, id)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'admin' })
  expect(await isBusy(driver)).toBe(false)
  expect(await trips.get(driver, booking.id)).toMatchObject({ status: 'CANCELLED' })
})

test('a reason that is not on the list is refused', async () => {
  const { rider, id } = await trips.trip('NEW')
  expect(await refusal(cancelBooking, { id, reason: 'because' }, { as: rider })).toMatchObject({
    key: 'reason_unknown',
    status: 422,
  })
  expect(await refusal(cancelBooking, { id, reason: ' ' }, { as: rider })).toMatchObject({ key: 'bad_request', status: 400 })
  expect((await rowOf(id)).status).toBe('NEW')
})

test('under the demo lock nobody cancels, and contacts are hidden from the desk', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  const admin = await make.admin()
  expect(await trips.get(admin, id)).toMatchObject({ customerContact: rider.mobile, driverContact: driver.mobile })
  await app.settings({ allowCriticalEditsAdmin: false })
  for (const as of [rider, admin]) {
    expect(await refusal(cancelBooking, { id, reason }, { as })).toMatchObject({ key: 'demo_mode', status: 403 })
    expect((await trips.get(as, id)).may.cancel).toBe(false)
  }
  const hidden = { customerContact: null, customerEmail: null, driverContact: null }
  expect(await trips.get(admin, id)).toMatchObject(hidden)
  await app.settings({ allowCriticalEditsAdmin: true })
})

test('the rating completes the trip once and goes into the driver’s average', async () => {
  const first = await trips.trip('PAID')
  expect((await trips.get(first.rider, first.id)).may.rate).toBe(true)
  expect(await refusal(rateBooking, { id: first.id, stars: 6 }, { as: first.rider })).toMatchObject({ key: 'bad_request' })
  const stranger = await make.rider()
  expect(await refusal(rateBooking, { id: first.id, stars: 5 }, { as: stranger })).toMatchObject({
    key: 'not_found',
    status: 404,
  })
  expect(await trips.rate(first.rider, first.id, 5)).toMatchObject({ status: 'COMPLETE', rating: 5, may: { rate: false } })
  expect(await refusal(rateBooking, { id: first.id, stars: 1 }, { as: first.rider })).toMatchObject({
    key: 'already_rated',
    status: 409,
  })

  const second = await trips.book(first.rider, first.carType)
  await trips.run(second, first, 'PAID')
  await trips.rate(first.rider, second.id, 4)
  const third = await trips.book(first.rider, first.carType)
  await trips.run(third, first, 'PAID')
  await trips.rate(first.rider, third.id, 4)
  expect((await call(getSession, {}, { as: first.driver })).me?.ratings).toEqual({ userRating: 4.3, count: 3 })
})

test('a trip that is not paid cannot be rated', async () => {
  const { rider, id } = await trips.trip('REACHED')
  expect(await refusal(rateBooking, { id, stars: 5 }, { as: rider })).toMatchObject({ key: 'wrong_step', status: 409 })
})

test('a paid trip without a rating completes after a day, and can then not be rated', async () => {
  const { rider, driver, id } = await trips.trip('PAID')
  await app.runJobs()
  expect((await rowOf(id)).status).toBe('PAID')
  const { rows } = await app.database.directPool.query('select run_at from graphile_worker._private_jobs where key = $1', [
    `complete:${id}`,
  ])
  expect(rows[0].run_at.getTime()).toBeGreaterThan(app.deps.now().getTime() + 23.9 * 3_600_000)
  await app.runJobs({ early: true })
  expect(await trips.get(rider, id)).toMatchObject({ status: 'COMPLETE', rating: null })
  expect((await call(getSession, {}, { as: driver })).me?.ratings.count).toBe(0)
  expect(await refusal(rateBooking, { id, stars: 5 }, { as: rider })).toMatchObject({ key: 'wrong_step' })
})

test('the completion job leaves a rated trip alone', async () => {
  const { id } = await trips.trip('COMPLETE')
  const before = await rowOf(id)
  await app.runJobs({ early: true })
  expect(await rowOf(id)).toEqual(before)
})

test('a booking that ended says when, and only how it ended', async () => {
  const { rider, id } = await trips.trip('ACCEPTED')
  const since = Date.now() - 1000
  await call(cancelBooking, { id, reason }, { as: rider })
  const cancelled = await rowOf(id)
  expect([cancelled.completedAt, cancelled.paidAt]).toEqual([null, null])
  expect(cancelled.cancelledAt?.getTime()).toBeGreaterThan(since)
  expect(cancelled.cancelledAt?.getTime()).toBeLessThan(Date.now() + 1000)
  const rated = await rowOf((await trips.trip('COMPLETE')).id)
  expect(rated.cancelledAt).toBeNull()
  expect(rated.completedAt?.getTime()).toBeGreaterThanOrEqual(rated.paidAt?.getTime() ?? Number.NaN)
})
