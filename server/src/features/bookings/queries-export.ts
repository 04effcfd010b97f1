// The bookings of a filter as CSV, read and sent page by page: a year of a city never lies in memory.
import { Readable } from 'node:stream'
import type { BookingView } from '@wayfare/contract/bookings'
import { exportColumns } from '@wayfare/contract/bookings-desk'
import type { UserActor } from '@wayfare/core/accounts'
import { cityTimeOf } from '@wayfare/core/city-time'
import { csvLine, csvMark } from '@wayfare/core/csv'
import { auditExport } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { checkUnlocked } from '../../lock.ts'
import { presentBooking } from './present.ts'
import type { BookingRow, Reader } from './present.ts'
import { readPage } from './queries-page.ts'
import type { Filter } from './queries-filter.ts'

const rowsAtOnce = 500

type Cell = string | number

const cellsOf = (row: BookingRow, reader: Reader, timeZone: string): readonly Cell[] => {
  const view: BookingView = presentBooking(row, [], reader)
  const time = (at: number): string => cityTimeOf(at, timeZone).replace('T', ' ')
  const special: Partial<Record<(typeof exportColumns)[number], Cell | null>> = {
    bookingDate: time(view.bookingDate),
    tripdate: time(view.tripdate),
    pickup: view.pickup.add,
    drop: view.drop.add,
    distanceM: Math.round(view.distance),
    currency: row.currency,
  }
  const plain = view as unknown as Record<string, Cell | null>
  return exportColumns.map((column) => special[column] ?? plain[column] ?? '')
}

async function* linesOf(deps: Deps, actor: UserActor, filter: Filter): AsyncGenerator<string> {
  const { timeZone, ...locks } = deps.settings()
  const reader = { actor, locks }
  yield csvMark + csvLine(exportColumns)
  let cursor: string | undefined
  do {
    const page = await readPage(deps, actor, filter, { cursor, limit: rowsAtOnce })
    if (page.rows.length > 0) yield page.rows.map((row) => csvLine(cellsOf(row, reader, timeZone))).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** What the desk filtered, as a file; a fleet's admin has the own fleet's alone. The demo lock keeps everything in. */
export const exportBookings = async (deps: Deps, actor: UserActor, filter: Filter): Promise<FileAnswer> => {
  checkUnlocked(deps)
  deps.log.info({ actor: actor.id, filter }, 'bookings were exported')
  await auditExport(deps, actor, { action: 'bookings.export', id: 'bookings', filter })
  const day = cityTimeOf(deps.now().getTime(), deps.settings().timeZone).slice(0, 10)
  return {
    type: 'text/csv; charset=utf-8',
    stream: Readable.from(linesOf(deps, actor, filter)),
    bytes: null,
    name: `bookings-${day}.csv`,
    place: 'attachment',
    cache: 'no-store',
  }
}
