// Lists of bookings in the scope of who asks: filtered, in one of the orders on offer, page after page by the last row's place.
import type { listBookings as listEndpoint } from '@wayfare/contract/bookings'
import { mostCounted } from '@wayfare/contract/bookings-filter'
import type { bookingFilter } from '@wayfare/contract/bookings-filter'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { activeStatuses } from '@wayfare/core/booking'
import { citySpan } from '@wayfare/core/city-time'
import { Refusal } from '@wayfare/core/errors'
import { fold } from '@wayfare/core/fold'
import { sql } from 'kysely'
import type { ExpressionBuilder, Expression, SqlBool } from 'kysely'
import type { z } from 'zod'
import { cursorBy, placeBy } from '../../db/keyset.ts'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { digitsOf, likeOf } from '../accounts/queries-desk.ts'
import { presentBooking } from './present.ts'
import { readRequested } from './queries.ts'

export type Filter = z.output<z.ZodObject<typeof bookingFilter>>

type Where = ExpressionBuilder<Tables, 'booking'>
type Condition = Expression<SqlBool>

const isInScope = (where: Where, actor: UserActor): Condition => {
  if (actor.role === 'admin') return where.lit(true)
  const column = ({ rider: 'customerId', driver: 'driverId', fleetadmin: 'fleetAdminId' } as const)[actor.role]
  return where(column, '=', actor.id)
}

const scopes: { [Scope in Filter['scope']]: (where: Where, now: Date) => Condition } = {
  all: (where) => where.lit(true),
  active: (where) => where('status', 'in', [...activeStatuses]),
  past: (where) => where('status', 'not in', [...activeStatuses]),
  waiting: (where, now) => where.and([where('status', '=', 'NEW'), where('releaseAt', '<=', now)]),
  scheduled: (where, now) => where.and([where('status', 'in', ['NEW', 'PAYMENT_PENDING']), where('releaseAt', '>', now)]),
  unpaid: (where) => where('status', 'in', ['PAYMENT_PENDING', 'PENDING']),
}

const mostWords = 8

/** Words of three letters are looked for anywhere, shorter ones where a word begins: the index knows no others. */
const wordIn = (word: string): Condition => sql<SqlBool>`text like ${likeOf(word.length < 3 ? ` ${word}` : word)}`

/** The phones this reader may see are searched as well. */
const phonesOf = (deps: Deps, actor: UserActor, text: string): Condition[] => {
  const digits = isLocked(deps) ? null : digitsOf(text)
  if (digits === null || (actor.role !== 'admin' && actor.role !== 'fleetadmin')) return []
  const ofDriver = sql<SqlBool>`driver_phone like ${likeOf(digits)}`
  return actor.role === 'admin' ? [sql<SqlBool>`customer_phone like ${likeOf(digits)}`, ofDriver] : [ofDriver]
}

const isFound = (deps: Deps, actor: UserActor, where: Where, text: string): Condition => {
  const words = fold(text).split(' ').filter(Boolean).slice(0, mostWords)
  const inWords = words.length === 0 ? [] : [where.and(words.map(wordIn))]
  const either = [...inWords, ...phonesOf(deps, actor, text)]
  const found = where
    .selectFrom('bookingSearch')
    .select('bookingId')
    .where(either.length === 0 ? where.lit(false) : where.or(either))
  return where('id', 'in', found)
}

const spanOf = (deps: Deps, { from, to }: Filter) => {
  const span = citySpan({ from, to }, deps.settings().timeZone)
  if (!span) throw new Refusal('bad_request', { fields: [{ field: 'from', problem: 'not a day' }] })
  return span
}

/** Everything of the filter but its order. */
export const matches = (deps: Deps, actor: UserActor, filter: Filter) => {
  const { from, to } = spanOf(deps, filter)
  const { status, carType, category, paymentMode } = filter
  const search = filter.search?.trim() ?? ''
  return (where: Where): Condition =>
    where.and([
      isInScope(where, actor),
      scopes[filter.scope](where, deps.now()),
      ...(status ? [where('status', 'in', status)] : []),
      ...(from === null ? [] : [where('tripDate', '>=', new Date(from))]),
      ...(to === null ? [] : [where('tripDate', '<', new Date(to))]),
      ...(carType ? [where('carTypeId', '=', carType)] : []),
      ...(category ? [where('category', '=', category)] : []),
      ...(paymentMode ? [where('paymentMode', '=', paymentMode)] : []),
      ...(search === '' ? [] : [isFound(deps, actor, where, search)]),
    ])
}

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

export type Page = { cursor?: string | undefined; limit: number }

/** One row more than the page tells whether there is another. */
export const selectPage = (deps: Deps, actor: UserActor, filter: Filter, { cursor, limit }: Page) => {
  const isDown = filter.sort.startsWith('-')
  const order = orders[filter.sort.replace('-', '') as keyof typeof orders]
  const last = cursor === undefined ? null : placeBy(cursor, order.is)
  const column = sql.ref(order.column)
  const beyond = isDown ? sql`<` : sql`>`
  const direction = isDown ? 'desc' : 'asc'
  return deps.db
    .selectFrom('booking')
    .selectAll()
    .select(order.value.as('value'))
    .where(matches(deps, actor, filter))
    .$if(last !== null, (query) =>
      query.where(sql<boolean>`(${column}, id) ${beyond} (${order.place(last?.value ?? '')}, ${last?.id ?? ''})`),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
}

/** A page of rows, and where the next one begins. */
export const readPage = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const rows = await selectPage(deps, actor, filter, page).execute()
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > page.limit && last ? cursorBy(last) : null }
}

const countRows = async (deps: Deps, actor: UserActor, filter: Filter): Promise<number> => {
  const some = deps.db
    .selectFrom('booking')
    .select('id')
    .where(matches(deps, actor, filter))
    .limit(mostCounted + 1)
  const { count } = await deps.db
    .selectFrom(some.as('some'))
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page of the bookings one may see. */
export const listBookings = async (
  deps: Deps,
  actor: UserActor,
  { cursor, limit, withCount, ...filter }: ParsedInputOf<typeof listEndpoint>,
): Promise<OutputOf<typeof listEndpoint>> => {
  const isCounted = withCount === 'true' && cursor === undefined
  const [{ rows, nextCursor }, count] = await Promise.all([
    readPage(deps, actor, filter, { cursor, limit }),
    isCounted ? countRows(deps, actor, filter) : null,
  ])
  const waiting = rows.filter(({ status }) => status === 'NEW').map(({ id }) => id)
  const requested = await readRequested(deps.db, waiting)
  const reader = { actor, locks: deps.settings() }
  return { bookings: rows.map((row) => presentBooking(row, requested.get(row.id) ?? [], reader)), nextCursor, count }
}
