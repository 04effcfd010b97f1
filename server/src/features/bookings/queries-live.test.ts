import { listBookings } from '@wayfare/contract/bookings'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)

test('live trips have a driver now: one that is paid and waits for its rating is active, and not live', async () => {
  const { rider, carType, driver } = await trips.cast()
  const booking = await trips.book(rider, carType)
  const listIds = async (scope: 'live' | 'active') =>
    (await app.call(listBookings, { scope }, { as: rider })).bookings.map(({ id }) => id)
  expect(await listIds('live')).toEqual([])
  await trips.run(booking, { rider, driver }, 'STARTED')
  expect(await listIds('live')).toEqual([booking.id])
  await app.db.updateTable('booking').set({ status: 'PAID' }).where('id', '=', booking.id).execute()
  expect([await listIds('live'), await listIds('active')]).toEqual([[], [booking.id]])
})
