// The sort orders of booking lists: a row's position in them, and the pages that follow it.
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

/** The filter's order; searches are always sorted by time, since the word index covers time but not names and prices. */
export const chooseOrder = (filter: Filter) =>
  !hasWords(filter) || isTimeSort(filter.sort) ? readSort(orders, filter.sort) : { order: orders.booked, isDown: true }

/** `db`: a transaction to read in. */
export type Page = { cursor?: string | undefined; limit: number; db?: Db | Tx }

/**
 * A trip is never this much (ms) earlier than its booking, so bookings made later than a filter's last day have later trips, too.
 */
const aDay = 86_400_000

/** In an order by time, limits the scan to the stretch that the filter's days cover. */
const stretchOf = (deps: Deps, filter: Filter): Condition[] => {
  const { from, to } = readDays(deps, filter)
  const { order, isDown } = chooseOrder(filter)
  if (order !== orders.booked && order !== orders.date) return []
  // oldest first, a scan would pass many bookings from before the first day, none of which match
  const isBehind = order === orders.booked && !isDown
  return [
    ...(from === null || isBehind ? [] : [sql<SqlBool>`trip_date >= ${from}`]),
    ...(to === null ? [] : [sql<SqlBool>`trip_date < ${to}`]),
    ...(to === null || order !== orders.booked ? [] : [sql<SqlBool>`created_at < ${new Date(to.getTime() + aDay)}`]),
  ]
}

/**
 * Sorted by booking time, oldest first, few of the many bookings made before the filter's first day match. `ahead` selects those
 * few, made more than a day ahead, which have an index by trip date; `since` selects all bookings made later (decision 109).
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

/** Selects rows after the cursor, in a table that has the order's column and `id`. */
export const isAhead = (deps: Deps, filter: Filter, cursor: string | undefined) =>
  sql<SqlBool>`(${sql.join([...stretchOf(deps, filter), isBeyond({ ...chooseOrder(filter), cursor })], sql` and `)})`

/** The order's column, named `place`. */
export const selectPlace = (filter: Filter) => sql.ref(chooseOrder(filter).order.columns[0]).as('place')

/** Sorts by place and id, in the filter's direction. */
export const orderBookings = <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>, filter: Filter) => {
  const direction = chooseOrder(filter).isDown ? 'desc' : 'asc'
  return query.orderBy(sql.ref('place'), direction).orderBy(sql.ref('id'), direction)
}
