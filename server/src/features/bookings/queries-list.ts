// Lists of the bookings a reader may see: filtered, sorted, and paged by cursor.
import type { listBookings as listEndpoint } from '@wayfare/contract/bookings'
import { formatCount, mostCounted } from '@wayfare/contract/bookings-filter'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { isWaitingForDriver } from '@wayfare/core/booking'
import type { Deps } from '../../deps.ts'
import { presentBooking } from './present.ts'
import { findReader, readRequested } from './queries.ts'
import { hasWords } from './queries-filter.ts'
import { countRows, readPage } from './queries-page.ts'

/** A page of the bookings that the reader may see. */
export const listBookings = async (
  deps: Deps,
  actor: UserActor,
  { cursor, limit, withCount, ...filter }: ParsedInputOf<typeof listEndpoint>,
): Promise<OutputOf<typeof listEndpoint>> => {
  const isCounted = withCount === 'true' && cursor === undefined
  const { rows, nextCursor, count: found } = await readPage(deps, actor, filter, { cursor, limit })
  // matches of common words are not counted: it would take too long
  const isKnown = found !== null || hasWords(filter) || !isCounted
  const count = isKnown ? found : await countRows(deps, actor, filter, mostCounted)
  const waiting = rows.filter(({ status }) => isWaitingForDriver(status)).map(({ id }) => id)
  const requested = await readRequested(deps.db, waiting)
  const reader = await findReader(deps, actor, rows)
  return {
    bookings: rows.map((row) => presentBooking(row, requested.get(row.id) ?? [], reader)),
    nextCursor,
    count: isCounted && count !== null ? formatCount(count) : null,
  }
}
