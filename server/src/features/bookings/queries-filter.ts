// The conditions of a list of bookings: the reader's scope, the filter, and the search words.
import type { bookingFilter } from '@wayfare/contract/bookings-filter'
import { isDeskRole, type UserActor } from '@wayfare/core/accounts'
import { activeStatuses, busyStatuses, isUnassigned, isUnpaid, statuses, waitingStatuses } from '@wayfare/core/booking'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { makeLikePattern } from '../../db/like.ts'
import type { Tables } from '../../db/tables.ts'
import { holdsWord, splitSearch } from '../../db/words.ts'
import type { Deps } from '../../deps.ts'
import { readDays } from '../../http/days.ts'
import { isLocked } from '../../lock.ts'
import { readPhoneDigits } from '../accounts/queries-search.ts'

export type Filter = z.output<z.ZodObject<typeof bookingFilter>>

export type BookingCondition = ExpressionBuilder<Tables, 'booking'>
type Condition = Expression<SqlBool>

export const isInScope = (where: BookingCondition, actor: UserActor): Condition => {
  if (actor.role === 'admin') return where.lit(true)
  const column = ({ rider: 'customerId', driver: 'driverId', fleetadmin: 'fleetAdminId' } as const)[actor.role]
  return where(column, '=', actor.id)
}

const scopes: { [Scope in Filter['scope']]: (where: BookingCondition, now: Date) => Condition } = {
  all: (where) => where.lit(true),
  active: (where) => where('status', 'in', activeStatuses),
  live: (where) => where('status', 'in', busyStatuses),
  past: (where) => where('status', 'not in', activeStatuses),
  waiting: (where, now) => where.and([where('status', 'in', waitingStatuses), where('releaseAt', '<=', now)]),
  scheduled: (where, now) => where.and([where('status', 'in', statuses.filter(isUnassigned)), where('releaseAt', '>', now)]),
  unpaid: (where) => where('status', 'in', statuses.filter(isUnpaid)),
  // granted claims still to be paid, whatever the status: the trip itself may be long complete
  // (there are few, with an index of their own; the indexes of the sort orders do not contain claims)
  owed: (where) =>
    where('id', 'in', (of) =>
      of
        .selectFrom('booking as owing')
        .select('owing.id')
        .where('owing.claimState', '=', 'granted')
        .where('owing.claimPaidAt', 'is', null),
    ),
}

/** Matches a number, using the index for its last six digits only, since the first ones are shared by a whole town. */
const holds = (column: string, number: string): Condition =>
  sql<SqlBool>`(${sql.ref(column)} like ${makeLikePattern(number.slice(-6))} and strpos(${sql.ref(column)}, ${number}) > 0)`

/** True for plates, ids and the like. */
const isNumber = (word: string): boolean => word.length > 6 && /\d/.test(word)

const wordIn = (word: string): Condition => (isNumber(word) ? holds('text', word) : holdsWord('text', word))

/** Conditions on the phone numbers that this reader may see. */
const phonesOf = (deps: Deps, actor: UserActor, text: string): Condition[] => {
  const digits = isLocked(deps) ? null : readPhoneDigits(text)
  if (digits === null || !isDeskRole(actor.role)) return []
  const ofDriver = holds('driver_phone', digits)
  return actor.role === 'admin' ? [holds('customer_phone', digits), ofDriver] : [ofDriver]
}

const both = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const either = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** True if the search is for a number: matches are rare, so an index is better than scanning along the sort order. */
export const isForNumber = ({ search = '' }: Filter): boolean =>
  readPhoneDigits(search.trim()) !== null || splitSearch(search).some(isNumber)

/** The filter's search words as conditions on `booking_search`. */
export const findSearchConditions = (deps: Deps, actor: UserActor, { search = '' }: Filter) => {
  const words = splitSearch(search)
  const ways = [...(words.length === 0 ? [] : [both(words.map(wordIn))]), ...phonesOf(deps, actor, search.trim())]
  return ways.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${either(ways)}`
}

export const hasWords = ({ search }: Filter): boolean => (search?.trim() ?? '') !== ''

/** Whether the filter leaves anything out. */
export const isNarrow = (filter: Filter): boolean => {
  const { scope, sort: _order, search: _words, ...rest } = filter
  return hasWords(filter) || scope !== 'all' || Object.values(rest).some((value) => value !== undefined)
}

/** The conditions of a filter, without its sort order and search words. */
export const matchesFilter = (deps: Deps, filter: Filter) => {
  const { from, to } = readDays(deps, filter)
  const { status, carType, category, paymentMode } = filter
  return (where: BookingCondition): Condition =>
    where.and([
      scopes[filter.scope](where, deps.now()),
      ...(status ? [where('status', 'in', status)] : []),
      ...(from === null ? [] : [where('tripDate', '>=', from)]),
      ...(to === null ? [] : [where('tripDate', '<', to)]),
      ...(carType ? [where('carTypeId', '=', carType)] : []),
      ...(category ? [where('category', '=', category)] : []),
      ...(paymentMode ? [where('paymentMode', '=', paymentMode)] : []),
    ])
}
