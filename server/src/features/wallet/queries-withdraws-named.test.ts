import type { InputOf } from '@wayfare/contract/endpoint'
import { listWithdraws, withdrawSorts } from '@wayfare/contract/wallet-admin'
import { makeDice } from '@wayfare/core/dice'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { countRead, type Plan } from '../../../test/rows-read.ts'
import { selectNamed } from './queries-withdraws.ts'
import { findNamed } from './queries-withdraws-named.ts'

const app = await startApp({ settings: { timeZone: 'UTC', code: 'SEK' } })
const { call, make, db, deps } = app
const admin = await make.admin()
const owners = [await make.driver(), await make.driver(), await make.rider()]

const dice = makeDice(11)
const draw = (low: number, high: number) => Math.floor(dice.between(low, high + 1))
const firstNames = ['Anna', 'Johanna', 'Åsa', 'Omar', 'Zoë', 'anna', '100 %']
const lastNames = ['Ek', 'Annasson', 'Holm', "O'Hara", '']
const count = 900
/** Rows per insert: a statement has only some seconds, even on a busy machine. */
const inOneGo = 300
const aDay = 86_400_000
const firstDay = Date.UTC(2026, 0, 1)

/** Many rows with the same amount, time and name; some ids contain the search text. */
const makeRow = (n: number) => {
  const processed = draw(0, 2) > 0
  const isEnded = !processed && draw(0, 4) === 0
  const createdAt = new Date(firstDay + draw(0, 60) * aDay)
  return {
    id: n % 200 === 0 ? `xANNAx${n}` : `w${n}`,
    userId: dice.pick(owners)?.id ?? '',
    name: `${dice.pick(firstNames) ?? ''} ${dice.pick(lastNames) ?? ''}`.trim(),
    amountMinor: BigInt(100 * draw(1, 6)),
    currency: n % 9 === 0 ? 'EUR' : 'SEK',
    processed,
    processedAt: processed ? createdAt : null,
    endedAs: isEnded ? ('declined' as const) : null,
    endedAt: isEnded ? createdAt : null,
    createdAt,
  }
}

beforeAll(async () => {
  for (let from = 0; from < count; from += inOneGo) {
    const rows = Array.from({ length: inOneGo }, (_, i) => makeRow(from + i))
    await db.insertInto('withdraw').values(rows).execute()
  }
  await sql`vacuum analyze withdraw, withdraw_payee`.execute(db)
})

type Query = InputOf<typeof listWithdraws> & { search: string; sort: (typeof withdrawSorts)[number] }

const columns = { date: 'created_at', name: 'name', amount: 'amount_minor' }

/** All matches, sorted without any index. */
const readAll = async ({ search, sort, state, role, from }: Query): Promise<string[]> => {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const column = sql.ref(columns[sort.replace('-', '') as keyof typeof columns])
  const pattern = `%${search.trim().replaceAll('%', String.raw`\%`)}%`
  const { rows } = await sql<{ id: string }>`select id from withdraw where (name ilike ${pattern} or id ilike ${pattern})
    ${state ? sql`and not processed and ended_as is null` : sql``}
    ${role ? sql`and user_id in (select id from app_user where user_type = ${role})` : sql``}
    ${from ? sql`and created_at >= ${`${from}T00:00:00Z`}` : sql``}
    order by ${column} ${way}, id ${way}`.execute(db)
  return rows.map(({ id }) => id)
}

const readPages = async (query: Query) => {
  const [read, counts]: [string[], (number | null)[]] = [[], []]
  let cursor: string | null = null
  do {
    const page: { withdraws: { id: string }[]; nextCursor: string | null; count: number | null } = await call(
      listWithdraws,
      { ...query, limit: draw(60, 100), ...(cursor ? { cursor } : {}) },
      { as: admin },
    )
    read.push(...page.withdraws.map(({ id }) => id))
    counts.push(page.count)
    cursor = page.nextCursor
  } while (cursor)
  return { read, count: counts[0] }
}

/** Found in a name, in an id, in both, in none; and texts that no index finds. */
const searches = ['anna', ' Anna Ek ', 'ANNA', "o'hara", 'åsa', '0 %', 'xannax12', 'w14', 'ek', 'nobody']
const filters = [{}, { state: 'waiting', from: '2026-02-10' }, { role: 'rider' }] as const

test.each(withdrawSorts)('a search by %s has the same withdrawals in the same order as the table itself', async (sort) => {
  for (const search of searches) {
    for (const filter of filters) {
      const query = { ...filter, search, sort }
      const expected = await readAll(query)
      expect([query, await readPages(query)]).toEqual([query, { read: expected, count: expected.length }])
    }
  }
})

/** The rows read for a page of 25, and those read to find the names. */
const countReadFor = async (query: Query): Promise<number> => {
  const named = await findNamed(deps, query.search)
  if (!named) return Number.NaN
  const page = selectNamed(deps, { ...query, limit: 25 }, named)
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, format json) ${page}`.execute(db)
  return named.names.length + countRead(rows[0]?.['QUERY PLAN'][0].Plan ?? {})
}

test('a search for a name reads no more than three times what its page shows, in every order', async () => {
  for (const sort of withdrawSorts) expect(await countReadFor({ search: 'anna', sort }), sort).toBeLessThanOrEqual(75)
})

test('a text that few names and ids hold is found by them; others are met along the order', async () => {
  expect((await findNamed(deps, 'anna'))?.names.length).toBeGreaterThan(5)
  expect((await findNamed(deps, 'w14'))?.ids.length).toBeGreaterThan(5)
  expect(await findNamed(deps, 'ek')).toBeNull()
  await sql`update withdraw set name = 'Zenobia ' || id where id like 'w1%'`.execute(db)
  expect(await findNamed(deps, 'zenobia')).toBeNull()
  const query = { search: 'zenobia', sort: 'name' } as const
  const expected = await readAll(query)
  expect(await readPages(query)).toEqual({ read: expected, count: expected.length })
})

const read = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows

/** What the triggers maintain, and what it should be. */
const readKept = async () => {
  return {
    names: await read(sql`select name, withdraws from withdraw_payee order by name collate "C"`),
    due: await read(sql`select currency, sum(withdraws)::int as withdraws, sum(amount_minor)::int as amount from withdraw_due
      group by currency having sum(withdraws) <> 0 order by currency`),
  }
}
const readMeant = async () => {
  return {
    names: await read(sql`select name, count(*)::int as withdraws from withdraw group by name order by name collate "C"`),
    due: await read(sql`select currency, count(*)::int as withdraws, sum(amount_minor)::int as amount from withdraw
      where not processed and ended_as is null group by currency order by currency`),
  }
}

test('the names and what waits are what the withdrawals say, whatever becomes of them', async () => {
  expect(await readKept()).toEqual(await readMeant())
  const changes = [
    sql`update withdraw set processed = true, processed_at = now() where not processed and ended_as is null and random() < 0.3`,
    sql`update withdraw set ended_as = 'returned', ended_at = now() where processed and random() < 0.2`,
    sql`update withdraw set ended_as = 'declined', ended_at = now() where not processed and ended_as is null and random() < 0.2`,
    sql`update withdraw set amount_minor = amount_minor + 7, name = name || 'x' where random() < 0.2`,
    sql`update withdraw set currency = 'NOK' where random() < 0.2`,
    sql`delete from withdraw where random() < 0.3 or name like 'Zo%'`,
  ]
  for (const change of changes) {
    await change.execute(db)
    expect(await readKept()).toEqual(await readMeant())
  }
})
