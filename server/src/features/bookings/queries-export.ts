// The bookings of a filter as a file, read page by page: a year of a city never lies in memory. The demo lock keeps all of it in.
import type { BookingView } from '@wayfare/contract/bookings'
import { exportColumns } from '@wayfare/contract/bookings-desk'
import type { exportBookings as exportEndpoint } from '@wayfare/contract/bookings-desk'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { isBilled } from '@wayfare/core/booking'
import { cityTimeOf } from '@wayfare/core/city-time'
import { auditExport } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { amountCell, longSheetFile, timeCell } from '../../http/sheet.ts'
import type { Cell } from '../../http/sheet.ts'
import { checkUnlocked } from '../../lock.ts'
import { presentBooking } from './present.ts'
import type { BookingRow, Reader } from './present.ts'
import { readerOf } from './queries.ts'
import { readPage } from './queries-page.ts'

const rowsAtOnce = 500

type Column = (typeof exportColumns)[number]

/** What a trip came to: nothing before it is billed. */
const settled = [
  'tripCost',
  'convenienceFees',
  'discountAmount',
  'payableAmount',
  'cashPaymentAmount',
  'cardPaymentAmount',
  'usedWalletMoney',
  'customerPaid',
  'driverShare',
] as const satisfies readonly Column[]

const amountsOf = (view: BookingView): Partial<Record<Column, Cell>> => {
  const isKnown = isBilled(view.status)
  const amounts = settled.map((column) => [column, isKnown ? amountCell(view[column]) : ''] as const)
  return { ...Object.fromEntries(amounts), estimate: amountCell(view.estimate), cancelFee: amountCell(view.cancelFee) }
}

/** Beside the booking's own amounts; `claimPaid` is what the rider has paid of it. */
const claimCells = (claim: BookingView['claim']): Partial<Record<Column, Cell>> => ({
  claimState: claim?.state ?? '',
  claimAmount: claim ? amountCell(claim.amount) : '',
  claimConvenienceFees: claim ? amountCell(claim.convenienceFees) : '',
  claimDiscount: claim ? amountCell(claim.discountAmount) : '',
  claimPaid: claim?.paidAt ? amountCell(claim.payableAmount) : '',
})

const cellsOf = (row: BookingRow, reader: Reader, timeZone: string): readonly Cell[] => {
  const view: BookingView = presentBooking(row, [], reader)
  const special: Partial<Record<Column, Cell | null>> = {
    ...amountsOf(view),
    customerId: view.customer,
    driverId: view.driver,
    bookingDate: timeCell(view.bookingDate, timeZone),
    tripdate: timeCell(view.tripdate, timeZone),
    pickup: view.pickup.add,
    drop: view.drop.add,
    distanceM: Math.round(view.distance),
    currency: row.currency,
    ...claimCells(view.claim),
  }
  const plain = view as unknown as Record<string, Cell | null>
  return exportColumns.map((column) => special[column] ?? plain[column] ?? '')
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
    const reader = await readerOf(deps, actor, rows)
    return { rows: rows.map((row) => cellsOf(row, reader, timeZone)), nextCursor }
  }
  const day = cityTimeOf(deps.now().getTime(), timeZone).slice(0, 10)
  return longSheetFile({ name: `bookings-${day}`, columns: exportColumns, readPage: readRows }, format)
}
