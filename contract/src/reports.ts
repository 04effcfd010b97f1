// Dashboard figures and reports for the desk, and exports of tables.
import { statuses } from '@wayfare/core/booking'
import { z } from 'zod'
import { defineEndpoint, file, sheetDownload, sheetFormat, sheetExport } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { epochMs, userId } from './values.ts'

export const getDashboard = defineEndpoint({
  verb: 'reports.dashboard',
  path: 'GET /dashboard',
  summary: "Convenience fees of paid bookings today, this month and ever (the city's time zone), and what is going on now.",
  access: ['admin', 'fleetadmin'],
  output: z.object({
    revenue: z.object({ today: decimalAmount, month: decimalAmount, all: decimalAmount }),
    active: z.array(z.object({ status: z.enum(statuses), count: z.number().int() })),
    /** online: free and heard from in the last two minutes; stale: on duty but silent for longer, so they cannot be asked */
    drivers: z.object({ online: z.number().int(), busy: z.number().int(), stale: z.number().int(), offline: z.number().int() }),
    noTaker: z.number().int(),
    /** NEW bookings whose drivers are being or have been asked */
    waiting: z.number().int(),
    /** drivers awaiting approval; blocked ones are not included */
    unapproved: z.number().int(),
    /** withdrawals waiting to be paid out, and card payments with trouble; null if the reader may not see them */
    withdraws: z.number().int().nullable(),
    troubles: z.number().int().nullable(),
    /** the end of the city's day, when today's figures restart */
    dayEndsAt: epochMs,
  }),
})

/** a calendar month in city time: 2026-11 */
const yearMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const year = z.coerce.number().int().min(2000).max(9999)

const driverEarning = z.object({
  month: yearMonth,
  driver: userId,
  driverName: z.string(),
  /** as of the day of each trip: a driver with two cars in a month has two rows */
  vehicleNumber: z.string(),
  rides: z.number().int(),
  driverShare: decimalAmount,
  /** separate from the share; in the month in which they were given */
  tips: decimalAmount,
  /** cancellation fees: separate from the share, in the month of the cancellation */
  cancelFees: decimalAmount,
})
export type DriverEarning = z.infer<typeof driverEarning>

const monthSums = { rides: z.number().int(), driverShare: decimalAmount, tips: decimalAmount, cancelFees: decimalAmount }

const driverEarningFilter = {
  year: year.optional(),
  month: z.coerce.number().int().min(1).max(12).optional(),
  /** part of a driver's name or vehicle number */
  search: z.string().trim().max(100).optional(),
}

export const getDriverEarnings = defineEndpoint({
  verb: 'reports.driverEarnings',
  path: 'GET /reports/driver-earnings',
  summary:
    'What drivers earned by month and vehicle in one year (the newest with earnings unless told), newest month and highest share first. A fleet admin sees trips driven for the own fleet, a driver the own ones.',
  access: ['admin', 'fleetadmin', 'driver'],
  input: z.strictObject({
    ...driverEarningFilter,
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  output: z.object({
    year,
    /** years with earnings, newest first */
    years: z.array(year),
    rows: z.array(driverEarning),
    /** all months with rows, including those not on this page */
    months: z.array(z.object({ month: yearMonth, rows: z.number().int(), ...monthSums })),
    total: z.object({ rows: z.number().int(), ...monthSums }),
  }),
})

const figures = {
  rides: z.number().int(),
  tripCost: decimalAmount,
  /** the trip cost without the convenience fee: the drivers' part */
  rideCost: decimalAmount,
  convenienceFee: decimalAmount,
  discountAmount: decimalAmount,
  /** the convenience fee less the discounts */
  profit: decimalAmount,
  /** riders' tips to drivers, separate from the fares: not part of the profit */
  tips: decimalAmount,
  /** refunds and reversals (including disputes) of paid trips, in the month in which the money left the books */
  refunds: decimalAmount,
}

const earningReport = z.object({ month: yearMonth, ...figures })
export type EarningReport = z.infer<typeof earningReport>

export const getEarningReports = defineEndpoint({
  verb: 'reports.earnings',
  path: 'GET /reports/earnings',
  summary: 'What paid bookings came to by month, newest first, and in all; beside it, what was given back of paid trips.',
  access: ['admin'],
  output: z.object({ rows: z.array(earningReport), total: z.object(figures) }),
})

export const exportDriverEarnings = defineEndpoint({
  verb: 'reports.exportDriverEarnings',
  path: 'GET /reports/driver-earnings/export',
  summary: 'The same rows as a file: year, month, driver, rides, vehicle, share, tips.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ ...driverEarningFilter, format: sheetFormat }),
  ...sheetExport,
  refusals: ['demo_mode'],
})

export const exportEarningReports = defineEndpoint({
  verb: 'reports.exportEarnings',
  path: 'GET /reports/earnings/export',
  summary: 'The earning reports as a file.',
  access: ['admin'],
  input: z.strictObject({ format: sheetFormat }),
  ...sheetExport,
  refusals: ['demo_mode'],
})

/** Most rows of a table from a page; longer lists have their own exports. */
const mostRowsInSheet = 5000

/** A text, a number, an amount, or a time: amounts and times become typed cells, which a spreadsheet can sum and sort. */
const sheetCell = z.union([
  z.string().max(2000),
  z.number(),
  z.strictObject({ amount: decimalAmount }),
  z.strictObject({ at: epochMs }),
])
export type SheetCell = z.infer<typeof sheetCell>

export const makeSheet = defineEndpoint({
  verb: 'reports.sheet',
  path: 'POST /reports/sheets',
  summary: `The rows of a short table that is on the page already (at most ${mostRowsInSheet}) as a file, with nothing in it that runs as a formula.`,
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({
    /** the file name without its extension */
    name: z.string().regex(/^[a-z][a-z-]{0,40}$/),
    columns: z.array(z.string().max(200)).min(1).max(60),
    rows: z.array(z.array(sheetCell).max(60)).max(mostRowsInSheet),
    format: sheetFormat,
  }),
  output: file,
  bodyBytes: 2_000_000,
  download: sheetDownload,
  refusals: ['demo_mode'],
  perMinute: 30,
})
