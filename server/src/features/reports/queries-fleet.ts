// The statements of many drivers: one line each, and the totals.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports-statements'
import type { UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { getStatementKind, type StatementKind } from '@wayfare/core/statement'
import { sql } from 'kysely'
import { makeLikePattern } from '../../db/like.ts'
import type { Deps, Tx } from '../../deps.ts'
import { dateOf, findStatementSpan, listStatementMonths, nearestMonth, presentSums, readStatement } from './queries-statements.ts'

type Driver = {
  driver: string
  driverName: string
  opening: bigint
  kinds: Map<StatementKind, { count: number; amount: bigint }>
}

type Chosen = { actor: UserActor; search: string; currency: string; from: Date; to: Date }

const between = (at: Date, nearest: Date) =>
  sql`least(${at}::timestamptz, ${nearest}::timestamptz), greatest(${at}::timestamptz, ${nearest}::timestamptz)`

const stays = (actor: UserActor) =>
  sql`select from fleet_membership m where m.driver_id = u.id and m.fleet_admin_id = ${actor.id}`
const isWhole = (from: Date, to: Date) => sql`m.since <= ${from} and m.until >= ${to}`

/** Reads the wallet driver by driver (`offset 0`): a plain join would read the wallets of all riders. */
const walletOf = (currency: string) => sql`(
  select id, balance_minor from ledger_account where owner_id = u.id and kind = 'wallet' and currency = ${currency} offset 0)`

/**
 * Movements within the city's month, from the sums of the nearest UTC months and the entries of the few hours between the two.
 * `since` corrects what moved from the beginning of the month on, `amount` what moved within it.
 */
const movesOf = ({ from, to }: Chosen) => {
  const [first, later] = [nearestMonth(from), nearestMonth(to)]
  return sql`kept as materialized (
      select m.* from chosen join wallet_month m on m.account_id = chosen.id and m.month >= ${dateOf(first)}
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
      select account_id, word, 0 as since, amount_minor as amount, lines from kept where month < ${dateOf(later)}
      union all
      select e.account_id, split_part((e.posting).once, ':', 1), e.amount_minor * e.opens, e.amount_minor * e.moves,
        wallet_lines(e.account_id, e.posting) * e.moves
      from entry e join chosen on chosen.id = e.account_id
    )`
}

type Part = [word: string, lines: number, amount: string]

const kindsOf = (parts: readonly Part[] | null): Driver['kinds'] => {
  const kinds: Driver['kinds'] = new Map()
  for (const [word, lines, amount] of parts ?? []) {
    const kind = getStatementKind(word)
    const sum = kinds.get(kind) ?? { count: 0, amount: 0n }
    kinds.set(kind, { count: sum.count + lines, amount: sum.amount + BigInt(amount) })
  }
  return kinds
}

type Slice = { offset: number; limit: number }
type Read = { drivers: { driver: string; name: string; opening: string; parts: Part[] | null }[] | null }
type ReadTotal = { count: bigint; opening: bigint; parts: Part[] | null; first: Date | null }
type Found = { drivers: Driver[]; count: number; total: Pick<Driver, 'opening' | 'kinds'> }

/** Reads a fleet's drivers one by one: otherwise the planner walks everybody by id, hoping to stop early. */
const driversOf = ({ actor, search, from, to }: Chosen) => {
  const isMeant = sql`user_type = 'driver' and name ilike ${makeLikePattern(search)}`
  if (actor.role !== 'fleetadmin') return sql`(select id, name from app_user where ${isMeant} offset 0) u`
  return sql`(select distinct driver_id from fleet_membership m where m.fleet_admin_id = ${actor.id} and ${isWhole(from, to)}) m
      cross join lateral (select id, name from app_user where id = m.driver_id and ${isMeant} offset 0) u`
}

/** One SQL statement, hence one snapshot. Sums up all drivers; only those of the page are listed. */
const readWhole = async ({ db }: Deps, chosen: Chosen, { offset, limit }: Slice): Promise<Found & { first: Date | null }> => {
  const { currency } = chosen
  const { rows } = await sql<Read & ReadTotal>`
    with chosen as materialized (
      select a.id, a.balance_minor, u.id as driver, u.name
      from ${driversOf(chosen)}
      cross join lateral ${walletOf(currency)} a
    ), ${movesOf(chosen)}, part as materialized (
      select account_id, word, sum(since) as since, sum(amount) as amount, sum(lines) as lines from moved group by account_id, word
    ), page as (
      select * from chosen order by name, driver offset ${offset} limit ${limit}
    ), moves as (
      select account_id, sum(since) as since,
        jsonb_agg(jsonb_build_array(word, lines, amount::text)) filter (where lines <> 0 or amount <> 0) as parts
      from part where account_id in (select id from page) group by account_id
    ), since as (
      select account_id, sum(amount_minor) as amount from kept where account_id in (select id from page) group by account_id
    ), shown as (
      select p.driver, p.name, m.parts, (p.balance_minor - coalesce(s.amount, 0) - coalesce(m.since, 0))::bigint::text as opening
      from page p left join moves m on m.account_id = p.id left join since s on s.account_id = p.id
    )
    select (select count(*) from chosen) as count,
      ((select coalesce(sum(balance_minor), 0) from chosen) - (select coalesce(sum(amount_minor), 0) from kept)
        - (select coalesce(sum(since), 0) from part))::bigint as opening,
      (select jsonb_agg(jsonb_build_array(word, lines, amount::text)) from (
        select word, sum(lines) as lines, sum(amount) as amount from part where lines <> 0 or amount <> 0 group by word) word) as parts,
      (select jsonb_agg(shown order by name, driver) from shown) as drivers,
      (select created_at from ledger_transaction order by created_at limit 1) as first`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum over no rows is a row')
  return {
    drivers: (row.drivers ?? []).map(({ driver, name, opening, parts }) => ({
      driver,
      driverName: name,
      opening: BigInt(opening),
      kinds: kindsOf(parts),
    })),
    count: Number(row.count),
    total: { opening: row.opening, kinds: kindsOf(row.parts) },
    first: row.first,
  }
}

/** Drivers who joined or left during this month: few, each limited to the time that the fleet's admin may see. */
const readPartial = async (deps: Deps, { actor, search, currency, from, to }: Chosen): Promise<Driver[]> => {
  if (actor.role !== 'fleetadmin') return []
  const read = async (tx: Tx): Promise<Driver[]> => {
    const { rows } = await sql<{ id: string; name: string }>`
      select u.id, u.name from app_user u
      cross join lateral ${walletOf(currency)} a
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

const totalOf = (drivers: readonly Driver[]): Pick<Driver, 'opening' | 'kinds'> => {
  const kinds: Driver['kinds'] = new Map()
  for (const [kind, { count, amount }] of drivers.flatMap((driver) => [...driver.kinds])) {
    const sum = kinds.get(kind) ?? { count: 0, amount: 0n }
    kinds.set(kind, { count: sum.count + count, amount: sum.amount + amount })
  }
  return { opening: drivers.reduce((sum, { opening }) => sum + opening, 0n), kinds }
}

const allOfThem: Slice = { offset: 0, limit: 1_000_000 }

/** Sorted by name in the database; if some joined or left this month, the whole fleet is sorted here. */
const readDrivers = async (deps: Deps, chosen: Chosen, slice: Slice): Promise<Found & { first: Date | null }> => {
  const partial = await readPartial(deps, chosen)
  if (partial.length === 0) return readWhole(deps, chosen, slice)
  const whole = await readWhole(deps, chosen, allOfThem)
  const drivers = [...whole.drivers, ...partial].toSorted((a, b) => a.driverName.localeCompare(b.driverName))
  const shown = drivers.slice(slice.offset, slice.offset + slice.limit)
  return { drivers: shown, count: drivers.length, total: totalOf(drivers), first: whole.first }
}

export const listStatements = async (
  deps: Deps,
  actor: UserActor,
  { month: wanted, search = '', offset, limit }: ParsedInputOf<typeof contract.listStatements>,
): Promise<OutputOf<typeof contract.listStatements>> => {
  const { code: currency } = deps.settings()
  const { month, from, to } = findStatementSpan(deps, wanted)
  const chosen = { actor, search, currency, from, to }
  const { drivers, count, total, first } = await readDrivers(deps, chosen, { offset, limit })
  return {
    month,
    months: listStatementMonths(deps, first, month),
    currency,
    drivers: drivers.map((row) => ({
      driver: asId<'user'>(row.driver),
      driverName: row.driverName,
      ...presentSums(row, currency),
    })),
    count,
    total: presentSums(total, currency),
  }
}
