import { listBookings } from '@wayfare/contract/bookings'
import type { InputOf } from '@wayfare/contract/endpoint'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { countRead, type Plan } from '../../../test/rows-read.ts'
import type { Filter } from './queries-filter.ts'
import { listLinesFound, walkStretches } from './queries-search.ts'
import { chooseWidth, listSpans } from './queries-spans.ts'

const app = await startApp({ settings: { timeZone: 'Europe/Stockholm' } })
const trips = makeTrips(app)
const { call, make } = app
const admin = await make.admin()
const fleetAdmin = await make.fleetAdmin()
const carType = await make.carType()

type Query = InputOf<typeof listBookings>

const count = 2900
/** Rows per insert: a statement has only some seconds, even on a busy machine. */
const inOneGo = 290

/** One booking per hour into the past; every ninth is Zoltan's, every hundredth Zenobia's, every third the fleet's. */
beforeAll(async () => {
  await make.driver({ carType, at: jarntorget })
  const { id } = await trips.book(await make.rider({ firstName: 'Nobody', lastName: 'Else' }), carType)
  for (let from = 1; from <= count; from += inOneGo) {
    await sql`insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', 'PAST' || lpad(n::text, 6, '0'), 'quote_id', null,
      'customer_name', case when n % 100 = 0 then 'Zenobia Quist' when n % 9 = 0 then 'Zoltan Ek' else 'Frequent Flyer' end,
      'fleet_admin_id', case when n % 3 = 0 then ${fleetAdmin.id}::text end,
      'created_at', b.created_at - n * interval '1 hour',
      -- every fifth was booked two days ahead
      'trip_date', b.created_at - n * interval '1 hour' + case when n % 5 = 0 then interval '2 days' else interval '0' end))).*
    from booking b, generate_series(${from}::int, ${from + inOneGo - 1}::int) n where b.id = ${id}`.execute(app.db)
  }
  await sql`vacuum analyze booking_search`.execute(app.db)
})

/** The matching rows, sorted without any index. */
const readAll = async (name: string, sort: string, own = false): Promise<string[]> => {
  const column = sort.endsWith('date') ? sql`trip_date` : sql`created_at`
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const fleet = own ? sql`and fleet_admin_id = ${fleetAdmin.id}` : sql``
  const { rows } = await sql<{ id: string }>`select id from booking where customer_name like ${`${name}%`} ${fleet}
    order by ${column} ${way}, id ${way}`.execute(app.db)
  return rows.map(({ id }) => id)
}

const readPages = async (query: Query, as = admin): Promise<string[]> => {
  const read: string[] = []
  let cursor: string | null = null
  do {
    const page: { bookings: { id: string }[]; nextCursor: string | null } = await call(
      listBookings,
      { ...query, limit: 40, ...(cursor ? { cursor } : {}) },
      { as },
    )
    read.push(...page.bookings.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  return read
}

test('in both orders of time, up and down, the pages of a search are all that holds its words', async () => {
  for (const sort of ['-booked', 'booked', '-date', 'date'] as const) {
    expect([sort, await readPages({ search: 'zoltan', sort })]).toEqual([sort, await readAll('Zoltan', sort)])
    expect(await readPages({ search: 'quist zenobia', sort }, fleetAdmin)).toEqual(await readAll('Zenobia', sort, true))
  }
})

test('the days of the filter narrow a search in either order', async () => {
  const { rows } = await sql<{
    day: string
  }>`select (max(trip_date) - interval '40 days')::date::text as day from booking`.execute(app.db)
  const day = rows[0]?.day ?? ''
  const all = await app.db
    .selectFrom('booking')
    .select('id')
    .where('customerName', 'like', 'Zoltan%')
    .where(sql<boolean>`trip_date >= ${day}::date::timestamp at time zone 'Europe/Stockholm'`)
    .execute()
  const from = all.map(({ id }) => id).toSorted()
  expect(from.length).toBeGreaterThan(60)
  for (const sort of ['-booked', 'booked', '-date', 'date'] as const) {
    const found = await readPages({ search: 'zoltan', sort, from: day })
    expect([sort, found.toSorted()]).toEqual([sort, from])
    const before = await readPages({ search: 'zoltan', sort, to: day })
    expect(found.length + before.filter((id) => !found.includes(id)).length).toBe((await readAll('Zoltan', sort)).length)
  }
})

test('what is read to its end is counted, what goes on is not', async () => {
  const asked = async (search: string) => call(listBookings, { search, withCount: 'true' }, { as: admin })
  expect(await asked('zoltan')).toMatchObject({ count: null, nextCursor: expect.any(String) as string })
  expect(await asked('zenobia quist nobody')).toMatchObject({ count: 0, nextCursor: null })
  expect((await call(listBookings, { search: 'zenobia', withCount: 'true', limit: 50 }, { as: admin })).count).toBe(29)
  // if the last stretch holds more than the page, it is counted together with the earlier ones
  const counts = []
  for (const limit of [20, 22, 24, 26, 28])
    counts.push((await call(listBookings, { search: 'zenobia', withCount: 'true', limit }, { as: admin })).count)
  expect(counts.filter((one) => one !== null)).toContain(29)
  expect(new Set(counts.filter((one) => one !== null))).toEqual(new Set([29]))
})

test('a search for a name reads no more than twice the lines that its page shows', async () => {
  const limit = 25
  for (const as of [admin, fleetAdmin]) {
    for (const search of ['zoltan', 'ek zoltan', 'frequent', 'zenobia']) {
      const filter: Filter = { scope: 'all', sort: '-booked', search }
      let read = 0
      const rows = await walkStretches(app.deps, filter, { limit, wanted: limit + 1 }, async ({ conditions }, wanted) => {
        const lines = listLinesFound(app.deps, as.actor, filter, { limit, within: conditions })
        const { sql: text, parameters } = lines.compile()
        read += await app.db.transaction().execute(async (tx) => {
          await sql`set local enable_seqscan = off`.execute(tx)
          const query = { ...lines.compile(), sql: `explain (analyze, format json) ${text}`, parameters }
          const plans = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(query)
          return countRead(plans.rows[0]?.['QUERY PLAN'][0].Plan ?? {})
        })
        return lines.orderBy('place', 'desc').limit(wanted).execute()
      })
      // the fleet has fewer than a page of the rarest
      if (search !== 'zenobia') expect([search, rows.length]).toEqual([search, limit + 1])
      expect(read, `${as.actor.role} ${search}`).toBeLessThanOrEqual(2 * (limit + 1))
    }
  }
})

test('the spans of a stretch are its blocks, each once, and the database numbers them alike', async () => {
  for (const [first, last] of [
    [0, 0],
    [7, 8],
    [2_990_001, 2_990_002],
    [2_990_000, 2_999_999],
    // 228 days, and some blocks before and after them
    [2_949_117, 2_981_890],
  ] as const) {
    const spans = listSpans(first, last)
    expect(spans.length).toBeLessThan(90)
    const { rows } = await sql<{ block: number; inside: number }>`
      select block, (select count(*)::int from unnest(time_spans(to_timestamp(block * 600 + 599))) span where span = any(${`{${spans.join()}}`}::bigint[])) as inside
      from unnest(array[${first}::int - 1, ${first}::int, ${Math.floor((first + last) / 2)}::int, ${last}::int, ${last}::int + 1]) block`.execute(
      app.db,
    )
    const isInside = rows.map(({ block, inside }) => [block, inside])
    expect(isInside.filter(([block = 0]) => block >= 0)).toEqual(
      rows.filter(({ block }) => block >= 0).map(({ block }) => [block, block >= first && block <= last ? 1 : 0]),
    )
  }
})

test('the next stretch is as wide as what was met makes it, and four times as wide where nothing was', () => {
  expect(chooseWidth({ seen: 10, found: 0, wanted: 26 })).toBe(40)
  expect(chooseWidth({ seen: 10, found: 13, wanted: 26 })).toBe(12)
  expect(chooseWidth({ seen: 10, found: 1, wanted: 26 })).toBe(40)
  expect(chooseWidth({ seen: 1, found: 25, wanted: 26 })).toBe(1)
})
