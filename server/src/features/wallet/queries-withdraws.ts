// Withdrawals in pages, newest first: one's own, and everybody's for the desk.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as own from '@wayfare/contract/wallet'
import type * as desk from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { cursorOf, placeOf } from '../../db/keyset.ts'
import type { Deps } from '../../deps.ts'
import { presentWithdraw, presentWithdrawRow } from './present.ts'

type Page = { cursor?: string | undefined; limit: number }

const selectPage = ({ db }: Deps, { cursor, limit }: Page) => {
  const before = cursor === undefined ? null : placeOf(cursor)
  return db
    .selectFrom('withdraw')
    .selectAll()
    .select(sql<bigint>`(extract(epoch from created_at) * 1000000)::bigint`.as('micros'))
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < ('epoch'::timestamptz + ${before?.micros ?? '0'}::bigint * interval '1 microsecond', ${before?.id ?? ''})`,
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
}

const cut = <Row extends { micros: bigint; id: string }>(rows: Row[], limit: number) => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? cursorOf(last) : null }
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

const sumWaiting = async ({ db, settings }: Deps) => {
  const { code } = settings()
  const waiting = await db
    .selectFrom('withdraw')
    .select((e) => [e.fn.countAll<bigint>().as('count'), sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('amount')])
    .where('processed', '=', false)
    .where('currency', '=', code)
    .executeTakeFirstOrThrow()
  return { count: Number(waiting.count), amount: toDecimal(waiting.amount, code) }
}

export const listWithdraws = async (
  deps: Deps,
  input: ParsedInputOf<typeof desk.listWithdraws>,
): Promise<OutputOf<typeof desk.listWithdraws>> => {
  const pattern = `%${input.search.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const rows = await selectPage(deps, input)
    .$if(input.state !== undefined, (query) => query.where('processed', '=', input.state === 'processed'))
    .$if(pattern !== '%%', (query) =>
      query.where((where) => where.or([where('name', 'ilike', pattern), where('id', 'ilike', pattern)])),
    )
    .execute()
  const { page, nextCursor } = cut(rows, input.limit)
  return { withdraws: page.map(presentWithdrawRow), nextCursor, waiting: await sumWaiting(deps) }
}
