import {
  exportDriverEarnings,
  exportEarningReports,
  getDriverEarnings,
  getEarningReports,
  makeSheet,
} from '@wayfare/contract/reports'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { recountEarnings } from './commands.ts'
import { listEarningMonths } from './queries-earnings.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
const admin = await make.admin()

const read = async (query: ReturnType<typeof sql>) => (await query.execute(app.db)).rows

/** Reads the stored sums and the sums of the bookings themselves. */
const compare = async () => {
  const kept = await read(sql`select sum(rides)::text as rides, sum(trip_cost_minor)::text as cost,
    sum(driver_share_minor)::text as share, sum(convenience_fees_minor)::text as fees from earning_day`)
  const months = await read(sql`select sum(rides)::text as rides, sum(trip_cost_minor)::text as cost,
    sum(driver_share_minor)::text as share, sum(convenience_fees_minor)::text as fees from earning_month`)
  const real = await read(sql`select count(*)::text as rides, sum(trip_cost_minor)::text as cost,
    sum(driver_share_minor)::text as share, sum(convenience_fees_minor)::text as fees
    from booking where status in ('PAID','COMPLETE')`)
  expect(kept).toEqual(real)
  expect(months).toEqual(real)
}

test('paid trips, also many at once, are counted once, and stay so when they are completed', async () => {
  await trips.trip('REACHED')
  await Promise.all(Array.from({ length: 6 }, () => trips.trip('PAID')))
  await trips.trip('COMPLETE')
  await compare()
  await recountEarnings(app.deps, { always: true })
  await compare()
})

test('a driver sees what he earned, a fleet admin what was driven for his fleet, an admin all of it', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const { carType, rider } = await trips.cast()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
  const ids = []
  for (let n = 0; n < 2; n += 1) {
    const booking = await trips.book(rider, carType)
    await trips.run(booking, { rider, driver }, 'PAID')
    ids.push(booking.id)
  }
  const { driverShare } = await trips.get(driver, ids[0] ?? ids[1]!)
  const month = new Date(app.deps.now()).toISOString().slice(0, 7)
  const mine = await call(getDriverEarnings, {}, { as: driver })
  expect(mine.rows).toMatchObject([{ month, driver: driver.id, rides: 2 }])
  expect(mine.rows[0]?.driverShare).toBe((Number(driverShare) * 2).toFixed(2))
  expect(await call(getDriverEarnings, {}, { as: fleetAdmin })).toEqual(mine)
  expect((await call(getDriverEarnings, {}, { as: await make.fleetAdmin() })).rows).toEqual([])
  const all = await call(getDriverEarnings, {}, { as: admin })
  expect(all.rows).toContainEqual(mine.rows[0])
  expect(all.total.rides).toBeGreaterThan(2)
  expect(all.total.rides).toBe(all.rows.reduce((sum, { rides }) => sum + rides, 0))
  const { rows } = await call(getDriverEarnings, { search: mine.rows[0]?.driverName ?? '' }, { as: admin })
  expect(rows.every(({ driverName }) => driverName === mine.rows[0]?.driverName)).toBe(true)
  expect((await call(getDriverEarnings, { year: 2001 }, { as: admin })).rows).toEqual([])
})

test('a page reads only the months it lies in', () => {
  const months = [
    { month: '2026-03', rows: 3n },
    { month: '2026-02', rows: 1n },
    { month: '2026-01', rows: 5n },
  ]
  const page = (offset: number, limit: number) => listEarningMonths(months, { offset, limit })
  expect(page(0, 2)).toEqual({ from: 3, to: 3, skip: 0 })
  expect(page(2, 3)).toEqual({ from: 1, to: 3, skip: 2 })
  expect(page(3, 1)).toEqual({ from: 2, to: 2, skip: 0 })
  expect(page(5, 25)).toEqual({ from: 1, to: 1, skip: 1 })
  expect(page(9, 25)).toBeNull()
  expect(listEarningMonths([], { offset: 0, limit: 25 })).toBeNull()
})

test('the earning reports add up, and profit is the fee less the discount', async () => {
  const { rows, total } = await call(getEarningReports, {}, { as: admin })
  for (const row of rows) {
    expect(Number(row.profit)).toBeCloseTo(Number(row.convenienceFee) - Number(row.discountAmount), 9)
    expect(Number(row.tripCost)).toBeCloseTo(Number(row.rideCost) + Number(row.convenienceFee), 9)
  }
  expect(total.rides).toBe(rows.reduce((sum, { rides }) => sum + rides, 0))
  for (const as of [await make.rider(), await make.driver(), await make.fleetAdmin()])
    expect(await refusal(getEarningReports, {}, { as })).toMatchObject({ key: 'forbidden' })
  expect(await refusal(getDriverEarnings, {}, { as: await make.rider() })).toMatchObject({ key: 'forbidden' })
})

test('the files hold the same rows, run nothing, and stay in under the demo lock', async () => {
  const { carType, rider } = await trips.cast()
  const driver = await make.driver({ carType, at: jarntorget })
  await app.db.updateTable('appUser').set({ name: '=HYPERLINK("x")' }).where('id', '=', driver.id).execute()
  await trips.run(await trips.book(rider, carType), { rider, driver }, 'PAID')
  const csv = await app.raw(exportDriverEarnings, { format: 'csv' }, { as: admin })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body).toContain('year,month,driver,driverName,rides,vehicleNumber,driverShare,tips,cancelFees\r\n')
  expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`)
  const xlsx = await app.raw(exportEarningReports, { format: 'xlsx' }, { as: admin })
  expect(xlsx.headers['content-disposition']).toContain('earning-reports.xlsx')
  const [heads = [], ...months] = await readSheet(xlsx.rawPayload)
  const { total } = await call(getEarningReports, {}, { as: admin })
  const tripCosts = months.map((row) => Number(row[heads.indexOf('tripCost')]))
  expect(tripCosts.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(Number(total.tripCost), 6)
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await refusal(exportDriverEarnings, {}, { as: admin })).toMatchObject({ key: 'demo_mode' })
  const table = { name: 'promos', columns: ['Name'], rows: [['SUMMER']] }
  expect(await refusal(makeSheet, table, { as: admin })).toMatchObject({ key: 'demo_mode' })
  await app.settings({ allowCriticalEditsAdmin: true })
})

test('a short table of the page becomes a file that runs nothing, for the desk alone', async () => {
  const table = { name: 'promos', columns: ['Name', 'Used'], rows: [['=1+1', 3] as (string | number)[]] }
  const csv = await app.raw(makeSheet, table, { as: admin })
  expect(csv.headers['content-disposition']).toContain('promos.csv')
  expect(csv.body).toBe("\ufeffName,Used\r\n'=1+1,3\r\n")
  const xlsx = await app.raw(makeSheet, { ...table, format: 'xlsx' }, { as: admin })
  const typed = { name: 'promos', columns: ['Least', 'Until'], rows: [[{ amount: '-12.50' }, { at: Date.UTC(2026, 0, 1) }]] }
  const [, row] = await readSheet((await app.raw(makeSheet, { ...typed, format: 'xlsx' }, { as: admin })).rawPayload)
  expect(row).toEqual([-12.5, expect.any(Date)])
  expect((await app.raw(makeSheet, typed, { as: admin })).body).toContain('\r\n-12.50,2026-01-01 ')
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect(await refusal(makeSheet, { ...table, name: '../x' }, { as: admin })).toMatchObject({ key: 'bad_request' })
  const long = { ...table, rows: Array.from({ length: 5001 }, () => ['row', 1]) }
  expect(await refusal(makeSheet, long, { as: admin })).toMatchObject({ key: 'bad_request' })
  expect(await refusal(makeSheet, table, { as: await make.rider() })).toMatchObject({ status: 403 })
})
