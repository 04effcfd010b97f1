// Every file of rows, opened as an accountant opens it: by a spreadsheet library, which adds up its amounts and sorts its dates.
import { exportAudit } from '@wayfare/contract/audit'
import { exportPeople } from '@wayfare/contract/people'
import { exportBookings } from '@wayfare/contract/bookings-desk'
import type { Endpoint } from '@wayfare/contract/endpoint'
import { addCampaign, exportCampaigns } from '@wayfare/contract/messages-campaigns'
import { topUpWallet } from '@wayfare/contract/payments'
import { exportPayments, refundPayment, replayPayment } from '@wayfare/contract/payments-admin'
import { exportDriverEarnings, exportEarningReports } from '@wayfare/contract/reports'
import { exportStatement, exportStatements } from '@wayfare/contract/reports-statements'
import { endpoints } from '@wayfare/contract/table'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { addToWallet, exportWithdraws } from '@wayfare/contract/wallet-admin'
import { exportJournal } from '@wayfare/contract/wallet-journal'
import { readCsv } from '@wayfare/core/csv'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from './fake-provider.ts'
import { startApp } from './harness.ts'
import { jarntorget } from './make.ts'
import { makeTrips } from './trips.ts'

const fake = makeFakeProvider()
const app = await startApp({
  services: { payments: [fake.provider] },
  config: { payments: { stripe: fakeKeys } },
  settings: { bankFields: false },
})
const { call, make } = app
const trips = makeTrips(app)
const admin = await make.admin()
const fleetAdmin = await make.fleetAdmin()
const debtor = await make.driver({ fleetAdminId: fleetAdmin.id })

beforeAll(async () => {
  const { carType, rider } = await trips.cast()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
  await trips.run(await trips.book(rider, carType), { rider, driver }, 'PAID')
  await call(addToWallet, { user: debtor.id, amount: '80.25' }, { as: admin })
  await call(requestWithdraw, { amount: '12.50' }, { as: debtor })
  const { payment } = await call(topUpWallet, { amount: '50', provider: 'stripe' }, { as: debtor })
  fake.control.said.set(payment.id, { state: 'paid' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  await call(refundPayment, { id: payment.id, amount: '19.95', target: 'provider', reason: 'Too much' }, { as: admin })
  await app.runJobs()
  // who owes the operator, for a negative amount in every file that has wallets
  await make.money(debtor, -20_000n)
  const words = { deviceType: 'All', userType: 'rider', title: 'Hello', body: 'Town' } as const
  await call(addCampaign, words, { as: admin })
})

type Rows = Record<string, unknown>[]
type Case = {
  endpoint: Endpoint
  input: () => object
  amounts?: string[]
  /** of a moment on the city's clocks; those in `open` may be empty */
  moments?: string[]
  open?: string[]
  counts?: string[]
  /** names, and the column that says whose */
  named?: Record<string, string>
  /** what the database says an amount comes to */
  sums?: Record<string, ReturnType<typeof sql<{ sum: string }>>>
  hasNegative?: boolean
}

const month = new Date(app.deps.now()).toISOString().slice(0, 7)
const wallets = sql<{ sum: string }>`select sum(balance_minor) / 100.0 as sum from ledger_account a
  join app_user u on u.id = a.owner_id where a.kind = 'wallet' and u.user_type = 'driver' and u.removed_at is null`
const entries = (sign: string) =>
  sql<{
    sum: string
  }>`select sum(abs(amount_minor)) / 100.0 as sum from ledger_entry where sign(amount_minor) = ${sql.lit(sign)}::integer`
const column = (table: string, name: string) =>
  sql<{ sum: string }>`select sum(${sql.ref(name)}) / 100.0 as sum from ${sql.table(table)}`

const cases: Case[] = [
  {
    endpoint: exportPeople,
    input: () => ({ userType: 'driver' }),
    amounts: ['walletBalance'],
    moments: ['createdAt'],
    named: { firstName: 'id', carTypeName: 'carType', fleetAdminName: 'fleetAdmin' },
    sums: { walletBalance: wallets },
    hasNegative: true,
  },
  {
    endpoint: exportAudit,
    input: () => ({}),
    moments: ['time'],
    counts: ['number'],
    named: { name: 'by', objectName: 'object' },
  },
  {
    endpoint: exportCampaigns,
    input: () => ({}),
    moments: ['createdAt'],
    open: ['sentAt'],
    counts: ['recipients', 'devices', 'delivered', 'failed', 'pending'],
    named: { createdBy: 'createdById', title: 'id' },
  },
  {
    endpoint: exportStatements,
    input: () => ({ month }),
    amounts: ['opening', 'trip', 'withdraw', 'topUp', 'addition', 'refund', 'unknown', 'closing'],
    named: { driverName: 'driver' },
    sums: { closing: wallets },
    hasNegative: true,
  },
  {
    endpoint: exportStatement,
    input: () => ({ month, driver: debtor.id }),
    amounts: ['amount'],
    open: ['date'],
    hasNegative: true,
  },
  {
    endpoint: exportJournal,
    input: () => ({ from: '2020-01-01', to: '2099-12-31' }),
    moments: ['date'],
    named: { owner: 'ownerId' },
    sums: { debit: entries('-1'), credit: entries('1') },
  },
  {
    endpoint: exportPayments,
    input: () => ({}),
    amounts: ['amount', 'refunded', 'disputed'],
    moments: ['createdAt'],
    open: ['settledAt'],
    named: { userName: 'userId' },
    sums: { amount: column('payment', 'amount_minor'), refunded: column('payment', 'refunded_minor') },
  },
  {
    endpoint: exportWithdraws,
    input: () => ({}),
    amounts: ['amount'],
    moments: ['date'],
    open: ['processDate', 'endDate'],
    named: { name: 'uid' },
    sums: { amount: column('withdraw', 'amount_minor') },
  },
  {
    endpoint: exportDriverEarnings,
    input: () => ({}),
    amounts: ['driverShare'],
    counts: ['year', 'month', 'rides'],
    named: { driverName: 'driver' },
    sums: { driverShare: column('earning_month', 'driver_share_minor') },
  },
  {
    endpoint: exportEarningReports,
    input: () => ({}),
    amounts: ['tripCost', 'rideCost', 'convenienceFee', 'discountAmount', 'profit', 'refunds'],
    counts: ['year', 'month', 'rides'],
    sums: { tripCost: column('earning_day', 'trip_cost_minor') },
  },
  {
    endpoint: exportBookings,
    input: () => ({}),
    amounts: ['tripCost', 'driverShare'],
    moments: ['bookingDate', 'tripdate'],
    named: { customerName: 'customerId', driverName: 'driverId' },
    sums: { tripCost: column('booking', 'trip_cost_minor') },
  },
]

/** Opened by the library: numbers are numbers, dates are dates, what is empty is null. */
const openSheet = async ({ endpoint, input }: Case): Promise<Rows> => {
  const { rawPayload } = await app.raw(endpoint as typeof exportAudit, { ...input(), format: 'xlsx' }, { as: admin })
  const [head = [], ...rows] = await readSheet(rawPayload)
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [String(name), row[at]])))
}

const readLines = async ({ endpoint, input }: Case): Promise<Record<string, string>[]> => {
  const { body } = await app.raw(endpoint as typeof exportAudit, { ...input(), format: 'csv' }, { as: admin })
  const [head, ...rows] = readCsv(body) ?? []
  const names = (head?.cells ?? []).map((name) => name.replace('\ufeff', ''))
  return rows.map(({ cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
}

const minuteOf = (date: unknown): string => (date instanceof Date ? date.toISOString().slice(0, 16).replace('T', ' ') : 'no date')

describe.each(cases.map((one): [string, Case] => [one.endpoint.verb, one]))('%s', (_verb, one) => {
  const { amounts = [], moments = [], open = [], counts = [], named = {}, sums = {}, hasNegative = false } = one

  test('has amounts and dates as cells that add up and sort, and ids beside names', async () => {
    const rows = await openSheet(one)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      for (const name of [...amounts, ...counts]) expect([name, typeof row[name]]).toEqual([name, 'number'])
      for (const name of moments) expect([name, row[name] instanceof Date]).toEqual([name, true])
      for (const name of open) if (row[name] !== null) expect([name, row[name]]).toEqual([name, expect.any(Date)])
      for (const [name, id] of Object.entries(named)) {
        expect(Object.keys(row)).toEqual(expect.arrayContaining([name, id]))
        if (row[name] !== null) expect([id, row[id]]).toEqual([id, expect.any(String)])
      }
    }
    for (const name of Object.keys(named))
      expect(
        rows.some((row) => row[name] !== null),
        name,
      ).toBe(true)
    for (const [name, query] of Object.entries(sums)) {
      const kept = (await query.execute(app.db)).rows[0]?.sum
      const sum = rows.reduce((all, row) => all + (row[name] === null ? 0 : Number(row[name])), 0)
      expect(Number(kept), name).not.toBe(0)
      expect(sum, name).toBeCloseTo(Number(kept), 6)
    }
    if (hasNegative) expect(rows.some((row) => amounts.some((name) => Number(row[name]) < 0))).toBe(true)
  })

  test('is the same table as CSV, with plain negatives', async () => {
    const before = await openSheet(one)
    // what is audited, an export among it, is on top of the next file
    const [sheet, lines] = [before, (await readLines(one)).slice(-before.length)]
    expect(lines).toHaveLength(sheet.length)
    for (const [at, line] of lines.entries()) {
      const row = sheet[at] ?? {}
      expect(Object.keys(line)).toEqual(Object.keys(row))
      for (const name of [...amounts, ...Object.keys(sums)]) {
        if (row[name] === null) expect(line[name]).toBe('')
        else expect(line[name]).toMatch(/^-?\d+\.\d\d$/)
        expect(Number(line[name])).toBe(Number(row[name]))
      }
      for (const name of [...moments, ...open]) expect(line[name]).toBe(row[name] === null ? '' : minuteOf(row[name]))
      for (const id of Object.values(named)) expect(line[id]).toBe(row[id] ?? '')
    }
    if (hasNegative) expect(lines.some((line) => amounts.some((name) => line[name]?.startsWith('-')))).toBe(true)
  })
})

test('no file of rows is left out', () => {
  const sheets = endpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ download }) => download?.types.some((type) => /sheet/.test(type)))
  // of the page's own rows, which its test opens
  const verbs = sheets.map(({ verb }) => verb).filter((verb) => verb !== 'reports.sheet')
  expect(cases.map(({ endpoint }) => endpoint.verb).toSorted()).toEqual(verbs.toSorted())
})
