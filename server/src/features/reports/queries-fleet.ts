// The statements of many drivers at once: a line each, and what they come to.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports-statements'
import type { UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { getStatementKind, type StatementKind } from '@wayfare/core/statement'
import { sql } from 'kysely'
import { makeLikePattern } from '../../db/like.ts'
import type { Deps, Tx } from '../../deps.ts'
import { findStatementSpan, listStatementMonths, presentSums, readStatement } from './queries-statements.ts'

type Driver = {
  driver: string
  driverName: string
  opening: bigint
  kinds: Map<StatementKind, { count: number; amount: bigint }>
}

/** The month of UTC that begins nearest to a moment: what moved from then on is kept as sums. */
const nearestMonth = (at: Date): Date => {
  const [before, after] = [0, 1].map((more) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more))) as [Date, Date]
  return at.getTime() - before.getTime() < after.getTime() - at.getTime() ? before : after
}

type Chosen = { actor: UserActor; search: string; currency: string; from: Date; to: Date }

const dateOf = (at: Date) => sql`(${at}::timestamptz at time zone 'UTC')::date`

const between = (at: Date, nearest: Date) =>
  sql`least(${at}::timestamptz, ${nearest}::timestamptz), greatest(${at}::timestamptz, ${nearest}::timestamptz)`

const stays = (actor: UserActor) =>
  sql`select from fleet_membership m where m.driver_id = u.id and m.fleet_admin_id = ${actor.id}`
const isWhole = (from: Date, to: Date) => sql`m.since <= ${from} and m.until >= ${to}`

/**
 * One statement of SQL: what it reads is of one moment. The months of UTC nearest to that of the city, and the entries between the
 * two, which are those of some hours: `opens` tells how they change what moved from the beginning on, `moves` what moved within.
 */
const readWhole = async ({ db }: Deps, { actor, search, currency, from, to }: Chosen): Promise<Driver[]> => {
  const fleet = actor.role === 'fleetadmin' ? sql`and exists (${stays(actor)} and ${isWhole(from, to)})` : sql``
  const [first, later] = [nearestMonth(from), nearestMonth(to)]
  const { rows } = await sql<{
    driver: string
    name: string
    opening: bigint
    parts: [word: string, lines: number, amount: string][] | null
  }>`
    with chosen as (
      select a.id, a.balance_minor, u.id as driver, u.name
      from (select id, name from app_user u where user_type = 'driver' and name ilike ${makeLikePattern(search)} ${fleet} offset 0) u
      join ledger_account a on a.owner_id = u.id and a.kind = 'wallet' and a.currency = ${currency}
    ), edge (since, until, opens, moves) as (
      values (${between(from, first)}, ${from < first ? 1 : -1}::integer, ${from < first ? 1 : -1}::integer),
        (${between(to, later)}, 0, ${later < to ? 1 : -1}::integer)
    ), entry as materialized (
      select e.account_id, e.amount_minor, t.posting, edge.opens, edge.moves from edge
      cross join lateral (
        select t as posting from ledger_transaction t where t.created_at >= edge.since and t.created_at < edge.until offset 0
      ) t
      cross join lateral (select account_id, amount_minor from ledger_entry where transaction_id = (t.posting).id offset 0) e
    ), moved as (
      select m.account_id, m.word, 0 as since, m.amount_minor as amount, m.lines
      from chosen join wallet_month m on m.account_id = chosen.id and m.month >= ${dateOf(first)} and m.month < ${dateOf(later)}
      union all
      select e.account_id, split_part((e.posting).once, ':', 1), e.amount_minor * e.opens, e.amount_minor * e.moves,
        wallet_lines(e.account_id, e.posting) * e.moves
      from entry e join chosen on chosen.id = e.account_id
    ), part as (
      select account_id, word, sum(since) as since, sum(amount) as amount, sum(lines) as lines from moved group by account_id, word
    ), wallet as (
      select account_id, sum(since) as since,
        jsonb_agg(jsonb_build_array(word, lines, amount::text)) filter (where lines <> 0 or amount <> 0) as parts
      from part group by account_id
    )
    select c.driver, c.name, w.parts, (c.balance_minor - coalesce(w.since, 0) - coalesce((
      select sum(amount_minor) from wallet_month where account_id = c.id and month >= ${dateOf(first)}), 0))::bigint as opening
    from chosen c left join wallet w on w.account_id = c.id order by c.name, c.driver`.execute(db)
  return rows.map(({ driver, name, opening, parts }) => {
    const kinds: Driver['kinds'] = new Map()
    for (const [word, lines, amount] of parts ?? []) {
      const kind = getStatementKind(word)
      const sum = kinds.get(kind) ?? { count: 0, amount: 0n }
      kinds.set(kind, { count: sum.count + lines, amount: sum.amount + BigInt(amount) })
    }
    return { driver, driverName: name, opening, kinds }
  })
}

/** Those who came or went in this month: few, each by the time that the fleet's admin may see. */
const readPartial = async (deps: Deps, { actor, search, currency, from, to }: Chosen): Promise<Driver[]> => {
  if (actor.role !== 'fleetadmin') return []
  const read = async (tx: Tx): Promise<Driver[]> => {
    const { rows } = await sql<{ id: string; name: string }>`
      select u.id, u.name from app_user u
      join ledger_account a on a.owner_id = u.id and a.kind = 'wallet' and a.currency = ${currency}
      where u.user_type = 'driver' and u.name ilike ${makeLikePattern(search)}
        and exists (${stays(actor)} and m.since < ${to} and m.until > ${from} and not (${isWhole(from, to)}))`.execute(tx)
    const found: Driver[] = []
    for (const { id, name } of rows) {
      const { opening, kinds } = await readStatement(tx, actor, id, { currency, from, to })
      found.push({ driver: id, driverName: name, opening, kinds: new Map(kinds) })
    }
    return found
  }
  return deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** In the database's order of names, with those who came or went among the others by ours. */
const readDrivers = async (deps: Deps, chosen: Chosen): Promise<Driver[]> => {
  const [whole, partial] = await Promise.all([readWhole(deps, chosen), readPartial(deps, chosen)])
  if (partial.length === 0) return whole
  return [...whole, ...partial].toSorted((a, b) => a.driverName.localeCompare(b.driverName))
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
  const { month, from, to } = findStatementSpan(deps, wanted)
  const [drivers, first] = await Promise.all([readDrivers(deps, { actor, search, currency, from, to }), findFirst(deps)])
  return {
    month,
    months: listStatementMonths(deps, first, month),
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
