// Pages of bookings in one of the orders on offer, at the same pace in a town and in a city of a million trips.
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

/** What a filter asks of a booking: the index of an order holds all of it, so that looking along the order reads no row. */
const asked = ['id', 'status', 'category', 'paymentMode', 'carTypeId', 'fleetAdminId', 'tripDate', 'releaseAt'] as const

/** Where bookings stand in the order, from the page's place on. */
const placesFrom = (deps: Deps, filter: Filter, { cursor, db = deps.db }: Page) =>
  db
    .selectFrom('booking')
    .select(asked)
    .select(selectPlace(filter))
    .where(isAhead(deps, filter, cursor))

type PlacesFrom = ReturnType<typeof placesFrom>

/** The first of them in the order; where it begins with many that are not meant, without those. */
const firstOf = (deps: Deps, filter: Filter, places: PlacesFrom, most: number) => {
  const parts = splitBooked(deps, filter)
  const select = (query: PlacesFrom) => deps.db.selectFrom(query.as('booking')).selectAll() as unknown as PlacesFrom
  const walk = (query: PlacesFrom) => orderBookings(query, filter).limit(most)
  if (!parts) return walk(places)
  // a fence: the planner would rather walk the order, and hope
  const ahead = select(places.where(parts.ahead).offset(0))
  return walk(select(select(walk(ahead)).unionAll(select(walk(places.where(parts.since))))))
}

/** So many of the next places are looked through; what is rarer among them an index finds sooner. */
const placesToWalk = 10_000
/** For a fleet most of them are only passed by. */
const placesToPass = 20_000

/** Those of the next places that the filter means: a full page of them is the page. @internal */
export const listPlacesNear = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  // a fleet's are met among all: who walks past none but its own walks far where it is small
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

/** All that the filter means from the page's place on, by the indexes of what it asks for. @internal */
export const listPlacesFound = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  if (hasWords(filter)) return listLinesFound(deps, actor, filter, page)
  // a fence: the planner would rather walk the order, and hope
  const found = placesFrom(deps, filter, page)
    .where((where) => isInScope(where, actor))
    .where(matchesFilter(deps, filter))
    .offset(0)
  return (page.db ?? deps.db).selectFrom(found.as('booking')).select(['id', 'place'])
}

type Places = SelectQueryBuilder<Tables, never, { id: string; place: unknown }>

/** The rows of a page, as they stand, and one more where there is one; `isCounted`: with how many there are from here on. */
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

/** One's own bookings, and what holds a number, are few; of other words only those are read that the page needs. */
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

/** A page of rows, and where the next one begins; `count`: how many are meant from here on, null for very many. */
export const readPage = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const rows = await findRows(deps, actor, filter, page)
  const { page: shown, nextCursor } = cutPage(rows, page.limit)
  const count = nextCursor === null ? shown.length : (shown.at(-1)?.count ?? null)
  return { rows: shown, nextCursor, count: count === null ? null : Number(count) }
}

/** How many the filter means, its words left aside, up to one more than `most`. */
export const countRows = (deps: Deps, actor: UserActor, filter: Filter, most: number): Promise<number> => {
  const mine = deps.db
    .selectFrom('booking')
    .select('id')
    .where((where) => isInScope(where, actor))
    .where(matchesFilter(deps, filter))
  return countUpTo(deps.db, mine, most)
}
