// Pages of withdrawals, newest first: a person's own, and all of them for the desk.
import { mostCounted } from '@wayfare/contract/bookings-filter'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as own from '@wayfare/contract/wallet'
import type * as desk from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { toDecimal } from '@wayfare/core/money'
import type { WithdrawState } from '@wayfare/core/wallet'
import { sql, type RawBuilder } from 'kysely'
import { countUpTo } from '../../db/count.ts'
import { byMoment, byNumber, byText, cutPage, mergePages, readSort, selectPage } from '../../db/keyset.ts'
import { makeLikePattern } from '../../db/like.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { readDays } from '../../http/days.ts'
import { presentWithdraw, presentWithdrawRow } from './present.ts'
import { countNamed, findNamed, listConditions, type Named } from './queries-withdraws-named.ts'

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

/** The conditions of the filter except the search text. */
const restOf = (deps: Deps, { state, role, from, to }: Omit<Filter, 'search'>) => {
  const days = readDays(deps, { from, to })
  return [
    ...(state === undefined ? [] : [ofState(state)]),
    ...(days.from === null ? [] : [sql<boolean>`created_at >= ${days.from}`]),
    ...(days.to === null ? [] : [sql<boolean>`created_at < ${days.to}`]),
    ...(role === undefined
      ? []
      : [sql<boolean>`exists (select from app_user where app_user.id = withdraw.user_id and user_type = ${role})`]),
  ]
}

const isAll = (parts: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join([sql`true`, ...parts], sql` and `)})`

const holdsText = (text: string) => {
  const pattern = makeLikePattern(text)
  return sql<boolean>`(name ilike ${pattern} or id ilike ${pattern})`
}

const matches = (deps: Deps, { search, ...rest }: Filter) => {
  const text = search.trim()
  return isAll([...restOf(deps, rest), ...(text === '' ? [] : [holdsText(text)])])
}

const countRows = async (deps: Deps, { search, ...rest }: Filter, named: Named | null): Promise<number> => {
  if (named && restOf(deps, rest).length === 0) return countNamed(named)
  const meant = deps.db
    .selectFrom('withdraw')
    .select('id')
    .where(matches(deps, { search, ...rest }))
  return countUpTo(deps.db, meant, mostCounted)
}

const sumWaiting = async ({ db, settings }: Deps) => {
  const { code } = settings()
  const due = await db
    .selectFrom('withdrawDue')
    .select([
      sql<bigint>`coalesce(sum(withdraws), 0)::bigint`.as('count'),
      sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('amount'),
    ])
    .where('currency', '=', code)
    .executeTakeFirstOrThrow()
  return { count: Number(due.count), amount: toDecimal(due.amount, code) }
}

type Asked = Omit<ParsedInputOf<typeof desk.exportWithdraws>, 'format'> & Page

type Row = TableRow<'withdraw'> & { value: string }

/** The rows of a page plus one: reads each name in order and merges the first of them. @internal */
export const selectNamed = (deps: Deps, input: Asked, named: Named) => {
  const rest = isAll(restOf(deps, input))
  const pages = listConditions(named, input.sort.endsWith('name')).map((which) =>
    selectWithdraws(deps, input, input.sort).where(which).where(rest),
  )
  return mergePages<Row>(pages, { ...readSort(orders, input.sort), limit: input.limit })
}

const findRows = async (deps: Deps, input: Asked, named: Named | null): Promise<readonly Row[]> => {
  if (named) return (await selectNamed(deps, input, named).execute(deps.db)).rows
  return selectWithdraws(deps, input, input.sort).where(matches(deps, input)).execute()
}

const findPage = async (deps: Deps, input: Asked, named: Named | null) => {
  const { page, nextCursor } = cutPage(await findRows(deps, input, named), input.limit)
  return { withdraws: page.map(presentWithdrawRow), nextCursor }
}

/** A page of all withdrawals. */
export const readWithdraws = async (deps: Deps, input: Asked) => findPage(deps, input, await findNamed(deps, input.search.trim()))

export const listWithdraws = async (deps: Deps, input: ParsedInputOf<typeof desk.listWithdraws>) => {
  const named = await findNamed(deps, input.search.trim())
  const [page, count, waiting] = await Promise.all([
    findPage(deps, input, named),
    input.cursor === undefined ? countRows(deps, input, named) : null,
    sumWaiting(deps),
  ])
  return { ...page, count, waiting }
}
