// The orders that lists of bookings are on offer in: how a row's place is told, found again, and walked from.
import { isTimeSort } from '@wayfare/contract/bookings-filter'
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { byMoment, byNumber, byText, isBeyond, readSort } from '../../db/keyset.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { readDays } from '../../http/days.ts'
import { hasWords, type Filter } from './queries-filter.ts'

type Condition = Expression<SqlBool>

const orders = {
  booked: byMoment('created_at'),
  date: byMoment('trip_date'),
  customer: byText('customer_name'),
  total: byNumber('trip_cost_minor'),
}

/** A search is in the order of time: names and prices have nothing to do with where the rows lie that hold its words. */
export const chooseOrder = (filter: Filter) =>
  !hasWords(filter) || isTimeSort(filter.sort) ? readSort(orders, filter.sort) : { order: orders.booked, isDown: true }

/** `db`: a transaction to read in */
export type Page = { cursor?: string | undefined; limit: number; db?: Db | Tx }

/** A trip is never this much earlier than its booking: what was booked later than the last day had its trip later, too. */
const aDay = 86_400_000

/** In an order of time the days of the filter are a stretch of the order: whoever walks it begins there. */
const stretchOf = (deps: Deps, filter: Filter): Condition[] => {
  const { from, to } = readDays(deps, filter)
  const { order, isDown } = chooseOrder(filter)
  if (order !== orders.booked && order !== orders.date) return []
  // from the oldest booking on, those before the first day are many, and none of them is meant
  const isBehind = order === orders.booked && !isDown
  return [
    ...(from === null || isBehind ? [] : [sql<SqlBool>`trip_date >= ${from}`]),
    ...(to === null ? [] : [sql<SqlBool>`trip_date < ${to}`]),
    ...(to === null || order !== orders.booked ? [] : [sql<SqlBool>`created_at < ${new Date(to.getTime() + aDay)}`]),
  ]
}

/**
 * In the order of booking, from the oldest on: those from before the filter's first day are many, and few of them are meant. `ahead` are those
 * few, booked more than a day ahead, which have an index by the day of the trip; `since` are all that were booked later.
 */
export const splitBooked = (deps: Deps, filter: Filter): { ahead: Condition; since: Condition } | null => {
  const { from } = readDays(deps, filter)
  const { order, isDown } = chooseOrder(filter)
  if (from === null || order !== orders.booked || isDown) return null
  const since = new Date(from.getTime() - aDay)
  return {
    ahead: sql<SqlBool>`(trip_date - created_at > interval '24 hours' and trip_date >= ${from} and created_at < ${since})`,
    since: sql<SqlBool>`created_at >= ${since}`,
  }
}

/** From the page's place on, of a table that has the order's column and `id`. */
export const isAhead = (deps: Deps, filter: Filter, cursor: string | undefined) =>
  sql<SqlBool>`(${sql.join([...stretchOf(deps, filter), isBeyond({ ...chooseOrder(filter), cursor })], sql` and `)})`

/** The order's column, as `place`. */
export const selectPlace = (filter: Filter) => sql.ref(chooseOrder(filter).order.columns[0]).as('place')

/** By place and id, as the filter wants it. */
export const orderBookings = <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>, filter: Filter) => {
  const direction = chooseOrder(filter).isDown ? 'desc' : 'asc'
  return query.orderBy(sql.ref('place'), direction).orderBy(sql.ref('id'), direction)
}
