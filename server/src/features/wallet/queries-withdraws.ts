// Withdrawals in pages, newest first: one's own, and everybody's for the desk.
import { mostCounted } from '@wayfare/contract/bookings-filter'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as own from '@wayfare/contract/wallet'
import type * as desk from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { findCitySpan } from '@wayfare/core/city-time'
import { Refusal } from '@wayfare/core/errors'
import { toDecimal } from '@wayfare/core/money'
import type { WithdrawState } from '@wayfare/core/wallet'
import { sql } from 'kysely'
import { countUpTo } from '../../db/count.ts'
import { formatCursorBy, parseCursorBy } from '../../db/keyset.ts'
import type { Deps } from '../../deps.ts'
import { presentWithdraw, presentWithdrawRow } from './present.ts'

type Page = { cursor?: string | undefined; limit: number }
type Sort = (typeof desk.withdrawSorts)[number]
type Filter = Pick<ParsedInputOf<typeof desk.listWithdraws>, 'state' | 'search' | 'role' | 'from' | 'to'>

/** The columns one may sort by, each with an index that ends with the id: how a row's place is told and found again. */
const orders = {
  date: {
    column: 'created_at',
    value: sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`,
    place: (value: string) => sql`'epoch'::timestamptz + ${value}::bigint * interval '1 microsecond'`,
    is: /^\d{1,17}$/,
  },
  name: { column: 'name', value: sql<string>`name`, place: (value: string) => sql`${value}`, is: /^.{0,300}$/s },
  amount: {
    column: 'amount_minor',
    value: sql<string>`amount_minor::text`,
    place: (value: string) => sql`${value}::bigint`,
    is: /^\d{1,18}$/,
  },
} as const

const orderOf = (sort: Sort) => orders[sort.replace('-', '') as keyof typeof orders]

/** One row more than the page tells whether there is another. */
const selectPage = ({ db }: Deps, { cursor, limit }: Page, sort: Sort = '-date') => {
  const order = orderOf(sort)
  const isDown = sort.startsWith('-')
  const last = cursor === undefined ? null : parseCursorBy(cursor, order.is)
  const column = sql.ref(order.column)
  const direction = isDown ? 'desc' : 'asc'
  return db
    .selectFrom('withdraw')
    .selectAll()
    .select(order.value.as('value'))
    .$if(last !== null, (query) =>
      query.where(
        sql<boolean>`(${column}, id) ${isDown ? sql`<` : sql`>`} (${order.place(last?.value ?? '')}, ${last?.id ?? ''})`,
      ),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
}

const cut = <Row extends { value: string; id: string }>(rows: Row[], limit: number) => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? formatCursorBy(last) : null }
}

export const listMyWithdraws = async (
  deps: Deps,
  actor: UserActor,
  input: ParsedInputOf<typeof own.listMyWithdraws>,
): Promise<OutputOf<typeof own.listMyWithdraws>> => {
  const rows = await selectPage(deps, input).where('userId', '=', actor.id).execute()
  const { page, nextCursor } = cut(rows, input.limit)
  return { withdraws: page.map(presentWithdraw), nextCursor }
}

const ofState = (state: WithdrawState | undefined) => {
  if (state === undefined) return sql<boolean>`true`
  if (state === 'declined' || state === 'returned') return sql<boolean>`ended_as = ${state}`
  return sql<boolean>`(processed = ${state === 'processed'} and ended_as is null)`
}

const matches = (deps: Deps, { state, search, role, from, to }: Filter) => {
  const pattern = `%${search.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const span = findCitySpan({ from, to }, deps.settings().timeZone)
  if (!span) throw new Refusal('bad_request', { fields: [{ field: 'from', problem: 'not a day' }] })
  const parts = [
    ofState(state),
    ...(pattern === '%%' ? [] : [sql<boolean>`(name ilike ${pattern} or id ilike ${pattern})`]),
    ...(span.from === null ? [] : [sql<boolean>`created_at >= ${new Date(span.from)}`]),
    ...(span.to === null ? [] : [sql<boolean>`created_at < ${new Date(span.to)}`]),
    ...(role === undefined
      ? []
      : [sql<boolean>`exists (select from app_user where app_user.id = withdraw.user_id and user_type = ${role})`]),
  ]
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

const countRows = (deps: Deps, filter: Filter): Promise<number> =>
  countUpTo(deps.db, deps.db.selectFrom('withdraw').select('id').where(matches(deps, filter)), mostCounted)

const sumWaiting = async ({ db, settings }: Deps) => {
  const { code } = settings()
  const waiting = await db
    .selectFrom('withdraw')
    .select((e) => [e.fn.countAll<bigint>().as('count'), sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('amount')])
    .where(ofState('waiting'))
    .where('currency', '=', code)
    .executeTakeFirstOrThrow()
  return { count: Number(waiting.count), amount: toDecimal(waiting.amount, code) }
}

/** A page of everybody's. */
export const readWithdraws = async (deps: Deps, input: Omit<ParsedInputOf<typeof desk.exportWithdraws>, 'format'> & Page) => {
  const rows = await selectPage(deps, input, input.sort).where(matches(deps, input)).execute()
  const { page, nextCursor } = cut(rows, input.limit)
  return { withdraws: page.map(presentWithdrawRow), nextCursor }
}

export const listWithdraws = async (
  deps: Deps,
  input: ParsedInputOf<typeof desk.listWithdraws>,
): Promise<OutputOf<typeof desk.listWithdraws>> => {
  const [page, count, waiting] = await Promise.all([
    readWithdraws(deps, input),
    input.cursor === undefined ? countRows(deps, input) : null,
    sumWaiting(deps),
  ])
  return { ...page, count, waiting }
}
