import {
  cancelBooking,
  getBooking,
  listBookings,
  listBookingSteps,
  rateBooking,
  type BookingView,
} from '@wayfare/contract/bookings'
import { acceptTask, declineTask } from '@wayfare/contract/dispatch'
import { arriveAtPickup, collectCash, getTracking, reachDrop, startTrip } from '@wayfare/contract/trips'
import type { BookingId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makeTrips, reason, statusesOfATrip } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
await trips.addReason()

const idsOf = (bookings: readonly BookingView[]) => bookings.map(({ id }) => id)

const byId = { id: '' as BookingId }
const endpoints = [
  [getBooking, byId, ['rider', 'driver', 'fleetadmin', 'admin']],
  [listBookingSteps, byId, ['rider', 'driver', 'fleetadmin', 'admin']],
  [cancelBooking, { ...byId, reason }, ['rider', 'admin']],
  [rateBooking, { ...byId, stars: 5 }, ['rider']],
  [acceptTask, byId, ['driver']],
  [declineTask, byId, ['driver']],
  [arriveAtPickup, byId, ['driver']],
  [startTrip, { ...byId, otp: null }, ['driver']],
  [reachDrop, byId, ['driver']],
  [collectCash, byId, ['driver']],
  [getTracking, byId, ['rider', 'driver', 'fleetadmin', 'admin']],
] as const

test.each(statusesOfATrip)(
  'a foreign id of a booking that is %s and one that is none are the same to everyone: not found',
  async (status) => {
    const strangers = [
      await make.rider(),
      await make.driver({ at: jarntorget, carType: await make.carType() }),
      await make.fleetAdmin(),
    ]
    const { id } = await trips.trip(status)
    for (const [endpoint, input, roles] of endpoints) {
      for (const as of strangers) {
        const expected = (roles as readonly string[]).includes(as.userType) ? 'not_found' : 'forbidden'
        const foreign = await refusal(endpoint as typeof getBooking, { ...input, id }, { as })
        expect(`${endpoint.verb} ${as.userType} ${foreign.key}`).toBe(`${endpoint.verb} ${as.userType} ${expected}`)
        const unknown = await refusal(endpoint as typeof getBooking, { ...input, id: 'NOSUCHBOOKING' as BookingId }, { as })
        expect(unknown).toMatchObject({ key: foreign.key, status: foreign.status })
      }
      expect(await refusal(endpoint as typeof getBooking, { ...input, id })).toMatchObject({ key: 'unauthorized', status: 401 })
    }
  },
)

test('ids that cannot be one are bad requests', async () => {
  const as = await make.admin()
  for (const id of ['%00', 'a b', "' or 1=1", 'x'.repeat(41)]) {
    expect(await refusal(getBooking, { id: id as BookingId }, { as })).toMatchObject({ status: 400, key: 'bad_request' })
  }
})

const contacts = ({ customerContact, customerEmail, driverContact }: BookingView) => ({
  customerContact,
  customerEmail,
  driverContact,
})

test('who sees what of a booking', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const admin = await make.admin()
  const carType = await make.carType()
  const rider = await make.rider()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
  const asked = await make.driver({ carType, at: jarntorget })
  const { id, otp } = await trips.book(rider, carType)
  await app.settle()

  const nobody = { customerContact: null, customerEmail: null, driverContact: null }

  const task = await trips.get(asked, id)
  expect(task).toMatchObject({
    otp: null,
    customerName: rider.firstName,
    customerImage: null,
    requestedDrivers: null,
    requestedCount: 2,
  })
  expect(contacts(task)).toEqual(nobody)
  expect((await trips.get(admin, id)).requestedDrivers?.toSorted()).toEqual([driver.id, asked.id].toSorted())
  expect(await refusal(getBooking, { id }, { as: fleetAdmin })).toMatchObject({ key: 'not_found' })

  await trips.accept(driver, id)
  expect(await refusal(getBooking, { id }, { as: asked })).toMatchObject({ key: 'not_found' })
  expect(await trips.get(rider, id)).toMatchObject({ otp, driverContact: driver.mobile, customerContact: rider.mobile })
  expect(await trips.get(driver, id)).toMatchObject({
    otp: null,
    customerContact: rider.mobile,
    customerEmail: null,
    requestedDrivers: null,
  })
  expect(await trips.get(fleetAdmin, id)).toMatchObject({
    otp: null,
    customerContact: null,
    customerEmail: null,
    driverContact: driver.mobile,
  })
  expect(await trips.get(admin, id)).toMatchObject({ otp, customerContact: rider.mobile, driverContact: driver.mobile })

  await trips.arrive(driver, id)
  await trips.start(driver, id, otp)
  await trips.reach(driver, id)
  await trips.collect(driver, id)
  expect(await trips.get(driver, id)).toMatchObject({ customerContact: null, customerEmail: null })
  expect(await trips.get(rider, id)).toMatchObject({ driverContact: null })
})

test('lists hold what one may see, newest first, page after page', async () => {
  const { rider, driver, carType } = await trips.cast()
  const other = await trips.cast()
  const made: BookingId[] = []
  for (let i = 0; i < 7; i++) made.unshift((await trips.book(rider, carType)).id)
  await trips.book(other.rider, other.carType)

  const seen: BookingId[] = []
  let cursor: string | undefined
  do {
    const page: { bookings: BookingView[]; nextCursor: string | null } = await call(
      listBookings,
      { limit: 3, ...(cursor ? { cursor } : {}) },
      { as: rider },
    )
    seen.push(...idsOf(page.bookings))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(made)

  const [first] = made
  await app.settle()
  await trips.accept(driver, first as BookingId)
  expect(idsOf((await call(listBookings, {}, { as: driver })).bookings)).toEqual([first])
  const all = await call(listBookings, { limit: 100 }, { as: await make.admin() })
  expect(idsOf(all.bookings)).toEqual(expect.arrayContaining(made))
  expect((await call(listBookings, {}, { as: await make.fleetAdmin() })).bookings).toEqual([])
})

test('bookings of the same moment are neither lost nor repeated between pages', async () => {
  const { rider, carType } = await trips.cast()
  for (let i = 0; i < 5; i++) await trips.book(rider, carType)
  await app.db
    .updateTable('booking')
    .set({ createdAt: new Date('2026-01-01T00:00:00.001Z') })
    .where('customerId', '=', rider.id)
    .execute()
  const first = await call(listBookings, { limit: 2 }, { as: rider })
  const second = await call(listBookings, { limit: 2, cursor: first.nextCursor ?? '' }, { as: rider })
  const third = await call(listBookings, { limit: 2, cursor: second.nextCursor ?? '' }, { as: rider })
  expect(new Set(idsOf([...first.bookings, ...second.bookings, ...third.bookings])).size).toBe(5)
  expect(third.nextCursor).toBeNull()
})

test('lists are narrowed by scope, status and search', async () => {
  const { rider, driver, carType, id: done } = await trips.trip('COMPLETE')
  const { id: open } = await trips.book(rider, carType)
  const list = async (input: object, as: TestUser = rider) => idsOf((await call(listBookings, input, { as })).bookings)
  expect(await list({ scope: 'active' })).toEqual([open])
  expect(await list({ scope: 'past' })).toEqual([done])
  expect(await list({ status: 'COMPLETE' })).toEqual([done])
  expect(await list({ search: done.toLowerCase() })).toEqual([done])
  expect(await list({ search: 'KORSVÄGEN' })).toEqual([open, done])
  expect(await list({ search: '100%_' })).toEqual([])
  expect(await list({ search: driver.firstName }, driver)).toEqual([done])
})

test('a cursor that is none is a bad request', async () => {
  const as = await make.rider()
  expect(await refusal(listBookings, { cursor: 'nonsense' }, { as })).toMatchObject({ key: 'bad_request', status: 400 })
  expect(await refusal(listBookings, { limit: 0 }, { as })).toMatchObject({ key: 'bad_request' })
  expect(await refusal(listBookings, {})).toMatchObject({ key: 'unauthorized' })
})
