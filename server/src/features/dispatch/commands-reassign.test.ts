import { getBookingRecord, reassignBooking } from '@wayfare/contract/bookings-desk'
import { listBookingSteps } from '@wayfare/contract/bookings'
import { listChat, sendChat } from '@wayfare/contract/chat'
import { listTasks } from '@wayfare/contract/dispatch'
import { assignDriver, listCandidates } from '@wayfare/contract/dispatch-assign'
import { getTracking } from '@wayfare/contract/trips'
import type { BookingId } from '@wayfare/core/ids'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
await trips.addReason()
const admin = await make.admin()

beforeEach(() => app.settings({ autoDispatch: true }))

const reassign = (id: BookingId, as: TestUser = admin) => call(reassignBooking, { id }, { as })
const tasksOf = async (as: TestUser) => (await call(listTasks, {}, { as })).tasks.map(({ bookingId }) => bookingId)
const isBusy = async ({ id }: TestUser) =>
  (await app.db.selectFrom('appUser').select('queue').where('id', '=', id).executeTakeFirstOrThrow()).queue
const countPostings = async () =>
  Number(
    (
      await app.db
        .selectFrom('ledgerEntry')
        .select((e) => e.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Two drivers were asked, and the first has accepted. */
const taken = async (fields: Parameters<typeof trips.cast>[0] = {}) => {
  const { rider, driver, carType } = await trips.cast(fields)
  const other = await make.driver({ carType, at: placeAway(jarntorget, 900) })
  const { id, otp } = await trips.book(rider, carType)
  await app.settle()
  const booking = await trips.accept(driver, id)
  return { id, otp, rider, driver, other, booking, carType }
}

test.each(['ACCEPTED', 'ARRIVED'] as const)(
  'the desk takes a booking that is %s from its driver, and another one is asked',
  async (status) => {
    const { id, otp, rider, driver, other, booking } = await taken()
    if (status === 'ARRIVED') await trips.arrive(driver, id)
    const before = await countPostings()
    const open = await reassign(id)
    expect(open).toMatchObject({ status: 'NEW', driver: null, driverName: null, vehicleNumber: null, acceptedAt: null, otp })
    expect(open).toMatchObject({ tripCost: booking.tripCost, driverArriveTime: null, fleetAdmin: null, noTaker: null })
    // its waiting time starts again, so that drivers are searched as often as for a new booking
    expect(open.releaseAt).toBeGreaterThan(booking.acceptedAt ?? Number.NaN)
    expect(await isBusy(driver)).toBe(false)
    await app.settle()
    expect(await tasksOf(other)).toEqual([id])
    expect(await tasksOf(driver)).toEqual([])
    expect(await countPostings()).toBe(before)
    const again = await trips.accept(other, id)
    expect(again).toMatchObject({ status: 'ACCEPTED', driver: other.id })
    expect((await trips.get(rider, id)).otp).toBe(otp)
    expect(await isBusy(other)).toBe(true)
  },
)

test('the one who had it is not asked again by himself, and reads that the booking is not his', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await trips.accept(driver, id)
  await reassign(id)
  await app.settle()
  expect(await tasksOf(driver)).toEqual([])
  expect((await trips.get(rider, id)).noTaker).toBe('nobody_near')
  for (const attempt of [trips.get, trips.accept, trips.arrive])
    await expect(attempt(driver, id)).rejects.toMatchObject({ key: 'not_found' })
  // he may take another booking
  const { id: next } = await trips.book(await make.rider(), carType)
  await app.settle()
  expect(await tasksOf(driver)).toEqual([next])
})

test('one who did not want the booking is not asked again when it is taken from another', async () => {
  const { rider, driver, carType } = await trips.cast()
  const unwilling = await make.driver({ carType, at: placeAway(jarntorget, 500) })
  const late = await make.driver({ carType, at: placeAway(jarntorget, 600) })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await trips.decline(unwilling, id)
  await trips.accept(driver, id)
  await reassign(id)
  await app.settle()
  expect([await tasksOf(unwilling), await tasksOf(late)]).toEqual([[], [id]])
})

test('rider and former driver are told, each on the right screen', async () => {
  const { id, rider, driver } = await taken()
  const notices: unknown[] = []
  const offs = [rider, driver].map((one) =>
    app.deps.bus.subscribe(`user.${one.id}`, (message) => void notices.push([one.userType, message])),
  )
  await reassign(id)
  await app.settle()
  for (const off of offs) off()
  const told = JSON.stringify(notices)
  expect(told).toMatch(/"rider",\{"kind":"notice","notice":\{[^}]*"key":"notice_reassigned_rider"/)
  expect(told).toMatch(/"driver",\{"kind":"notice","notice":\{[^}]*"key":"notice_reassigned_driver"/)
})

test('what cancelling costs counts from the next acceptance', async () => {
  const { id, rider, other } = await taken({ cancelSlabs: JSON.stringify([{ minsDelayed: 5, amount: '3000' }]) })
  await app.db
    .updateTable('booking')
    .set({ acceptedAt: new Date(Date.now() - 600_000) })
    .where('id', '=', id)
    .execute()
  await reassign(id)
  await app.settle()
  await trips.accept(other, id)
  expect((await trips.cancel(rider, id)).cancelFee).toBe('0.00')
})

test('the former driver reads and writes no more in the chat; what was said stays his and the rider’s', async () => {
  const { id, rider, driver, other } = await taken()
  await call(sendChat, { id, message: 'I wait at the gate', clientKey: 'rider-0001' }, { as: rider })
  await reassign(id)
  expect((await refusal(listChat, { id }, { as: driver })).key).toBe('not_found')
  expect((await refusal(sendChat, { id, message: 'Sorry', clientKey: 'driver-0001' }, { as: driver })).key).toBe('not_found')
  await app.settle()
  await trips.accept(other, id)
  expect((await call(listChat, { id }, { as: other })).messages).toEqual([])
  expect((await refusal(listChat, { id }, { as: driver })).key).toBe('not_found')
})

test('the way of the former driver is not shown as that of the next', async () => {
  const { id, driver, other, rider } = await taken()
  const moved = placeAway(jarntorget, 100)
  const points = [
    { at: new Date(Date.now() - 60_000), seq: 1n },
    { at: new Date(Date.now() - 50_000), seq: 2n },
  ]
  await app.db
    .insertInto('trackPoint')
    .values(
      points.map((point) => ({
        ...point,
        bookingId: id,
        device: `d-${driver.id}`,
        status: 'ACCEPTED' as const,
        lat: moved.lat,
        lng: moved.lng,
      })),
    )
    .execute()
  await reassign(id)
  await app.settle()
  await trips.accept(other, id)
  const { points: shown, last } = await call(getTracking, { id }, { as: rider })
  expect(shown.every(({ lat }) => lat !== moved.lat)).toBe(true)
  expect(last?.lat).toBeCloseTo(placeAway(jarntorget, 900).lat, 6)
})

test('only an admin takes a booking away, and only before the trip', async () => {
  const { id, rider, driver } = await taken()
  for (const as of [rider, driver, await make.fleetAdmin()])
    expect((await refusal(reassignBooking, { id }, { as })).key).toBe('forbidden')
  expect((await refusal(reassignBooking, { id: 'NOSUCH' as BookingId }, { as: admin })).key).toBe('not_found')
  for (const status of ['NEW', 'STARTED', 'REACHED', 'PAID', 'COMPLETE'] as const) {
    const trip = await trips.trip(status)
    expect((await refusal(reassignBooking, { id: trip.id }, { as: admin })).key).toBe('wrong_step')
  }
  expect((await trips.get(admin, id)).may.reassign).toBe(true)
  expect((await trips.get(rider, id)).may.reassign).toBe(false)
})

test('of two at once one takes it away, and the other reads that it is done', async () => {
  const { id, driver } = await taken()
  const second = await make.admin()
  const outcomes = await Promise.allSettled([reassign(id), reassign(id, second)])
  const refused = outcomes.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(refused[0]?.reason).toMatchObject({ key: 'wrong_step' })
  expect(await isBusy(driver)).toBe(false)
  const { steps } = await call(listBookingSteps, { id }, { as: admin })
  expect(steps.map(({ to }) => to)).toEqual(['NEW', 'ACCEPTED', 'NEW'])
})

test('while the driver taps that he is there, both find one order', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, driver } = await taken()
    const [arrived, away] = await Promise.allSettled([trips.arrive(driver, id), reassign(id)])
    expect(away.status).toBe('fulfilled')
    if (arrived.status === 'rejected') expect(arrived.reason).toMatchObject({ key: 'not_found' })
    expect(await trips.get(admin, id)).toMatchObject({ status: 'NEW', driver: null, driverArriveTime: null })
    expect(await isBusy(driver)).toBe(false)
  }
})

test('without automatic dispatch nobody is asked until the desk asks: also the one who had it', async () => {
  await app.settings({ autoDispatch: false })
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await call(assignDriver, { id, driver: driver.id }, { as: admin })
  await trips.accept(driver, id)
  await reassign(id)
  await app.settle()
  expect((await trips.get(admin, id)).requestedCount).toBe(0)
  expect((await call(listCandidates, { id }, { as: admin })).candidates).toMatchObject([
    { driver: driver.id, state: 'withdrawn' },
  ])
  await call(assignDriver, { id, driver: driver.id }, { as: admin })
  expect((await trips.accept(driver, id)).status).toBe('ACCEPTED')
})

test('the record says who did what, and only an admin reads it', async () => {
  await app.settings({ autoDispatch: false })
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await call(assignDriver, { id, driver: driver.id }, { as: admin })
  await trips.accept(driver, id)
  await reassign(id)
  const { deeds, entries } = await call(getBookingRecord, { id }, { as: admin })
  const names = {
    admin: `${admin.firstName} Testsson`,
    driver: `${driver.firstName} Testsson`,
    rider: `${rider.firstName} Testsson`,
  }
  expect(deeds.map(({ by, name, what, to, driverName }) => ({ by, name, what, to, driverName }))).toEqual([
    { by: 'rider', name: names.rider, what: 'status', to: 'NEW', driverName: null },
    { by: 'admin', name: names.admin, what: 'assigned', to: null, driverName: names.driver },
    { by: 'driver', name: names.driver, what: 'status', to: 'ACCEPTED', driverName: null },
    { by: 'admin', name: names.admin, what: 'reassigned', to: null, driverName: names.driver },
  ])
  expect(entries).toEqual([])
  for (const as of [rider, driver, await make.fleetAdmin()])
    expect((await refusal(getBookingRecord, { id }, { as })).key).toBe('forbidden')
})

test('the record of a paid trip shows how its price changed and where the money went, to the last cent', async () => {
  const { rider, driver, carType } = await trips.cast({ minFareMinor: 0n })
  const { id, otp } = await trips.book(rider, carType)
  await app.settle()
  await trips.accept(driver, id)
  await trips.arrive(driver, id)
  await trips.start(driver, id, otp)
  await trips.reach(driver, id)
  await trips.collect(driver, id)
  const { deeds, entries } = await call(getBookingRecord, { id }, { as: admin })
  const changed = deeds.find(({ what }) => what === 'priceChanged')
  expect(changed).toMatchObject({ by: 'driver' })
  expect(changed?.from).not.toBe(changed?.to)
  expect(entries.length).toBeGreaterThan(1)
  expect(entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(0)
})

test('what was done to a booking stays written', async () => {
  const { id } = await taken()
  await reassign(id)
  await expect(app.db.deleteFrom('bookingChange').where('bookingId', '=', id).execute()).rejects.toThrow(/stays written/)
})
