// Pages of bookings, equally fast in a town and in a city with a million trips.
import { isDeskRole, type UserActor } from '@wayfare/core/accounts'
import { sql, type SelectQueryBuilder } from 'kysely'
import { byIndex } from '../../db/by-index.ts'
import { countUpTo } from '../../db/count.ts'
import { cutPage } from '../../db/keyset.ts'
import type { Tables } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import {
  hasWords,
  isForNumber,
  isInScope,
  isNarrow,
  matchesFilter,
  type BookingCondition,
  type Filter,
} from './queries-filter.ts'
import { chooseOrder, isAhead, orderBookings, selectPlace, splitBooked, type Page } from './queries-order.ts'
import { listLinesFound, listLinesOwn, walkStretches } from './queries-search.ts'

/** The columns a filter needs. Each order's index contains them all, so that scanning along it reads no rows. */
const asked = ['id', 'status', 'category', 'paymentMode', 'carTypeId', 'fleetAdminId', 'tripDate', 'releaseAt'] as const

/** The positions of bookings in the order, after the cursor. */
const placesFrom = (deps: Deps, filter: Filter, { cursor, db = deps.db }: Page) =>
  db
    .selectFrom('booking')
    .select(asked)
    .select(selectPlace(filter))
    .where(isAhead(deps, filter, cursor))

type PlacesFrom = ReturnType<typeof placesFrom>

/** The first positions in the order, skipping a long start without matches (`splitBooked`). */
const firstOf = (deps: Deps, filter: Filter, places: PlacesFrom, most: number) => {
  const parts = splitBooked(deps, filter)
  const select = (query: PlacesFrom) => deps.db.selectFrom(query.as('booking')).selectAll() as unknown as PlacesFrom
  const walk = (query: PlacesFrom) => orderBookings(query, filter).limit(most)
  if (!parts) return walk(places)
  // `offset 0` is an optimisation fence: the planner would scan along the order instead
  const ahead = select(places.where(parts.ahead).offset(0))
  return walk(select(select(walk(ahead)).unionAll(select(walk(places.where(parts.since))))))
}

/** How many positions to scan; rarer matches are found faster by another index. */
const placesToWalk = 10_000
/** The same for a fleet, most of whose scan passes other fleets' bookings. */
const placesToPass = 20_000

/** The matches among the next positions; a full page of them is the result. @internal */
export const listPlacesNear = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  // scan all bookings and pick the fleet's: an index of only its own could lead far back for a small fleet
  const isMet = actor.role === 'fleetadmin' && isNarrow(filter)
  const places = placesFrom(deps, filter, page).$if(!isMet, (query) => query.where((where) => isInScope(where, actor)))
  const near = firstOf(deps, filter, places, isMet ? placesToPass : placesToWalk)
  const means = matchesFilter(deps, filter)
  return deps.db
    .selectFrom(near.as('booking'))
    .select(['id', 'place'])
    .$if(isMet, (query) => query.where((where) => isInScope(where as unknown as BookingCondition, actor)))
    .where((where) => means(where as unknown as BookingCondition))
}

/** All matches after the cursor, by the indexes on what the filter asks for. @internal */
export const listPlacesFound = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  if (hasWords(filter)) return listLinesFound(deps, actor, filter, page)
  // `offset 0` is an optimisation fence: the planner would scan along the order instead
  const found = placesFrom(deps, filter, page)
    .where((where) => isInScope(where, actor))
    .where(matchesFilter(deps, filter))
    .offset(0)
  return (page.db ?? deps.db).selectFrom(found.as('booking')).select(['id', 'place'])
}

type Places = SelectQueryBuilder<Tables, never, { id: string; place: unknown }>

/** The rows of a page and one more if there is one; `isCounted` adds the number of matches from here on. */
const readRows = async (
  db: Db | Tx,
  filter: Filter,
  places: Places,
  { limit, isCounted }: { limit: number; isCounted: boolean },
) => {
  const count = isCounted ? sql<bigint | null>`count(*) over ()` : sql<bigint | null>`null::bigint`
  const page = orderBookings(places.select(count.as('count')), filter).limit(limit + 1)
  const direction = chooseOrder(filter).isDown ? 'desc' : 'asc'
  return db
    .selectFrom(page.as('page'))
    .innerJoin('booking', 'booking.id', 'page.id')
    .selectAll('booking')
    .select(['page.count', chooseOrder(filter).order.value.as('value')])
    .orderBy('page.place', direction)
    .orderBy('page.id', direction)
    .execute()
}

/**
 * Finds search matches: all of them if they are few (one's own bookings, or numbers), otherwise only as many as the page needs.
 */
const findWords = (deps: Deps, actor: UserActor, filter: Filter, page: Page) =>
  byIndex(deps, async (db) => {
    const [{ limit }, here] = [page, { ...page, db }]
    const read = (places: unknown, how: { limit: number; isCounted: boolean }) => readRows(db, filter, places as Places, how)
    if (!isDeskRole(actor.role)) return read(listLinesOwn(deps, actor, filter, here), { limit, isCounted: true })
    if (isForNumber(filter)) return read(listLinesFound(deps, actor, filter, here), { limit, isCounted: true })
    return walkStretches(deps, filter, { ...here, wanted: limit + 1 }, async ({ conditions, isLast }, wanted) => {
      const lines = listLinesFound(deps, actor, filter, { ...here, within: conditions })
      const rows = await read(lines, { limit: wanted - 1, isCounted: isLast })
      const before = limit + 1 - wanted
      return rows.map((row) => ({ ...row, count: row.count === null ? null : BigInt(row.count) + BigInt(before) }))
    })
  })

const findRows = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  if (hasWords(filter)) return findWords(deps, actor, filter, page)
  const { limit } = page
  const near = await readRows(deps.db, filter, listPlacesNear(deps, actor, filter, page) as unknown as Places, {
    limit,
    isCounted: false,
  })
  if (near.length > limit || !isNarrow(filter)) return near
  return byIndex(deps, (db) =>
    readRows(db, filter, listPlacesFound(deps, actor, filter, { ...page, db }) as unknown as Places, { limit, isCounted: true }),
  )
}

/** A page of rows and the cursor of the next one; `count` is the number of matches from here on, null for very many. */
export const readPage = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const rows = await findRows(deps, actor, filter, page)
  const { page: shown, nextCursor } = cutPage(rows, page.limit)
  const count = nextCursor === null ? shown.length : (shown.at(-1)?.count ?? null)
  return { rows: shown, nextCursor, count: count === null ? null : Number(count) }
}

/** Counts the filter's matches, ignoring its search words, up to `most` + 1. */
export const countRows = (deps: Deps, actor: UserActor, filter: Filter, most: number): Promise<number> => {
  const mine = deps.db
    .selectFrom('booking')
    .select('id')
    .where((where) => isInScope(where, actor))
    .where(matchesFilter(deps, filter))
  return countUpTo(deps.db, mine, most)
}
