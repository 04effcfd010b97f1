// Searches bookings by words, in order of time. One lookup in the word index finds the matches of a stretch of time and reads no
// other rows; stretches are searched one after the other until the page is full (decision 95).
import { isDeskRole, type UserActor } from '@wayfare/core/accounts'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db, Deps, Tx } from '../../deps.ts'
import { readDays } from '../../http/days.ts'
import { findSearchConditions, isInScope, isNarrow, matchesFilter, type BookingCondition, type Filter } from './queries-filter.ts'
import { chooseOrder, isAhead, orderBookings, selectPlace, type Page } from './queries-order.ts'
import { blockOf, chooseWidth, listSpans, type Blocks } from './queries-spans.ts'

type Condition = Expression<SqlBool>

/** The rows of `booking_search` after the cursor. */
const linesFrom = (deps: Deps, filter: Filter, { cursor, db = deps.db }: Page) =>
  db
    .selectFrom('bookingSearch')
    .select(['id', selectPlace(filter)])
    .where(isAhead(deps, filter, cursor))

type Column = 'created_at' | 'trip_date'

const placeOf = (filter: Filter): Column => (chooseOrder(filter).order.columns[0] === 'trip_date' ? 'trip_date' : 'created_at')

const isIn = (column: Column, { first, last }: Blocks): Condition =>
  sql<SqlBool>`time_spans(${sql.ref(column)}) && ${`{${listSpans(first, last).join()}}`}::bigint[]`

/** The fleet's condition on `booking_search`, covered by the same index. */
const isOfOwnFleet = ({ role, id }: UserActor): Condition[] =>
  role === 'fleetadmin' ? [sql<SqlBool>`array[fleet_admin_id] && array[${id}]::text[]`] : []

/** The conditions on a booking beside its words; null if there are none. */
const isMeant = (deps: Deps, actor: UserActor, { search: _words, ...rest }: Filter) => {
  if (isDeskRole(actor.role) && !isNarrow(rest)) return null
  const means = matchesFilter(deps, rest)
  return (where: BookingCondition) => where.and([isInScope(where, actor), means(where)])
}

/** Keeps the rows whose bookings match the rest of the filter. */
const ofMeant = (deps: Deps, actor: UserActor, filter: Filter, lines: ReturnType<typeof linesFrom>) => {
  const means = isMeant(deps, actor, filter)
  return deps.db
    .selectFrom(lines.as('line'))
    .select(['line.id', 'line.place'])
    .$if(means !== null, (query) =>
      query.where((of) =>
        of.exists(
          of
            .selectFrom('booking')
            .select(sql<number>`1`.as('one'))
            .whereRef('booking.id', '=', 'line.id')
            .where((where) => (means ? means(where as unknown as BookingCondition) : where.lit(true))),
        ),
      ),
    )
}

/** Further conditions covered by the word index. */
type Within = { within?: readonly Condition[] }

/** The rows with the words, by the word index. `offset 0` keeps the planner from scanning along the sort order instead. */
export const listLinesFound = (deps: Deps, actor: UserActor, filter: Filter, { within = [], ...page }: Page & Within) => {
  const conditions = [findSearchConditions(deps, actor, filter), ...isOfOwnFleet(actor), ...within]
  const lines = linesFrom(deps, filter, page)
    .where(sql<SqlBool>`(${sql.join(conditions, sql` and `)})`)
    .offset(0)
  return ofMeant(deps, actor, filter, lines)
}

/** Searches a rider's or driver's own bookings one by one: they are few, however common the words are elsewhere. */
export const listLinesOwn = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const { search: _words, ...rest } = filter
  const own = (page.db ?? deps.db)
    .selectFrom('booking')
    .select('id')
    .where((where) => isInScope(where, actor))
    .where(matchesFilter(deps, rest))
    .offset(0)
  const lines = linesFrom(deps, filter, page)
    .where('id', 'in', own)
    .where(findSearchConditions(deps, actor, filter))
  return deps.db.selectFrom(lines.offset(0).as('line')).select(['line.id', 'line.place'])
}

/** How many of the next rows are read to estimate their density in time. */
const linesToGauge = 9

/** The times of the next rows, nearest first. */
const readNext = async (deps: Deps, filter: Filter, page: Page): Promise<Date[]> => {
  // sorted by booking time, do not scan for the first row of a day: there may be none
  const given = placeOf(filter) === 'trip_date' ? filter : { ...filter, from: undefined }
  const rows = await orderBookings(linesFrom(deps, given, page), filter)
    .limit(linesToGauge)
    .execute()
  return rows.map(({ place }) => place as Date)
}

/** The first and last block of time with bookings; null if there are none. */
const readBounds = async (db: Db | Tx): Promise<Record<Column, Blocks> | null> => {
  const { rows } = await sql<{ booked: Date | null; lastBooked: Date; date: Date; lastDate: Date }>`
    select (select min(created_at) from booking_search) as booked, (select max(created_at) from booking_search) as last_booked,
      (select min(trip_date) from booking_search) as date, (select max(trip_date) from booking_search) as last_date`.execute(db)
  const [row] = rows
  if (!row?.booked) return null
  return {
    created_at: { first: blockOf(row.booked), last: blockOf(row.lastBooked) },
    trip_date: { first: blockOf(row.date), last: blockOf(row.lastDate) },
  }
}

const narrow = (blocks: Blocks, from: Date | null, to: Date | null): Blocks => ({
  first: Math.max(blocks.first, from ? blockOf(from) : blocks.first),
  last: Math.min(blocks.last, to ? blockOf(to) : blocks.last),
})

/** The blocks of time to search after the cursor, and the filter's days as a condition; null if nothing follows. */
const readWay = async (deps: Deps, filter: Filter, page: Page) => {
  const [bounds, next] = [await readBounds(page.db ?? deps.db), await readNext(deps, filter, page)]
  const [near] = next
  if (!bounds || !near) return null
  const { isDown } = chooseOrder(filter)
  const column = placeOf(filter)
  const { from, to } = readDays(deps, filter)
  const days = narrow(bounds.trip_date, from, to)
  const whole = column === 'trip_date' ? days : bounds.created_at
  const start = blockOf(near)
  const blocks = isDown ? { first: whole.first, last: start } : { first: start, last: Math.max(start, whole.last) }
  // sorted by booking time, the filter's days are an additional condition
  const within = column === 'trip_date' || (from === null && to === null) ? [] : [isIn('trip_date', days)]
  const far = next.length < linesToGauge ? null : next.at(-1)
  const width = far ? 3 * Math.max(1, Math.abs(start - blockOf(far))) : blocks.last - blocks.first + 1
  return { column, isDown, blocks, within, width } as const
}

type Stretch = { conditions: readonly Condition[]; isLast: boolean }

/**
 * Searches one stretch of time after the other until the page is full. `read` returns the matches of one stretch, in order and no
 * more than are still wanted; `isLast` says that no stretch follows.
 */
export const walkStretches = async <Row>(
  deps: Deps,
  filter: Filter,
  page: Page & { wanted: number },
  read: (stretch: Stretch, wanted: number) => Promise<Row[]>,
): Promise<Row[]> => {
  const way = await readWay(deps, filter, page)
  const rows: Row[] = []
  if (!way) return rows
  const { column, isDown, within } = way
  const whole = way.blocks.last - way.blocks.first + 1
  for (let seen = 0, width = way.width; seen < whole && rows.length < page.wanted;) {
    const until = Math.min(whole, seen + width)
    const stretch = isDown
      ? { first: way.blocks.last - until + 1, last: way.blocks.last - seen }
      : { first: way.blocks.first + seen, last: way.blocks.first + until - 1 }
    const conditions = [isIn(column, stretch), ...within]
    rows.push(...(await read({ conditions, isLast: until === whole }, page.wanted - rows.length)))
    seen = until
    width = chooseWidth({ seen, found: rows.length, wanted: page.wanted })
  }
  return rows
}
