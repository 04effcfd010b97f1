// Exports the bookings of a filter. They are read page by page, so that a city's year is never in memory at once.
import { exportColumns, type exportBookings as exportEndpoint } from '@wayfare/contract/bookings-desk'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { isBilled } from '@wayfare/core/booking'
import { claimPayable } from '@wayfare/core/fare-claim'
import { toDecimal } from '@wayfare/core/money'
import { bookingColumnNames, bookingColumns, type BookingColumn, type SheetField } from '../../db/booking-columns.ts'
import { collectFields } from '../../db/columns.ts'
import type { Deps } from '../../deps.ts'
import { amountCell, timeCell, type Cell } from '../../http/sheet-cell.ts'
import { exportList } from '../../http/sheet-export.ts'
import { askFor, presentClaimMoney, seenBy, type BookingRow, type ReaderContext } from './present.ts'
import { findReader } from './queries.ts'
import { readPage } from './queries-page.ts'

/** Amounts that are empty until the trip is billed. */
const settled: readonly SheetField[] = [
  'tripCost',
  'convenienceFees',
  'discountAmount',
  'payableAmount',
  'cashPaymentAmount',
  'cardPaymentAmount',
  'usedWalletMoney',
  'customerPaid',
  'driverShare',
]

/** Additional amounts of a claim. */
const claimed: readonly SheetField[] = ['claimAmount', 'claimConvenienceFees', 'claimDiscount']

const cellOf = (value: unknown, currency: string, timeZone: string): Cell => {
  if (value instanceof Date) return timeCell(value.getTime(), timeZone)
  if (typeof value === 'bigint') return amountCell(toDecimal(value, currency))
  return typeof value === 'number' ? Math.round(value) : String(value ?? '')
}

const cellsOf = (row: BookingRow, reader: ReaderContext, timeZone: string): readonly Cell[] => {
  const sees = seenBy(row, reader, askFor(row, [], reader))
  const isFilled = (sheet: SheetField): boolean =>
    !(settled.includes(sheet) && !isBilled(row.status)) && !(claimed.includes(sheet) && row.claimState === null)
  const cellIn = (column: BookingColumn): Cell => {
    const { sheet, readers } = bookingColumns[column]
    return sheet !== null && isFilled(sheet) && sees(readers) ? cellOf(row[column], row.currency, timeZone) : ''
  }
  const columns = collectFields(bookingColumnNames, (column) => bookingColumns[column].sheet, cellIn)
  const claimPaid = row.claimPaidAt ? amountCell(toDecimal(claimPayable(presentClaimMoney(row)), row.currency)) : ''
  const cells: Record<(typeof exportColumns)[number], Cell> = {
    ...(columns as Record<SheetField, Cell>),
    // the part of the claim that the rider has paid
    claimPaid,
  }
  return exportColumns.map((column) => cells[column])
}

/** Exports the desk's filtered bookings; a fleet admin gets only those of the own fleet. */
export const exportBookings = (deps: Deps, actor: UserActor, { format, ...filter }: ParsedInputOf<typeof exportEndpoint>) =>
  exportList(deps, actor, {
    action: 'bookings.export',
    id: 'bookings',
    filter,
    format,
    name: (day) => `bookings-${day}`,
    columns: exportColumns,
    readPage: async ({ timeZone, ...page }, aside) => {
      const { rows, nextCursor } = await readPage(aside, actor, filter, page)
      const reader = await findReader(aside, actor, rows)
      return { rows: rows.map((row) => cellsOf(row, reader, timeZone)), nextCursor }
    },
  })
