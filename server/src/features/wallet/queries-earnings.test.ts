import { getDriverEarnings } from '@wayfare/contract/reports'
import { getEarnings, getWallet } from '@wayfare/contract/wallet'
import { getEarningsWeek } from '@wayfare/contract/wallet-earnings'
import type { BookingId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'
import { recountEarnings } from '../reports/commands.ts'

const app = await startApp()
const { call, refusal, make } = app
const trips = makeTrips(app)

const payAt = (id: BookingId, at: string) =>
  app.db
    .updateTable('booking')
    .set({ paidAt: new Date(at) })
    .where('id', '=', id)
    .execute()

test('a driver reads the week by the days of the city, trip by trip, and what was collected in cash', async () => {
  await app.settings({ timeZone: 'Europe/Stockholm' })
  const { driver, id } = await trips.trip('PAID')
  const week = async (day?: string) => call(getEarningsWeek, day === undefined ? {} : { day }, { as: driver })
  const now = await week()
  const today = await call(getEarnings, {}, { as: driver })
  expect(now.total).toEqual(today)
  expect(now.days).toHaveLength(7)
  expect(now.days.find(({ day }) => day === now.today)).toEqual({ day: now.today, ...today })
  expect(now.trips).toMatchObject([{ bookingId: id, kind: 'trip', day: now.today, cashCollected: today.cashCollected }])
  // the wallet has lost the cash and gained the share
  const { balance } = await call(getWallet, {}, { as: driver })
  expect(Number(balance)).toBeCloseTo(Number(today.driverShare) - Number(today.cashCollected), 5)

  // half past midnight on Monday in Stockholm is still Sunday in London
  await payAt(id, '2026-06-01T00:30:00+02:00')
  const june = await week('2026-06-07')
  expect([june.from, june.days.map(({ trips: count }) => count)]).toEqual(['2026-06-01', [1, 0, 0, 0, 0, 0, 0]])
  expect((await week('2026-05-31')).total).toMatchObject({ trips: 0, driverShare: '0.00' })
  expect((await week()).total.trips).toBe(0)
  await payAt(id, '2026-06-07T23:59:00+02:00')
  expect((await week('2026-06-01')).days.at(-1)).toMatchObject({ day: '2026-06-07', trips: 1 })
})

test('a day whose midnight comes twice has the trips of both hours, today and in its week', async () => {
  await app.settings({ timeZone: 'America/Havana' })
  const { driver, id } = await trips.trip('PAID')
  // the clocks go back from one to midnight: this is the first half past midnight
  await payAt(id, '2026-11-01T00:30:00-04:00')
  const away = Date.parse('2026-11-01T15:00:00-05:00') - app.deps.now().getTime()
  app.advance(away)
  const today = await call(getEarnings, {}, { as: driver })
  const { days } = await call(getEarningsWeek, { day: '2026-11-01' }, { as: driver })
  app.advance(-away)
  await app.settings({ timeZone: 'Europe/Stockholm' })
  expect([today.trips, days.find(({ day }) => day === '2026-11-01')?.trips]).toEqual([1, 1])
})

test('nobody reads the week of another driver, and what is no day is refused', async () => {
  const { rider } = await trips.trip('PAID')
  expect((await call(getEarningsWeek, {}, { as: await make.driver() })).total.trips).toBe(0)
  expect((await refusal(getEarningsWeek, {}, { as: rider })).key).toBe('forbidden')
  expect((await refusal(getEarningsWeek, { day: '2026-02-30' }, { as: await make.driver() })).key).toBe('bad_request')
})

test('what a rider paid for cancelling late is earned by the driver, here as in the wallet, the month and its recount', async () => {
  await trips.addReason()
  const cancelSlabs = JSON.stringify([{ minsDelayed: 0, amount: '1500' }])
  const { rider, driver, carType } = await trips.cast({ cancelSlabs })
  const booking = await trips.book(rider, carType)
  await trips.run(booking, { rider, driver }, 'ACCEPTED')
  await trips.cancel(rider, booking.id)
  const read = async () => {
    const [today, week, wallet, months] = await Promise.all([
      call(getEarnings, {}, { as: driver }),
      call(getEarningsWeek, {}, { as: driver }),
      call(getWallet, {}, { as: driver }),
      call(getDriverEarnings, {}, { as: driver }),
    ])
    expect(today).toEqual({
      trips: 0,
      driverShare: '0.00',
      tips: '0.00',
      cancelFees: '15.00',
      earned: '15.00',
      cashCollected: '0.00',
    })
    expect(week.total).toEqual(today)
    expect(week.trips).toMatchObject([{ bookingId: booking.id, kind: 'cancelFee', day: week.today, earned: '15.00' }])
    expect(wallet.balance).toBe('15.00')
    expect(months.rows).toMatchObject([{ driver: driver.id, rides: 0, driverShare: '0.00', tips: '0.00', cancelFees: '15.00' }])
    expect(months.total).toMatchObject({ rides: 0, cancelFees: '15.00' })
  }
  await read()
  await recountEarnings(app.deps, { always: true })
  await read()
})
