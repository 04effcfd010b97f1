// Pages of bookings in one of the orders on offer, at the same pace in a town and in a city of a million trips.
import { isTimeSort } from '@wayfare/contract/bookings-filter'
import type { UserActor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import type { SelectQueryBuilder, SqlBool } from 'kysely'
import { cursorBy, placeBy } from '../../db/keyset.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
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

/** The bookings one may see, from the page's place on. */
const rowsFrom = (deps: Deps, actor: UserActor, filter: Filter, { cursor, db = deps.db }: Page) => {
  const { order, isDown } = orderOf(filter)
  const last = cursor === undefined ? null : placeBy(cursor, order.is)
  return db
    .selectFrom('booking')
    .selectAll()
    .select(order.value.as('value'))
    .where((where) => isInScope(where, actor))
    .$if(order === orders.booked || order === orders.date, (query) => query.where(isInStretch(deps, filter)))
    .$if(last !== null, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(order.column)}, id) ${isDown ? sql`<` : sql`>`} (${order.place(last?.value ?? '')}, ${last?.id ?? ''})`,
      ),
    )
}

const inOrder = <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>, filter: Filter, limit: number) => {
  const { order, isDown } = orderOf(filter)
  const direction = isDown ? 'desc' : 'asc'
  return query.orderBy(sql.ref(order.column), direction).orderBy(sql.ref('id'), direction).limit(limit)
}

/** The next rows as they stand, filtered or not. */
export const selectNext = (deps: Deps, actor: UserActor, filter: Filter, page: Page) =>
  inOrder(rowsFrom(deps, actor, filter, page), filter, page.limit + 1)

/** So many of the next rows are looked through; what is rarer among them an index finds sooner. */
const rowsToWalk = 6000

/** Those of the next rows that the filter means: a full page of them is the page. */
const walk = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const near = inOrder(rowsFrom(deps, actor, filter, page), filter, rowsToWalk)
  const means = matches(deps, filter)
  const walked = deps.db
    .selectFrom(near.as('booking'))
    .selectAll()
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
  return inOrder(walked, filter, page.limit + 1).execute()
}

const isFound = (deps: Deps, actor: UserActor, filter: Filter) => {
  const found = deps.db
    .selectFrom('bookingSearch')
    .select('bookingId')
    .where(foundBy(deps, actor, filter))
  return sql<boolean>`id = any(array(${found}))`
}

/** All that the filter means from the page's place on, by the indexes of what it asks for, and put in order afterwards. */
export const selectFound = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const { db = deps.db } = page
  const found = rowsFrom(deps, actor, filter, page)
    .where(matches(deps, filter))
    .$if(hasWords(filter), (query) => query.where(isFound(deps, actor, filter)))
    // a fence: the planner would rather walk the order, and hope
    .offset(0)
  return inOrder(db.selectFrom(found.as('booking')).selectAll(), filter, page.limit + 1)
}

/** Lets an index find them, however many the planner thinks there are. */
const byIndex = <T>({ db }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return work(tx)
  })

const findRows = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  if (!isNarrow(filter)) return { rows: await selectNext(deps, actor, filter, page).execute(), isWalked: true }
  const near = await walk(deps, actor, filter, page)
  if (near.length > page.limit) return { rows: near, isWalked: true }
  const rows = await byIndex(deps, (tx) => selectFound(deps, actor, filter, { ...page, db: tx }).execute())
  return { rows, isWalked: false }
}

/** A page of rows, and where the next one begins; `isWalked`: many bookings are meant. */
export const readPage = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const { rows, isWalked } = await findRows(deps, actor, filter, page)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > page.limit && last ? cursorBy(last) : null, isWalked }
}

/** How many the filter means, up to one more than `most`. */
export const countRows = (deps: Deps, actor: UserActor, filter: Filter, most: number): Promise<number> => {
  const count = async (db: Db | Tx) => {
    const some = db
      .selectFrom('booking')
      .select('id')
      .where((where) => isInScope(where, actor))
      .where(matches(deps, filter))
      .$if(hasWords(filter), (query) => query.where(isFound(deps, actor, filter)))
      .limit(most + 1)
    const counted = db.selectFrom(some.as('some')).select((e) => e.fn.countAll<bigint>().as('count'))
    return Number((await counted.executeTakeFirstOrThrow()).count)
  }
  return hasWords(filter) ? byIndex(deps, count) : count(deps.db)
}
