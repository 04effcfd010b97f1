// Lists of bookings in the scope of who asks: filtered, in one of the orders on offer, page after page by the last row's place.
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

/** A page of the bookings one may see. */
export const listBookings = async (
  deps: Deps,
  actor: UserActor,
  { cursor, limit, withCount, ...filter }: ParsedInputOf<typeof listEndpoint>,
): Promise<OutputOf<typeof listEndpoint>> => {
  const isCounted = withCount === 'true' && cursor === undefined
  const { rows, nextCursor, count: found } = await readPage(deps, actor, filter, { cursor, limit })
  // nobody waits until words that stand everywhere are counted
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
