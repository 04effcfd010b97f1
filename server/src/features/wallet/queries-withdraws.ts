// Withdrawals in pages, newest first: one's own, and everybody's for the desk.
import { mostCounted } from '@wayfare/contract/bookings-filter'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as own from '@wayfare/contract/wallet'
import type * as desk from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { toDecimal } from '@wayfare/core/money'
import type { WithdrawState } from '@wayfare/core/wallet'
import { sql } from 'kysely'
import { countUpTo } from '../../db/count.ts'
import { byMoment, byNumber, byText, cutPage, readSort, selectPage } from '../../db/keyset.ts'
import { makeLikePattern } from '../../db/like.ts'
import type { Deps } from '../../deps.ts'
import { readDays } from '../../http/days.ts'
import { presentWithdraw, presentWithdrawRow } from './present.ts'

type Page = { cursor?: string | undefined; limit: number }
type Sort = (typeof desk.withdrawSorts)[number]
type Filter = Pick<ParsedInputOf<typeof desk.listWithdraws>, 'state' | 'search' | 'role' | 'from' | 'to'>

const orders = { date: byMoment('created_at'), name: byText('name'), amount: byNumber('amount_minor') }

const selectWithdraws = ({ db }: Deps, { cursor, limit }: Page, sort: Sort = '-date') =>
  selectPage(db.selectFrom('withdraw').selectAll(), { ...readSort(orders, sort), cursor, limit })

export const listMyWithdraws = async (deps: Deps, actor: UserActor, input: ParsedInputOf<typeof own.listMyWithdraws>) => {
  const rows = await selectWithdraws(deps, input).where('userId', '=', actor.id).execute()
  const { page, nextCursor } = cutPage(rows, input.limit)
  return { withdraws: page.map(presentWithdraw), nextCursor }
}

const ofState = (state: WithdrawState | undefined) => {
  if (state === undefined) return sql<boolean>`true`
  if (state === 'declined' || state === 'returned') return sql<boolean>`ended_as = ${state}`
  return sql<boolean>`(processed = ${state === 'processed'} and ended_as is null)`
}

const matches = (deps: Deps, { state, search, role, from, to }: Filter) => {
  const pattern = makeLikePattern(search.trim())
  const days = readDays(deps, { from, to })
  const parts = [
    ofState(state),
    ...(pattern === '%%' ? [] : [sql<boolean>`(name ilike ${pattern} or id ilike ${pattern})`]),
    ...(days.from === null ? [] : [sql<boolean>`created_at >= ${days.from}`]),
    ...(days.to === null ? [] : [sql<boolean>`created_at < ${days.to}`]),
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
  const rows = await selectWithdraws(deps, input, input.sort).where(matches(deps, input)).execute()
  const { page, nextCursor } = cutPage(rows, input.limit)
  return { withdraws: page.map(presentWithdrawRow), nextCursor }
}

export const listWithdraws = async (deps: Deps, input: ParsedInputOf<typeof desk.listWithdraws>) => {
  const [page, count, waiting] = await Promise.all([
    readWithdraws(deps, input),
    input.cursor === undefined ? countRows(deps, input) : null,
    sumWaiting(deps),
  ])
  return { ...page, count, waiting }
}
