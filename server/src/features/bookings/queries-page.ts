// Pages of bookings in one of the orders on offer, at the same pace in a town and in a city of a million trips.
import { isTimeSort } from '@wayfare/contract/bookings-filter'
import type { UserActor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import type { SelectQueryBuilder, SqlBool } from 'kysely'
import { countUpTo } from '../../db/count.ts'
import { cursorBy, placeBy } from '../../db/keyset.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { digitsOf } from '../accounts/queries-desk.ts'
import { foundBy, hasWords, isInScope, isNarrow, matches, spanOf } from './queries-filter.ts'
import type { Filter, Where } from './queries-filter.ts'

const micros = (column: string) => sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`
const moment = (value: string) => sql`'epoch'::timestamptz + ${value}::bigint * interval '1 microsecond'`
const digits = /^\d{1,17}$/

/** The columns one may sort by, each with an index that ends with the id: how a row's place is told and found again. */
const orders = {
  booked: { column: 'created_at', value: micros('created_at'), place: moment, is: digits },
  date: { column: 'trip_date', value: micros('trip_date'), place: moment, is: digits },
  customer: {
    column: 'customer_name',
    value: sql<string>`customer_name`,
    place: (value: string) => sql`${value}`,
    is: /^.{0,300}$/s,
  },
  total: {
    column: 'trip_cost_minor',
    value: sql<string>`trip_cost_minor::text`,
    place: (value: string) => sql`${value}::bigint`,
    is: /^-?\d{1,18}$/,
  },
} as const

/** A search is in the order of time: names and prices have nothing to do with where the rows lie that hold its words. */
const orderOf = (filter: Filter) =>
  !hasWords(filter) || isTimeSort(filter.sort)
    ? { order: orders[filter.sort.replace('-', '') as keyof typeof orders], isDown: filter.sort.startsWith('-') }
    : { order: orders.booked, isDown: true }

/** `db`: a transaction to read in */
export type Page = { cursor?: string | undefined; limit: number; db?: Db | Tx }

/** A trip is never this much earlier than its booking: what was booked later than the last day had its trip later, too. */
const aDay = 86_400_000

/** In an order of time the days of the filter are a stretch of the order: whoever walks it begins there. */
const isInStretch = (deps: Deps, filter: Filter) => {
  const { from, to } = spanOf(deps, filter)
  const { order, isDown } = orderOf(filter)
  // from the oldest booking on, those before the first day are many, and none of them is meant
  const isBehind = order === orders.booked && !isDown
  return (where: Where) =>
    where.and([
      ...(from === null || isBehind ? [] : [where('tripDate', '>=', new Date(from))]),
      ...(to === null ? [] : [where('tripDate', '<', new Date(to))]),
      ...(to === null || order !== orders.booked ? [] : [where('createdAt', '<', new Date(to + aDay))]),
    ])
}

/** What a filter asks of a booking: the index of an order holds all of it, so that looking along the order reads no row. */
const asked = ['id', 'status', 'category', 'paymentMode', 'carTypeId', 'tripDate', 'releaseAt'] as const

/** Where the bookings one may see stand in the order, from the page's place on. */
const placesFrom = (deps: Deps, actor: UserActor, filter: Filter, { cursor, db = deps.db }: Page) => {
  const { order, isDown } = orderOf(filter)
  const last = cursor === undefined ? null : placeBy(cursor, order.is)
  return db
    .selectFrom('booking')
    .select(asked)
    .select(sql.ref(order.column).as('place'))
    .where((where) => isInScope(where, actor))
    .$if(order === orders.booked || order === orders.date, (query) => query.where(isInStretch(deps, filter)))
    .$if(last !== null, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(order.column)}, id) ${isDown ? sql`<` : sql`>`} (${order.place(last?.value ?? '')}, ${last?.id ?? ''})`,
      ),
    )
}

const inOrder = <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>, filter: Filter) => {
  const direction = orderOf(filter).isDown ? 'desc' : 'asc'
  return query.orderBy(sql.ref('place'), direction).orderBy(sql.ref('id'), direction)
}

/** So many of the next places are looked through; what is rarer among them an index finds sooner. */
const placesToWalk = 20_000
/** Words are looked up for each place. */
const placesToRead = 3000

/** Those of the next places that the filter means: a full page of them is the page. */
export const placesNear = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const near = inOrder(placesFrom(deps, actor, filter, page), filter).limit(hasWords(filter) ? placesToRead : placesToWalk)
  const means = matches(deps, filter)
  return (
    deps.db
      .selectFrom(near.as('booking'))
      .select(['id', 'place', sql<bigint | null>`null::bigint`.as('count')])
      .where((where) => means(where as unknown as Where))
      // a scalar subquery is asked row by row, and stops with the page
      .$if(hasWords(filter), (query) =>
        query.where((where) =>
          where
            .selectFrom('bookingSearch')
            .select(foundBy(deps, actor, filter).as('isFound'))
            .whereRef('bookingId', '=', 'booking.id')
            .$castTo<SqlBool>(),
        ),
      )
  )
}

const isFound = (deps: Deps, actor: UserActor, filter: Filter) => {
  const found = deps.db
    .selectFrom('bookingSearch')
    .select('bookingId')
    .where(foundBy(deps, actor, filter))
  return sql<boolean>`id = any(array(${found}))`
}

/** All that the filter means from the page's place on, by the indexes of what it asks for, and how many they are. */
export const placesFound = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const { db = deps.db } = page
  const found = placesFrom(deps, actor, filter, page)
    .where(matches(deps, filter))
    .$if(hasWords(filter), (query) => query.where(isFound(deps, actor, filter)))
    // a fence: the planner would rather walk the order, and hope
    .offset(0)
  return db.selectFrom(found.as('booking')).select(['id', 'place', sql<bigint | null>`count(*) over ()`.as('count')])
}

/** The rows of a page, as they stand, and one more where there is one. */
const readRows = (filter: Filter, places: ReturnType<typeof placesFound>, { limit, db }: Page & { db: Db | Tx }) => {
  const page = inOrder(places, filter).limit(limit + 1)
  const rows = db
    .selectFrom(page.as('page'))
    .innerJoin('booking', 'booking.id', 'page.id')
    .selectAll('booking')
    .select(['page.count', orderOf(filter).order.value.as('value')])
  const direction = orderOf(filter).isDown ? 'desc' : 'asc'
  return rows.orderBy('page.place', direction).orderBy('page.id', direction).execute()
}

/** Lets an index find them, however many the planner thinks there are. */
const byIndex = <T>({ db }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return work(tx)
  })

/** A number is rare: nobody walks to meet it. */
const isNumber = ({ search = '' }: Filter): boolean => digitsOf(search.trim()) !== null

const findRows = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const near = isNumber(filter) ? [] : await readRows(filter, placesNear(deps, actor, filter, page), { ...page, db: deps.db })
  if (near.length > page.limit || !isNarrow(filter)) return near
  return byIndex(deps, (db) => readRows(filter, placesFound(deps, actor, filter, { ...page, db }), { ...page, db }))
}

/** A page of rows, and where the next one begins; `count`: how many are meant from here on, null for very many. */
export const readPage = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const rows = await findRows(deps, actor, filter, page)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > page.limit && last ? cursorBy(last) : null
  const count = nextCursor === null ? shown.length : (last?.count ?? null)
  return { rows: shown, nextCursor, count: count === null ? null : Number(count) }
}

/** How many the filter means, its words left aside, up to one more than `most`. */
export const countRows = (deps: Deps, actor: UserActor, filter: Filter, most: number): Promise<number> => {
  const mine = deps.db
    .selectFrom('booking')
    .select('id')
    .where((where) => isInScope(where, actor))
    .where(matches(deps, filter))
  return countUpTo(deps.db, mine, most)
}
