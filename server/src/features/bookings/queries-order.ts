// The orders that lists of bookings are on offer in: how a row's place is told, found again, and walked from.
import { isTimeSort } from '@wayfare/contract/bookings-filter'
import { sql } from 'kysely'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'
import { parseCursorBy } from '../../db/keyset.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { findFilterSpan, hasWords } from './queries-filter.ts'
import type { Filter } from './queries-filter.ts'

type Condition = Expression<SqlBool>

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
export const chooseOrder = (filter: Filter) =>
  !hasWords(filter) || isTimeSort(filter.sort)
    ? { order: orders[filter.sort.replace('-', '') as keyof typeof orders], isDown: filter.sort.startsWith('-') }
    : { order: orders.booked, isDown: true }

/** `db`: a transaction to read in */
export type Page = { cursor?: string | undefined; limit: number; db?: Db | Tx }

/** A trip is never this much earlier than its booking: what was booked later than the last day had its trip later, too. */
const aDay = 86_400_000

/** In an order of time the days of the filter are a stretch of the order: whoever walks it begins there. */
const stretchOf = (deps: Deps, filter: Filter): Condition[] => {
  const { from, to } = findFilterSpan(deps, filter)
  const { order, isDown } = chooseOrder(filter)
  if (order !== orders.booked && order !== orders.date) return []
  // from the oldest booking on, those before the first day are many, and none of them is meant
  const isBehind = order === orders.booked && !isDown
  return [
    ...(from === null || isBehind ? [] : [sql<SqlBool>`trip_date >= ${new Date(from)}`]),
    ...(to === null ? [] : [sql<SqlBool>`trip_date < ${new Date(to)}`]),
    ...(to === null || order !== orders.booked ? [] : [sql<SqlBool>`created_at < ${new Date(to + aDay)}`]),
  ]
}

/** From the page's place on, of a table that has the order's column and `id`; true where it begins with all there is. */
export const isAhead = (deps: Deps, filter: Filter, cursor: string | undefined) => {
  const { order, isDown } = chooseOrder(filter)
  const last = cursor === undefined ? null : parseCursorBy(cursor, order.is)
  const beyond = sql<SqlBool>`(${sql.ref(order.column)}, id) ${isDown ? sql`<` : sql`>`} (${order.place(last?.value ?? '')}, ${last?.id ?? ''})`
  const conditions = [...stretchOf(deps, filter), ...(last === null ? [] : [beyond])]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The order's column, as `place`. */
export const selectPlace = (filter: Filter) => sql.ref(chooseOrder(filter).order.column).as('place')

/** By place and id, as the filter wants it. */
export const orderBookings = <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>, filter: Filter) => {
  const direction = chooseOrder(filter).isDown ? 'desc' : 'asc'
  return query.orderBy(sql.ref('place'), direction).orderBy(sql.ref('id'), direction)
}
