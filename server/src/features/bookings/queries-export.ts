// The bookings of a filter as a file, read page by page: a year of a city never lies in memory. The demo lock keeps all of it in.
import { exportColumns } from '@wayfare/contract/bookings-desk'
import type { exportBookings as exportEndpoint } from '@wayfare/contract/bookings-desk'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { isBilled } from '@wayfare/core/booking'
import { toCityTime } from '@wayfare/core/city-time'
import { claimPayable } from '@wayfare/core/fare-claim'
import { toDecimal } from '@wayfare/core/money'
import { auditExport } from '../../audit.ts'
import { bookingColumnNames, bookingColumns } from '../../db/booking-columns.ts'
import type { BookingColumn, SheetField } from '../../db/booking-columns.ts'
import { collectFields } from '../../db/columns.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { streamSheet } from '../../http/sheet.ts'
import { amountCell, timeCell } from '../../http/sheet-cell.ts'
import type { Cell } from '../../http/sheet-cell.ts'
import { checkUnlocked } from '../../lock.ts'
import { askFor, presentClaimMoney, seenBy } from './present.ts'
import type { BookingRow, ReaderContext } from './present.ts'
import { findReader } from './queries.ts'
import { readPage } from './queries-page.ts'

const rowsAtOnce = 500

/** What a trip came to: nothing before it is billed. */
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

/** Beside the booking's own amounts, where there is a claim. */
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
    // what the rider has paid of it
    claimPaid,
  }
  return exportColumns.map((column) => cells[column])
}

/** What the desk filtered, as a file; a fleet's admin has the own fleet's alone. */
export const exportBookings = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof exportEndpoint>,
): Promise<FileAnswer> => {
  checkUnlocked(deps)
  // what was looked for may be a person's name or number: it stands in the audit log, not in this one
  deps.log.info({ actor: actor.id, filters: Object.keys(filter) }, 'bookings were exported')
  await auditExport(deps, actor, { action: 'bookings.export', id: 'bookings', filter })
  const { timeZone } = deps.settings()
  const readRows = async (cursor: string | undefined) => {
    const { rows, nextCursor } = await readPage(deps, actor, filter, { cursor, limit: rowsAtOnce })
    const reader = await findReader(deps, actor, rows)
    return { rows: rows.map((row) => cellsOf(row, reader, timeZone)), nextCursor }
  }
  const day = toCityTime(deps.now().getTime(), timeZone).slice(0, 10)
  return streamSheet({ name: `bookings-${day}`, columns: exportColumns, readPage: readRows }, format)
}
