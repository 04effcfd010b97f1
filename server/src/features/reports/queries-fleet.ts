// The statements of many drivers at once: a line each, and what they come to.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports-statements'
import type { UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { statementKindOf } from '@wayfare/core/statement'
import type { StatementKind } from '@wayfare/core/statement'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { monthsSince, presentSums, spanOf } from './queries-statements.ts'

type Driver = {
  driver: string
  driverName: string
  opening: bigint
  kinds: Map<StatementKind, { count: number; amount: bigint }>
}

/** The month of UTC that begins nearest to a moment: what moved from then on is kept as sums. */
export const nearestMonth = (at: Date): Date => {
  const [before, after] = [0, 1].map((more) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more))) as [Date, Date]
  return at.getTime() - before.getTime() < after.getTime() - at.getTime() ? before : after
}

type Chosen = { actor: UserActor; search: string; currency: string; from: Date; to: Date }

const isPart = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * One statement of SQL: what it reads is of one moment. Postings of the month first and their entries after, by force: the planner
 * knows too little of a search to see that all entries of the drivers are more.
 */
const readDrivers = async ({ db }: Deps, { actor, search, currency, from, to }: Chosen): Promise<Driver[]> => {
  const fleet = actor.role === 'fleetadmin' ? sql`and u.fleet_admin_id = ${actor.id}` : sql``
  const later = nearestMonth(to)
  const end = later > to ? later : to
  const { rows } = await sql<{
    driver: string
    name: string
    opening: bigint
    parts: [word: string, count: number, amount: string][] | null
  }>`
    with chosen as (
      select a.id, a.balance_minor, u.id as driver, u.name from app_user u
      join ledger_account a on a.owner_id = u.id and a.kind = 'wallet' and a.currency = ${currency}
      where u.user_type = 'driver' and u.name ilike ${isPart(search)} ${fleet}
    ), later as (
      select account_id, sum(amount_minor) as amount from wallet_month
      where month >= (${later}::timestamptz at time zone 'UTC')::date and account_id in (select id from chosen) group by account_id
    ), moved as materialized (
      select e.account_id, e.amount_minor, split_part(t.once, ':', 1) as word, t.reference, t.created_at
      from ledger_transaction t
      cross join lateral (select account_id, amount_minor from ledger_entry where transaction_id = t.id offset 0) e
      where t.created_at >= ${from} and t.created_at < ${end}
    ), part as (
      select m.account_id, m.word, coalesce(sum(m.amount_minor) filter (where m.created_at < ${later}), 0) as since,
        coalesce(sum(m.amount_minor) filter (where m.created_at < ${to}), 0) as amount,
        case when m.word = 'trip' then count(distinct m.reference) filter (where m.created_at < ${to})
          else count(*) filter (where m.created_at < ${to}) end as count
      from moved m join chosen on chosen.id = m.account_id group by m.account_id, m.word
    )
    select c.driver, c.name, (c.balance_minor - coalesce(later.amount, 0) - coalesce(sum(p.since), 0))::bigint as opening,
      jsonb_agg(jsonb_build_array(p.word, p.count, p.amount::text)) filter (where p.count > 0) as parts
    from chosen c left join part p on p.account_id = c.id left join later on later.account_id = c.id
    group by c.id, c.driver, c.name, c.balance_minor, later.amount order by c.name, c.driver`.execute(db)
  return rows.map(({ driver, name, opening, parts }) => {
    const kinds: Driver['kinds'] = new Map()
    for (const [word, count, amount] of parts ?? []) {
      const kind = statementKindOf(word)
      const sum = kinds.get(kind) ?? { count: 0, amount: 0n }
      kinds.set(kind, { count: sum.count + count, amount: sum.amount + BigInt(amount) })
    }
    return { driver, driverName: name, opening, kinds }
  })
}

const totalOf = (drivers: readonly Driver[]): Pick<Driver, 'opening' | 'kinds'> => {
  const kinds: Driver['kinds'] = new Map()
  for (const [kind, { count, amount }] of drivers.flatMap((driver) => [...driver.kinds])) {
    const sum = kinds.get(kind) ?? { count: 0, amount: 0n }
    kinds.set(kind, { count: sum.count + count, amount: sum.amount + amount })
  }
  return { opening: drivers.reduce((sum, { opening }) => sum + opening, 0n), kinds }
}

const findFirst = async ({ db }: Deps): Promise<Date | null> =>
  (await db.selectFrom('ledgerTransaction').select('createdAt').orderBy('createdAt').limit(1).executeTakeFirst())?.createdAt ??
  null

export const listStatements = async (
  deps: Deps,
  actor: UserActor,
  { month: wanted, search = '', offset, limit }: ParsedInputOf<typeof contract.listStatements>,
): Promise<OutputOf<typeof contract.listStatements>> => {
  const { code: currency } = deps.settings()
  const { month, from, to } = spanOf(deps, wanted)
  const [drivers, first] = await Promise.all([readDrivers(deps, { actor, search, currency, from, to }), findFirst(deps)])
  return {
    month,
    months: monthsSince(deps, first, month),
    currency,
    drivers: drivers.slice(offset, offset + limit).map((row) => ({
      driver: asId<'user'>(row.driver),
      driverName: row.driverName,
      ...presentSums(row, currency),
    })),
    count: drivers.length,
    total: presentSums(totalOf(drivers), currency),
  }
}
