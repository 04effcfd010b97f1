// Monthly statements of drivers' wallets, from the ledger: opening balance, every movement, closing balance.
import { statementKinds } from '@wayfare/core/statement'
import { z } from 'zod'
import { defineEndpoint, file } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, epochMs, userId } from './values.ts'

/** a calendar month in city time: 2026-11 */
const yearMonth = z.string().regex(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/)

/** A trip, or another movement of money; `amount` is the change of the wallet. */
const statementRow = z.object({
  at: epochMs,
  kind: z.enum(statementKinds),
  /** the id of the booking, withdrawal or payment */
  reference: z.string(),
  bookingId: bookingId.nullable(),
  /** for a trip, else null: its cost, the platform's fee, the driver's share, and how the rider paid */
  tripCost: decimalAmount.nullable(),
  fee: decimalAmount.nullable(),
  share: decimalAmount.nullable(),
  cash: decimalAmount.nullable(),
  card: decimalAmount.nullable(),
  amount: decimalAmount,
})
export type StatementRow = z.infer<typeof statementRow>

const sums = {
  opening: decimalAmount,
  /** opening + movements = closing */
  movements: decimalAmount,
  closing: decimalAmount,
  /** change of the wallet for each reason; reasons that did not occur are left out */
  kinds: z.array(z.object({ kind: z.enum(statementKinds), count: z.number().int(), amount: decimalAmount })),
}

const statement = z.object({
  month: yearMonth,
  driver: userId,
  driverName: z.string(),
  currency: z.string(),
  /** the months to choose from, newest first */
  months: z.array(yearMonth),
  rows: z.array(statementRow),
  /** sums of the trips in the rows */
  trips: z.object({
    count: z.number().int(),
    tripCost: decimalAmount,
    fee: decimalAmount,
    share: decimalAmount,
    cash: decimalAmount,
    card: decimalAmount,
  }),
  ...sums,
})
export type Statement = z.infer<typeof statement>

const which = {
  /** defaults to the current month */
  month: yearMonth.optional(),
  /** ignored for a driver, who sees only his own wallet */
  driver: userId.optional(),
}

export const getStatement = defineEndpoint({
  verb: 'reports.statement',
  path: 'GET /reports/statement',
  summary:
    "A driver's wallet in one month by the city's time zone: one's own for a driver, those of the own drivers for a fleet admin, any for an admin.",
  access: ['driver', 'fleetadmin', 'admin'],
  input: z.strictObject(which),
  output: statement,
  refusals: ['not_found'],
})

export const exportStatement = defineEndpoint({
  verb: 'reports.exportStatement',
  path: 'GET /reports/statement/export',
  summary: 'The same as a file: CSV, XLSX, or a PDF in the language asked for, else in the reader’s own.',
  access: ['driver', 'fleetadmin', 'admin'],
  input: z.strictObject({
    ...which,
    format: z.enum(['csv', 'xlsx', 'pdf']).default('csv'),
    language: z.string().max(20).optional(),
  }),
  output: file,
  download: {
    types: ['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/pdf'],
  },
  refusals: ['not_found', 'demo_mode'],
  perMinute: 10,
})

const driverStatement = z.object({ driver: userId, driverName: z.string(), ...sums })
export type DriverStatement = z.infer<typeof driverStatement>

const fleetFilter = {
  month: yearMonth.optional(),
  /** part of a driver's name */
  search: z.string().trim().max(100).optional(),
}

export const listStatements = defineEndpoint({
  verb: 'reports.statements',
  path: 'GET /reports/statements',
  summary:
    'The statements of all drivers with a wallet in one month, by name: those of the own fleet for a fleet admin. The sums are those of all that are found.',
  access: ['fleetadmin', 'admin'],
  input: z.strictObject({
    ...fleetFilter,
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  output: z.object({
    month: yearMonth,
    months: z.array(yearMonth),
    currency: z.string(),
    drivers: z.array(driverStatement),
    /** the total number of drivers */
    count: z.number().int(),
    total: z.object(sums),
  }),
})

export const exportStatements = defineEndpoint({
  verb: 'reports.exportStatements',
  path: 'GET /reports/statements/export',
  summary: 'The same rows as a file.',
  access: ['fleetadmin', 'admin'],
  input: z.strictObject({ ...fleetFilter, format: z.enum(['csv', 'xlsx']).default('csv') }),
  output: file,
  download: { types: ['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] },
  refusals: ['demo_mode'],
  perMinute: 10,
})
