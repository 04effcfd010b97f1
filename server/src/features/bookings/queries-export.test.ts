import type { BookingView } from '@wayfare/contract/bookings'
import { exportBookings, exportColumns } from '@wayfare/contract/bookings-desk'
import { listAudit } from '@wayfare/contract/audit'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { readXlsx } from '../../../test/xlsx.ts'

const app = await startApp()
const trips = makeTrips(app)
const { raw, refusal, make } = app
const admin = await make.admin()
await trips.addReason()

test('a spreadsheet holds what the CSV of the same filter holds, and nothing that runs', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await trips.book(await make.rider(), (await trips.cast()).carType)
  await app.db.updateTable('booking').set({ customerName: '=1+1' }).where('id', '=', id).execute()
  const file = await raw(exportBookings, { carType, format: 'xlsx' }, { as: admin })
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="bookings-\d{4}-\d{2}-\d{2}\.xlsx"$/)
  const [head, row, ...rest] = readXlsx(file.rawPayload)
  expect([head, rest]).toEqual([[...exportColumns], []])
  const { body } = await raw(exportBookings, { carType }, { as: admin })
  const plain = body.trim().split('\r\n')[1]?.split(',') ?? []
  expect(row?.slice(0, 3)).toEqual(plain.slice(0, 3))
  expect([row?.[0], row?.[exportColumns.indexOf('customerName')]]).toEqual([id, '=1+1'])
  const { entries } = await app.call(listAudit, { area: 'bookings', actor: admin.id }, { as: admin })
  expect(entries.map(({ action }) => action)).toEqual(['bookings.export', 'bookings.export'])
})

test('a spreadsheet adds up what was billed: what is not, or was cancelled, carries an estimate alone', async () => {
  const { rider, driver, carType } = await trips.cast()
  const paid: BookingView[] = []
  for (let count = 0; count < 2; count++) {
    await make.position(driver, jarntorget)
    const booking = await trips.book(rider, carType)
    await trips.run(booking, { rider, driver }, 'PAID')
    paid.push(booking)
  }
  await make.position(driver, jarntorget)
  const open = await trips.book(rider, carType)
  const gone = await trips.book(rider, carType)
  await trips.cancel(rider, gone.id)
  const file = await raw(exportBookings, { carType, format: 'xlsx' }, { as: admin })
  const [head = [], ...rows] = await readSheet(file.rawPayload)
  const at = (row: readonly unknown[] | undefined, column: (typeof exportColumns)[number]) => row?.[head.indexOf(column)] ?? null
  const sumOf = (column: (typeof exportColumns)[number]) => rows.reduce((sum, row) => sum + Number(at(row, column)), 0)
  const bookings = await Promise.all(paid.map(({ id }) => trips.get(admin, id)))
  for (const column of ['tripCost', 'driverShare', 'customerPaid'] as const)
    expect(sumOf(column)).toBeCloseTo(
      bookings.reduce((sum, one) => sum + Number(one[column]), 0),
      6,
    )
  for (const { id } of paid) {
    const row = rows.find((one) => one[0] === id)
    const [cost, fees, share] = (['tripCost', 'convenienceFees', 'driverShare'] as const).map((column) => Number(at(row, column)))
    expect(Number(fees) + Number(share)).toBeCloseTo(Number(cost), 6)
  }
  for (const { id, estimate } of [open, gone]) {
    const row = rows.find((one) => one[0] === id)
    expect([at(row, 'tripCost'), at(row, 'driverShare'), at(row, 'estimate')]).toEqual([null, null, Number(estimate)])
    expect([at(row, 'customerId'), at(row, 'bookingDate')]).toEqual([rider.id, expect.any(Date)])
  }
})

test('a fleet’s admin gets the own fleet’s alone, and under the demo lock nobody anything', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const { rider, carType } = await trips.cast()
  await trips.book(rider, carType)
  const file = await raw(exportBookings, { format: 'xlsx' }, { as: fleetAdmin })
  expect(readXlsx(file.rawPayload)).toEqual([[...exportColumns]])
  await app.settings({ allowCriticalEditsAdmin: false })
  expect((await refusal(exportBookings, { format: 'xlsx' }, { as: admin })).key).toBe('demo_mode')
  await app.settings({ allowCriticalEditsAdmin: true })
})
