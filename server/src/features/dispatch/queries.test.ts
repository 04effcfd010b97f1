import { getSupply, listTasks } from '@wayfare/contract/dispatch'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen, placeAway } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app

test('a task says what a driver decides on, and nothing else of the rider', async () => {
  const carType = await make.carType()
  const rider = await make.rider()
  const driver = await make.driver({ carType, at: placeAway(jarntorget, 1000) })
  const booking = await trips.book(rider, carType)
  await app.settle()
  const { tasks, serverTime } = await call(listTasks, {}, { as: driver })
  expect(tasks).toHaveLength(1)
  expect(tasks[0]).toMatchObject({
    bookingId: booking.id,
    driverShare: booking.driverShare,
    cashPaymentAmount: booking.payableAmount,
    pickup: jarntorget,
    drop: korsvagen,
    tripDate: null,
    tripDistanceM: booking.distance,
    customerFirstName: rider.firstName,
    customerRating: null,
  })
  expect(tasks[0]?.pickupDistanceM).toBeGreaterThan(990)
  expect(tasks[0]?.pickupDurationS).toBe(100)
  expect((tasks[0]?.offerEndsAt ?? 0) - (tasks[0]?.askedAt ?? 0)).toBe(15_000)
  expect(serverTime).toBeGreaterThan(0)
  expect(JSON.stringify(tasks)).not.toContain(booking.otp ?? 'none')
  expect(JSON.stringify(tasks)).not.toContain(rider.mobile)
})

test('a task that was booked for later says when the pickup is', async () => {
  const { rider, driver, carType } = await trips.cast()
  const tripDate = app.deps.now().getTime() + 18 * 60_000
  const { id } = await trips.bookWith(rider, carType, { tripDate })
  await app.settle()
  const { tasks } = await call(listTasks, {}, { as: driver })
  expect(tasks[0]).toMatchObject({ bookingId: id, tripDate })
})

test('a task says what is carried and how it is paid, not to whom', async () => {
  await app.settings({ category: 'both' })
  const parcelTypes = JSON.stringify([{ description: 'Box', amount: '1000' }])
  const { rider, driver, carType } = await trips.cast({ category: 'delivery', parcelTypes })
  await make.money(rider, 100_000n)
  const order = { paymentMode: 'wallet' as const, deliveryPerson: 'Bo Ek', deliveryPersonPhone: '031-123 45 67' }
  const booking = await trips.bookWith(rider, carType, {}, order)
  await app.settle()
  await app.settings({ category: 'taxi' })
  const { tasks } = await call(listTasks, {}, { as: driver })
  expect(tasks[0]).toMatchObject({
    bookingId: booking.id,
    category: 'delivery',
    parcelType: 'Box',
    option: null,
    usedWalletMoney: booking.payableAmount,
    cashPaymentAmount: '0.00',
    cardPaymentAmount: '0.00',
  })
  expect(JSON.stringify(tasks)).not.toMatch(/Bo Ek|123 45/)
})

test('tasks come without a way when the map is away', async () => {
  const { rider, driver, carType } = await trips.cast()
  await trips.book(rider, carType)
  await app.settle()
  app.maps.isDown = true
  const { tasks } = await call(listTasks, {}, { as: driver })
  app.maps.isDown = false
  expect(tasks[0]).toMatchObject({ pickupDistanceM: null, pickupDurationS: null })
})

test('only drivers have tasks', async () => {
  expect(await refusal(listTasks, {}, { as: await make.rider() })).toMatchObject({ key: 'forbidden', status: 403 })
  expect(await refusal(listTasks, {})).toMatchObject({ key: 'unauthorized', status: 401 })
})

test('free cars are counted by car type, with the time to the nearest and blurred places', async () => {
  const [small, big] = [await make.carType(), await make.carType()]
  const near = placeAway(korsvagen, 500)
  await make.driver({ carType: small, at: near })
  await make.driver({ carType: small, at: placeAway(korsvagen, 2000) })
  await make.driver({ carType: small, at: korsvagen, queue: true })
  const { carTypes, cars } = await call(getSupply, { lat: korsvagen.lat, lng: korsvagen.lng })
  expect(carTypes.find(({ carType }) => carType === small)).toEqual({ carType: small, free: 2, nearestS: 50 })
  expect(carTypes.find(({ carType }) => carType === big)).toEqual({ carType: big, free: 0, nearestS: null })
  const seen = cars.filter(({ carType }) => carType === small)
  expect(seen).toHaveLength(2)
  for (const { lat, lng } of seen) expect([lat, lng]).toEqual([lat, lng].map((degrees) => Number(degrees.toFixed(3))))
  expect(seen.some(({ lat }) => lat === near.lat)).toBe(false)
})

test('outside the map, and without one, there is no supply to speak of', async () => {
  expect(await refusal(getSupply, { lat: 59.3, lng: 18 })).toMatchObject({ key: 'out_of_area', status: 422 })
  const { describe } = app.maps.basemap
  app.maps.basemap.describe = () => ({ ...describe(), state: 'preparing' })
  expect(await refusal(getSupply, { lat: korsvagen.lat, lng: korsvagen.lng })).toMatchObject({ key: 'not_ready', status: 503 })
  app.maps.basemap.describe = describe
  expect(await refusal(getSupply, { lat: 95, lng: 18 })).toMatchObject({ key: 'bad_request', status: 400 })
})
