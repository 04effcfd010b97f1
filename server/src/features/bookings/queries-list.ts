// Lists of bookings in the scope of who asks: filtered, in one of the orders on offer, page after page by the last row's place.
import type { listBookings as listEndpoint } from '@wayfare/contract/bookings'
import { isTimeSort, mostCounted } from '@wayfare/contract/bookings-filter'
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
import type { Db, Deps, Tx } from '../../deps.ts'
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

const both = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const either = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** What the words of the filter ask of a booking's line in the search's table. */
const foundBy = (deps: Deps, actor: UserActor, { search = '' }: Filter) => {
  const words = fold(search).split(' ').filter(Boolean).slice(0, mostWords)
  const ways = [...(words.length === 0 ? [] : [both(words.map(wordIn))]), ...phonesOf(deps, actor, search.trim())]
  return ways.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${either(ways)}`
}

const spanOf = (deps: Deps, { from, to }: Filter) => {
  const span = citySpan({ from, to }, deps.settings().timeZone)
  if (!span) throw new Refusal('bad_request', { fields: [{ field: 'from', problem: 'not a day' }] })
  return span
}

/** Everything of the filter but its order and its words. */
export const matches = (deps: Deps, actor: UserActor, filter: Filter) => {
  const { from, to } = spanOf(deps, filter)
  const { status, carType, category, paymentMode } = filter
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

/** `db`: a transaction to read in */
export type Page = { cursor?: string | undefined; limit: number; db?: Db | Tx }

/** A search is in the order of time: names and prices have nothing to do with where the rows lie that hold its words. */
const orderOf = ({ sort, search }: Filter) => {
  return (search?.trim() ?? '') === '' || isTimeSort(sort)
    ? { order: orders[sort.replace('-', '') as keyof typeof orders], isDown: sort.startsWith('-') }
    : { order: orders.booked, isDown: true }
}

/** One row more than the page tells whether there is another; without regard to the words of the filter. */
export const selectPage = (deps: Deps, actor: UserActor, filter: Filter, { cursor, limit, db = deps.db }: Page) => {
  const { order, isDown } = orderOf(filter)
  const last = cursor === undefined ? null : placeBy(cursor, order.is)
  const column = sql.ref(order.column)
  const beyond = isDown ? sql`<` : sql`>`
  const direction = isDown ? 'desc' : 'asc'
  return db
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

/** So many of the next rows are looked through for words; those that are rarer the index finds sooner. */
const rowsToWalk = 3000

/** The rows with the words among the next ones; a full page of them is the page. */
const walk = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const near = selectPage(deps, actor, filter, { ...page, limit: rowsToWalk - 1 })
  const { order, isDown } = orderOf(filter)
  // a scalar subquery is asked row by row, and stops with the page
  return deps.db
    .selectFrom(near.as('booking'))
    .selectAll()
    .where((where) =>
      where
        .selectFrom('bookingSearch')
        .select(foundBy(deps, actor, filter).as('isFound'))
        .whereRef('bookingId', '=', 'booking.id')
        .$castTo<SqlBool>(),
    )
    .orderBy(sql.ref(order.column), isDown ? 'desc' : 'asc')
    .orderBy('id', isDown ? 'desc' : 'asc')
    .limit(page.limit + 1)
    .execute()
}

/** Lets the index of words find them, however many the planner thinks there are. */
const byIndex = <T>({ db }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return work(tx)
  })

const isFound = (deps: Deps, actor: UserActor, filter: Filter) => {
  const found = deps.db
    .selectFrom('bookingSearch')
    .select('bookingId')
    .where(foundBy(deps, actor, filter))
  return sql<boolean>`id = any(array(${found}))`
}

/** The same page of those alone that have the words, by the index of words. */
export const selectFound = (deps: Deps, actor: UserActor, filter: Filter, page: Page) =>
  selectPage(deps, actor, filter, page).where(isFound(deps, actor, filter))

const hasWords = ({ search }: Filter): boolean => (search?.trim() ?? '') !== ''

const findRows = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  if (!hasWords(filter)) return { rows: await selectPage(deps, actor, filter, page).execute(), isWalked: false }
  const near = await walk(deps, actor, filter, page)
  if (near.length > page.limit) return { rows: near, isWalked: true }
  const rows = await byIndex(deps, (tx) => selectFound(deps, actor, filter, { ...page, db: tx }).execute())
  return { rows, isWalked: false }
}

/** A page of rows, and where the next one begins; `isWalked`: its words stand in very many bookings. */
export const readPage = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const { rows, isWalked } = await findRows(deps, actor, filter, page)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > page.limit && last ? cursorBy(last) : null, isWalked }
}

const countRows = async (deps: Deps, actor: UserActor, filter: Filter): Promise<number> => {
  const count = async (db: Db | Tx) => {
    const some = db
      .selectFrom('booking')
      .select('id')
      .where(matches(deps, actor, filter))
      .$if(hasWords(filter), (query) => query.where(isFound(deps, actor, filter)))
      .limit(mostCounted + 1)
    const counted = db.selectFrom(some.as('some')).select((e) => e.fn.countAll<bigint>().as('count'))
    return Number((await counted.executeTakeFirstOrThrow()).count)
  }
  return hasWords(filter) ? byIndex(deps, count) : count(deps.db)
}

/** A page of the bookings one may see. */
export const listBookings = async (
  deps: Deps,
  actor: UserActor,
  { cursor, limit, withCount, ...filter }: ParsedInputOf<typeof listEndpoint>,
): Promise<OutputOf<typeof listEndpoint>> => {
  const isCounted = withCount === 'true' && cursor === undefined
  const [{ rows, nextCursor, isWalked }, early] = await Promise.all([
    readPage(deps, actor, filter, { cursor, limit }),
    isCounted && !hasWords(filter) ? countRows(deps, actor, filter) : null,
  ])
  // nobody waits until words that stand everywhere are counted
  const count = isCounted && hasWords(filter) && !isWalked ? await countRows(deps, actor, filter) : early
  const waiting = rows.filter(({ status }) => status === 'NEW').map(({ id }) => id)
  const requested = await readRequested(deps.db, waiting)
  const reader = { actor, locks: deps.settings() }
  return { bookings: rows.map((row) => presentBooking(row, requested.get(row.id) ?? [], reader)), nextCursor, count }
}
