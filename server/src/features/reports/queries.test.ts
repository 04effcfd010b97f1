import { getDashboard } from '@wayfare/contract/reports'
import { getEarnings } from '@wayfare/contract/wallet'
import { expect, test } from 'vitest'
import { recountEarnings } from './commands.ts'
import { startApp } from '../../../test/harness.ts'
import { FRESH_MS } from '@wayfare/core/dispatch'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app

test('revenue is the convenience fees of paid trips, by the city’s days', async () => {
  const admin = await make.admin()
  const before = await call(getDashboard, {}, { as: admin })
  expect(before.revenue).toEqual({ today: '0.00', month: '0.00', all: '0.00' })
  const { rider, driver, id } = await trips.trip('PAID')
  const { convenienceFees } = await trips.get(rider, id)
  const dayLong = { today: convenienceFees, month: convenienceFees, all: convenienceFees }
  expect((await call(getDashboard, {}, { as: admin })).revenue).toEqual(dayLong)

  await app.settings({ timeZone: 'Europe/Stockholm' })
  const midnight = new Date('2026-06-01T00:30:00+02:00')
  const pay = (at: string) =>
    app.db
      .updateTable('booking')
      .set({ paidAt: new Date(at) })
      .where('id', '=', id)
      .execute()
      .then(() => recountEarnings(app.deps, { always: true }))
  const here = () => call(getDashboard, {}, { as: admin }).then(({ revenue }) => revenue)
  app.advance(midnight.getTime() - Date.now())
  await pay('2026-05-31T23:50:00+02:00')
  expect(await here()).toEqual({ today: '0.00', month: '0.00', all: convenienceFees })
  expect((await call(getEarnings, {}, { as: driver })).trips).toBe(0)
  await pay('2026-06-01T00:10:00+02:00')
  expect(await here()).toEqual(dayLong)
  expect((await call(getEarnings, {}, { as: driver })).trips).toBe(1)
  await app.settings({ timeZone: 'UTC' })
  await app.settle()
  expect(await here()).toEqual(dayLong)
  await app.settings({ timeZone: 'Asia/Tokyo' })
  await app.settle()
  expect(await here()).toEqual(dayLong)
  await app.settings({ timeZone: 'Europe/Stockholm' })
  app.advance(Date.now() - midnight.getTime())
})

test('a fleet admin sees the figures of his own drivers only', async () => {
  const [mine, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
  const { carType, rider } = await trips.cast()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: mine.id })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await trips.accept(driver, id)
  expect(await call(getDashboard, {}, { as: mine })).toMatchObject({
    active: [{ status: 'ACCEPTED', count: 1 }],
    drivers: { online: 0, busy: 1, stale: 0, offline: 0 },
    noTaker: 0,
  })
  expect(await call(getDashboard, {}, { as: other })).toMatchObject({
    active: [],
    drivers: { online: 0, busy: 0, stale: 0, offline: 0 },
  })
})

test('a driver on duty who is not heard of is not among those who are free', async () => {
  const mine = await make.fleetAdmin()
  const driver = await make.driver({ at: jarntorget, fleetAdminId: mine.id })
  await make.driver({ driverActiveStatus: true, fleetAdminId: mine.id })
  await make.driver({ driverActiveStatus: false, fleetAdminId: mine.id })
  const driversOf = async () => (await call(getDashboard, {}, { as: mine })).drivers
  expect(await driversOf()).toEqual({ online: 1, busy: 0, stale: 1, offline: 1 })
  app.advance(FRESH_MS + 1000)
  expect(await driversOf()).toEqual({ online: 0, busy: 0, stale: 2, offline: 1 })
  await make.position(driver, jarntorget)
  expect(await driversOf()).toEqual({ online: 1, busy: 0, stale: 1, offline: 1 })
})

test('only what was paid is revenue, also once it is complete; a fleet admin’s is that of the own drivers', async () => {
  const [mine, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
  const { carType, rider } = await trips.cast()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: mine.id })
  const booking = await trips.book(rider, carType)
  const allOf = async (as: typeof mine) => (await call(getDashboard, {}, { as })).revenue.all
  await trips.run(booking, { rider, driver }, 'REACHED')
  expect(await allOf(mine)).toBe('0.00')
  await trips.collect(driver, booking.id)
  const { convenienceFees } = await trips.get(rider, booking.id)
  expect([Number(convenienceFees) > 0, await allOf(mine), await allOf(other)]).toEqual([true, convenienceFees, '0.00'])
  await trips.rate(rider, booking.id)
  expect([(await trips.get(rider, booking.id)).status, await allOf(mine)]).toEqual(['COMPLETE', convenienceFees])
})

test('a booking without a taker is counted for the desk', async () => {
  const admin = await make.admin()
  const { noTaker } = await call(getDashboard, {}, { as: admin })
  const { driver, id } = await trips.trip('NEW')
  await app.settle()
  await trips.decline(driver, id)
  expect((await call(getDashboard, {}, { as: admin })).noTaker).toBe(noTaker + 1)
})

test('riders and drivers have no dashboard', async () => {
  expect(await refusal(getDashboard, {}, { as: await make.driver() })).toMatchObject({ key: 'forbidden' })
})
