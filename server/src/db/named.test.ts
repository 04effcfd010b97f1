// Which statements a connection keeps the plan of, by a real database.
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/harness.ts'
import { makeTestLog } from '../../test/log.ts'
import { findBookingRow } from '../features/bookings/queries.ts'
import { asId } from '@wayfare/core/ids'
import { hasOnePlan } from './named.ts'
import { openDatabase } from './open.ts'

it.each([
  ['insert into "track_point" ("lat", "lng") values ($1, $2) on conflict do nothing returning "at"', true],
  [
    'with "step" as (insert into "booking_step" ("at") values ($1)) update "booking" set "version" = $2 where "id" = $3 returning "id"',
    true,
  ],
  [
    'with "made" as (insert into "booking" ("id") values ($1) on conflict ("quote_id") where "quote_id" is not null do nothing returning "id") select "id" from "made"',
    true,
  ],
  ['select "id" from "booking" where "id" = $1 for update', true],
  ['select "id" from "app_user" where "id" = any($1) and "car_type_id" = $2', true],
  ['select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken', true],
  // a column more would be another result
  ['select * from "booking" where "id" = $1', false],
  ['insert into "booking" ("id") values ($1) returning *', false],
  ['with "locked" as (select * from "booking" where "id" = $1 for update) select * from "locked"', false],
  // a partial index may serve it, or none
  ['select "id" from "booking" where "status" in ($1) and "release_at" <= $2 limit $3', false],
  ['select "id" from "booking" where "driver_id" = $1 and "trip_date" > $2', false],
  ['select "id" from "booking" inner join "app_user" on true where "id" = $1', false],
  ['update "app_user" set "language" = $1 where "language" = $2', false],
  ['delete from "tariff"', false],
])('%s: %s', (text, expected) => {
  expect(hasOnePlan(text)).toBe(expected)
})

const clone = await cloneDatabase()
const closes: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closes) await close()
  await clone.drop()
})

const openWith = async (prepare: boolean) => {
  const database = await openDatabase({ url: clone.url, prepare, log: makeTestLog().log })
  closes.push(database.close)
  return database.db
}

type Named = Awaited<ReturnType<typeof openWith>>

/** A statement of its own for each test. */
const makeLook = (alias: string) => async (db: Named, times: number) => {
  for (let i = 0; i < times; i++)
    await sql`select ${sql.ref('status')} as ${sql.ref(alias)} from "booking" where "id" = ${`none${i}`}`.execute(db)
}

const countKept = async (db: Named, part: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements where position(${part} in statement) > 0`.execute(db)
  return rows[0]?.count
}

it('keeps the plan of a statement once it is sent often', async () => {
  const [db, look] = [await openWith(true), makeLook('hot')]
  await look(db, 9)
  expect(await countKept(db, 'as "hot"')).toBe(0)
  await look(db, 5)
  expect(await countKept(db, 'as "hot"')).toBe(1)
})

it('keeps none behind a pooler that does not know of them', async () => {
  const [db, look] = [await openWith(false), makeLook('pooled')]
  await look(db, 20)
  expect(await countKept(db, 'as "pooled"')).toBe(0)
})

it('reads a booking on while a release adds a column to its table', async () => {
  const db = await openWith(true)
  const look = async () => {
    for (let i = 0; i < 12; i++) await findBookingRow(db, asId<'booking'>(`none${i}`))
  }
  await look()
  expect(await countKept(db, '"otp_tries"')).toBe(1)
  await sql`alter table booking add column of_the_next_release text`.execute(db)
  await look()
})
