import { removeUser, updatePerson } from '@wayfare/contract/people-edit'
import { createBooking as createBookingEndpoint, getBooking } from '@wayfare/contract/bookings'
import { acceptTask, declineTask, listTasks } from '@wayfare/contract/dispatch'
import { goOnline } from '@wayfare/contract/trips'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { createBooking } from '../bookings/commands-create.ts'
import { offerBooking } from './commands.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, raw, make } = app
await trips.addReason()

const tasksOf = async (as: Parameters<typeof trips.get>[0]) =>
  (await call(listTasks, {}, { as })).tasks.map(({ bookingId }) => bookingId)

test('every eligible driver in the radius is asked, and nobody else', async () => {
  const { carType, rider, driver } = await trips.cast()
  const far = await make.driver({ carType, at: placeAway(jarntorget, 9000) })
  const tooFar = await make.driver({ carType, at: placeAway(jarntorget, 11_000) })
  const otherCar = await make.driver({ carType: await make.carType(), at: jarntorget })
  const busy = await make.driver({ carType, at: jarntorget, queue: true })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  for (const asked of [driver, far]) expect(await tasksOf(asked)).toEqual([id])
  for (const notAsked of [tooFar, otherCar, busy]) expect(await tasksOf(notAsked)).toEqual([])
  expect((await trips.get(rider, id)).requestedCount).toBe(2)
})

test('with automatic dispatch off nobody is asked until it is switched on', async () => {
  await app.settings({ autoDispatch: false })
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.settle()
  expect(await tasksOf(driver)).toEqual([])
  await app.settings({ autoDispatch: true })
  await app.readAll()
  await app.runJobs({ early: true })
  expect(await tasksOf(driver)).toEqual([id])
})

test('a process that has not heard yet that automatic dispatch is on asks all the same', async () => {
  await app.settings({ autoDispatch: false })
  const { settings } = app.deps
  const old = settings()
  await app.settings({ autoDispatch: true })
  const deps = { ...app.deps, settings: () => old }
  const { carType, rider, driver } = await trips.cast()
  const { quote, estimateFare } = await trips.quote(carType)
  const input = createBookingEndpoint.input.parse({ quote, estimateFare })
  const booked = await createBooking(deps, rider.actor, input)
  await app.runJobs()
  expect(await tasksOf(driver)).toEqual([booked.id])
  const other = await trips.cast()
  const { id } = await trips.book(other.rider, other.carType)
  await offerBooking(deps, id)
  expect(await tasksOf(other.driver)).toEqual([id])
})

test('the winner gets the trip; the others have lost the task', async () => {
  const { carType, rider, driver } = await trips.cast()
  const late = await make.driver({ carType, at: jarntorget })
  const stranger = await make.driver({ carType: await make.carType(), at: jarntorget })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  const won = await trips.accept(driver, id)
  expect(won).toMatchObject({
    status: 'ACCEPTED',
    driver: driver.id,
    driverName: `${driver.firstName} Testsson`,
    otp: null,
    requestedCount: 0,
  })
  expect(await refusal(acceptTask, { id }, { as: late })).toMatchObject({ key: 'already_taken', status: 409 })
  expect(await refusal(acceptTask, { id }, { as: stranger })).toMatchObject({ key: 'not_found', status: 404 })
  expect(await tasksOf(late)).toEqual([])
  const states = await app.db.selectFrom('bookingOffer').select(['driverId', 'state']).where('bookingId', '=', id).execute()
  expect(Object.fromEntries(states.map(({ driverId, state }) => [driverId, state]))).toEqual({
    [driver.id]: 'accepted',
    [late.id]: 'closed',
  })
})

test('a booking that is cancelled is nobody’s task, and its offers are closed', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await trips.cancel(rider, id)
  expect(await tasksOf(driver)).toEqual([])
  expect(await refusal(acceptTask, { id }, { as: driver })).toMatchObject({ key: 'already_taken' })
  await app.readAll()
  const states = await app.db.selectFrom('bookingOffer').select('state').where('bookingId', '=', id).execute()
  expect(states).toEqual([{ state: 'closed' }])
})

test('accepting again under the same key gets the same answer', async () => {
  const { driver, booking, id } = await trips.trip('NEW')
  await app.settle()
  const first = await trips.accept(driver, id, 'accept-1')
  await trips.arrive(driver, id)
  const again = await raw(acceptTask, { id: booking.id }, { as: driver, once: 'accept-1' })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.json()).toEqual(first)
  expect(await refusal(acceptTask, { id }, { as: driver })).toMatchObject({ key: 'already_taken' })
  expect(await refusal(acceptTask, { id }, { as: driver, once: null })).toMatchObject({ key: 'idempotency_key_required' })
})

test('a driver who is off duty or no longer approved cannot accept', async () => {
  const { driver, id } = await trips.trip('NEW')
  await app.settle()
  await call(goOnline, { online: false, device: 'test-device' }, { as: driver })
  expect(await refusal(acceptTask, { id }, { as: driver })).toMatchObject({ key: 'driver_not_ready', status: 409 })
  await call(goOnline, { online: true, device: 'test-device' }, { as: driver })
  expect((await trips.accept(driver, id)).status).toBe('ACCEPTED')
})

test('a driver who is given another car is no longer asked for the former one, and is asked for what fits', async () => {
  const { carType, rider, driver, id } = await trips.trip('NEW')
  const small = await make.carType()
  await make.driver({ carType: small, at: jarntorget })
  const other = await trips.book(rider, small)
  await app.settle()
  expect(await tasksOf(driver)).toEqual([id])
  const admin = await make.admin()
  await call(updatePerson, { id: driver.id, carType: small }, { as: admin })
  await app.settle()
  expect(await tasksOf(driver)).toEqual([other.id])
  expect(await refusal(acceptTask, { id }, { as: driver })).toMatchObject({ key: 'not_found' })
  expect((await trips.get(rider, id)).requestedCount).toBe(0)
  await call(updatePerson, { id: driver.id, carType }, { as: admin })
  await app.settle()
  expect(await tasksOf(driver)).toEqual([id])
})

test('nor does one take it whose new car nobody has heard of yet', async () => {
  const { rider, driver, id } = await trips.trip('NEW')
  await app.settle()
  await app.db
    .updateTable('appUser')
    .set({ carTypeId: await make.carType() })
    .where('id', '=', driver.id)
    .execute()
  expect((await refusal(acceptTask, { id }, { as: driver })).key).toBe('not_found')
  expect((await trips.get(rider, id)).status).toBe('NEW')
})

test('a driver has one trip at a time, also when he accepts two at once', async () => {
  const { carType, rider, driver } = await trips.cast()
  for (let round = 0; round < 10; round++) {
    const [first, second] = [await trips.book(rider, carType), await trips.book(rider, carType)]
    for (const { id } of [first, second]) await trips.offer(id)
    const answers = await Promise.all([first, second].map(({ id }) => raw(acceptTask, { id }, { as: driver })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const lost = answers.find(({ statusCode }) => statusCode === 409)
    expect(lost?.json()).toMatchObject({ error: { key: 'driver_busy' } })
    for (const { id } of [first, second]) await trips.cancel(rider, id)
  }
})

test('when the rider cancels while a driver accepts, there is one order of events', async () => {
  const { carType, rider, driver } = await trips.cast()
  const outcomes = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const { id } = await trips.book(rider, carType)
    await trips.offer(id)
    const [accepted, cancelled] = await Promise.all([
      raw(acceptTask, { id }, { as: driver }),
      trips.cancel(rider, id).then(() => true),
    ])
    expect(cancelled).toBe(true)
    expect([200, 404, 409]).toContain(accepted.statusCode)
    outcomes.add(String(accepted.statusCode))
    expect((await trips.get(rider, id)).status).toBe('CANCELLED')
    const { queue } = await app.db.selectFrom('appUser').select('queue').where('id', '=', driver.id).executeTakeFirstOrThrow()
    expect(queue).toBe(false)
  }
  expect(outcomes.size).toBeGreaterThan(0)
})

test('when all have declined, the rider is told and the booking waits for a driver who comes online', async () => {
  const { carType, rider, driver } = await trips.cast()
  const second = await make.driver({ carType, at: jarntorget })
  const { id, version } = await trips.book(rider, carType)
  await app.settle()
  await trips.decline(driver, id)
  expect(await trips.get(rider, id)).toMatchObject({ status: 'NEW', requestedCount: 1, noTaker: null })
  expect(await refusal(getBooking, { id }, { as: driver })).toMatchObject({ key: 'not_found' })
  expect(await refusal(acceptTask, { id }, { as: driver })).toMatchObject({ key: 'not_found' })
  await trips.decline(second, id)
  await trips.decline(second, id)
  const waiting = await trips.get(rider, id)
  expect(waiting).toMatchObject({ status: 'NEW', requestedCount: 0, noTaker: 'all_declined' })
  expect(waiting.version).toBeGreaterThan(version)

  const late = await make.driver({ carType })
  await call(goOnline, { online: true, device: 'test-device', location: placeAway(jarntorget, 500) }, { as: late })
  await app.settle()
  expect(await tasksOf(late)).toEqual([id])
  expect(await tasksOf(driver)).toEqual([])
  expect(await trips.get(rider, id)).toMatchObject({ requestedCount: 1, noTaker: null })
  expect((await trips.accept(late, id)).status).toBe('ACCEPTED')
})

test('a driver who is free again is asked for what waits', async () => {
  const { carType, rider, driver } = await trips.cast()
  const first = await trips.book(rider, carType)
  await trips.run(first, { rider, driver }, 'REACHED')
  const helper = await make.driver({ carType, at: jarntorget })
  const second = await trips.book(await make.rider(), carType, {
    drop: jarntorget,
    pickup: { ...placeAway(jarntorget, 800), add: 'Here' },
  })
  await app.settle()
  expect(await tasksOf(driver)).toEqual([])
  await trips.collect(driver, first.id)
  await app.settle()
  expect(await tasksOf(driver)).toEqual([second.id])
  expect(await tasksOf(helper)).toEqual([second.id])
})

test('a driver who drives into the radius is asked too', async () => {
  const { carType, rider, driver } = await trips.cast()
  const far = await make.driver({ carType, at: placeAway(jarntorget, 11_000) })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await trips.decline(driver, id)
  await make.position(far, placeAway(jarntorget, 8000))
  await app.runJobs({ early: true })
  expect(await tasksOf(far)).toEqual([id])
})

test('when nobody is near any more by the time of asking, the rider is told', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.db.updateTable('appUser').set({ driverActiveStatus: false }).where('id', '=', driver.id).execute()
  await app.settle()
  expect(await trips.get(rider, id)).toMatchObject({ status: 'NEW', noTaker: 'nobody_near' })
  const { version } = await trips.get(rider, id)
  await app.runJobs({ early: true })
  expect((await trips.get(rider, id)).version).toBe(version)
})

test('the tasks of a driver who is removed count as declined', async () => {
  const { rider, driver, id } = await trips.trip('NEW')
  await trips.offer(id)
  await call(removeUser, { id: driver.id }, { as: await make.admin() })
  await app.settle()
  expect(await trips.get(rider, id)).toMatchObject({ status: 'NEW', requestedCount: 0, noTaker: 'all_declined' })
})

test('declining what one was never asked for is not found', async () => {
  const { id } = await trips.trip('NEW')
  await app.settle()
  const stranger = await make.driver({ carType: await make.carType(), at: jarntorget })
  expect(await refusal(declineTask, { id }, { as: stranger })).toMatchObject({ key: 'not_found', status: 404 })
})
