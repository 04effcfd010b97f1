import { readFileSync } from 'node:fs'
import { sql, type Migration } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { computeChecksum, normalizeSql } from './checksum.ts'
import { checkFrozen } from './frozen.ts'
import { migrateDatabase, migrations } from './migrate.ts'
import { openPool } from './open.ts'
import { compareSchemas, readSchema } from './schema.ts'

const clone = await cloneDatabase()
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const pool = openPool({ connectionString: clone.url }, log)
afterAll(async () => {
  await pool.end()
  await clone.drop()
})

const sending = (...statements: string[]): Migration => ({
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

const check = async (given = migrations): Promise<void> => {
  const client = await pool.connect()
  try {
    await checkFrozen(client, given)
  } finally {
    client.release()
  }
}

const keptSums = async (): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ name: string; sha256: string }>('select name, sha256 from migration_checksum order by name')
  return Object.fromEntries(rows.map(({ name, sha256 }) => [name, sha256]))
}

it('finds no migration that was edited after it landed, and the checksum of each in checksums.txt', async () => {
  const text = readFileSync(new URL('./migrations/checksums.txt', import.meta.url), 'utf8')
  const landed = text.trim().split('\n')
  const lines = await Promise.all(
    Object.entries(migrations).map(async ([name, given]) => `${name} ${await computeChecksum(given)}`),
  )
  const known = new Set(landed.map((line) => line.split(' ')[0]))
  const missing = lines.filter((line) => !known.has(line.split(' ')[0]))
  expect(missing, `New migrations: add these lines to server/src/db/migrations/checksums.txt\n${missing.join('\n')}`).toEqual([])
  expect(
    lines.filter((line) => !landed.includes(line)),
    'A migration that has landed is frozen: take the edit back and write a new one. What never left your branch takes the new line.',
  ).toEqual([])
  expect(landed.toSorted(), 'a landed migration is missing from db/migrate').toEqual(lines.toSorted())
})

it('takes SQL that is only written otherwise for the same', async () => {
  const given = `create table a (b text default 'x  Y' check (b <> E'\\'--')); -- why\n insert into a values (1.5); `
  const other = `CREATE TABLE a(\n  b TEXT /* what */ DEFAULT 'x  Y' CHECK (b<>E'\\'--')\n);\n;\nINSERT INTO a VALUES (1.5)`
  expect(normalizeSql(other)).toBe(normalizeSql(given))
  expect(normalizeSql(`do $x$ begin\n  a := 'B';  -- c\nend $x$`)).toBe(normalizeSql(`do $$ begin a := 'B'; end $$`))
  expect(await computeChecksum(sending(given))).toBe(await computeChecksum(sending(...other.split(/;\n(?=I)/))))
})

it.each([
  ['a text', `select 'x  y'`, `select 'x y'`],
  ['the case of a text', `select 'x'`, `select 'X'`],
  ['a quoted name', `select "x"`, `select "X"`],
  ['a number', 'select 15', 'select 1.5'],
  ['a text in a function', `do $$ begin a := 'b'; end $$`, `do $$ begin a := 'c'; end $$`],
  ['what only looks like a comment', `select '-- a'`, `select '-- b'`],
  ['what is escaped', `select E'\\'a' || 'b'`, `select E'\\'a' || 'c'`],
  ['the order', 'select 1; select 2', 'select 2; select 1'],
])('tells SQL apart that differs in %s', (_what, one, other) => {
  expect(normalizeSql(one)).not.toBe(normalizeSql(other))
})

it('refuses a database whose migrations were edited afterwards, and names them', async () => {
  const before = await keptSums()
  expect(Object.keys(before)).toEqual(Object.keys(migrations))
  const edited = {
    ...migrations,
    '0007-reports': sending('create table other ()'),
    '0010-people': sending('create table another ()'),
  }
  await expect(check(edited)).rejects.toThrow(
    /^The database was set up by a different 0007-reports, 0010-people than this Wayfare has: .* edited afterwards\. Start the Wayfare/,
  )
  await check()
  await pool.query(`update migration_checksum set sha256 = repeat('0', 64) where name = '0008-books'`)
  await expect(migrateDatabase(pool, log)).rejects.toThrow('a different 0008-books')
  await pool.query(`update migration_checksum set sha256 = $1 where name = '0008-books'`, [before['0008-books']])
})

it('lets a database without checksums keep those of today when its schema is that of today', async () => {
  const before = await keptSums()
  await pool.query('delete from migration_checksum')
  await pool.query('create table of_the_operator (id integer); create index own_index on booking (otp)')
  await migrateDatabase(pool, log)
  expect(await keptSums()).toEqual(before)
  await pool.query('drop table of_the_operator; drop index own_index')
})

it.each([
  ['alter table booking drop column review', 'column booking.review is missing'],
  ['alter table booking add column extra text', 'column booking.extra is not expected'],
  ['alter table promo alter column description drop not null', 'column promo.description is different (text default'],
  [
    'alter table car_type alter column position set default 7',
    'column car_type.position is different (integer not null default 7',
  ],
  ['drop table campaign_retry', 'table campaign_retry is missing'],
  ['drop index booking_trip_date', 'index booking_trip_date of booking is missing'],
  ['create unique index one_name on promo (name, id)', 'index one_name of promo is not expected'],
  ['drop trigger ledger_entry_is_final on ledger_entry', 'trigger ledger_entry_is_final of ledger_entry is missing'],
  ['alter table withdraw add constraint small check (amount_minor < 5)', 'constraint small of withdraw is not expected'],
  [
    `create or replace function ledger_refuse_change() returns trigger language plpgsql as $$ begin return new; end $$`,
    'function ledger_refuse_change() is different',
  ],
])('tells of a schema what is different after: %s', async (change, difference) => {
  const client = await pool.connect()
  const before = await readSchema(client, 'public')
  await client.query(`begin; ${change}`)
  const differences = compareSchemas(await readSchema(client, 'public'), before)
  await client.query('rollback')
  client.release()
  expect(differences).toHaveLength(1)
  expect(differences[0]).toContain(difference)
})

it('refuses a database without checksums whose schema is another, and leaves it as it was', async () => {
  await pool.query('create table kept as select * from migration_checksum; delete from migration_checksum')
  await pool.query('alter table withdraw add column extra text; drop index booking_trip_date')
  await expect(migrateDatabase(pool, log)).rejects.toThrow(
    /^The database went through \S+ but does not look like it.*:\n  - index booking_trip_date of booking is missing\n  - column withdraw\.extra is not expected\nStart .* or restore a backup/,
  )
  const { rows } = await pool.query(
    `select (select count(*)::int from migration_checksum) sums, (select count(*)::int from pg_namespace where nspname = 'wayfare_scratch') scratch`,
  )
  expect(rows).toEqual([{ sums: 0, scratch: 0 }])
})
