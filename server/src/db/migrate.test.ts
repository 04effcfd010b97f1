import { readdirSync, readFileSync } from 'node:fs'
import { tariffFields } from '@wayfare/core/fare'
import { afterAll, expect, it } from 'vitest'
import type { ClientBase, Pool } from 'pg'
import { cloneDatabase } from '../../test/database.ts'
import { startProxy } from '../../test/proxy.ts'
import { isOutdated, migrateDatabase } from './migrate.ts'
import { runInTurn } from './migration-turn.ts'
import { openPool } from './open.ts'

const clone = await cloneDatabase()
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const pool = openPool({ connectionString: clone.url }, log)
afterAll(async () => {
  await pool.end()
  await clone.drop()
})

type Column = { type: string; nullable: boolean; hasDefault: boolean }
type Table = Record<string, Column>

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

const kinds: Record<string, string> = {
  text: 'string',
  date: 'string',
  xid8: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  int8: 'bigint',
  bytea: 'Buffer',
  timestamptz: 'Date',
  jsonb: 'json',
}

const readSchema = async (): Promise<Record<string, Table>> => {
  const { rows } = await pool.query<{ table: string; column: string; type: string; nullable: boolean; has_default: boolean }>(
    `select table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as nullable,
       column_default is not null or is_identity = 'YES' as has_default
     from information_schema.columns where table_schema = 'public' and table_name not like 'kysely\\_%'`,
  )
  const tables: Record<string, Table> = {}
  for (const row of rows) {
    const table = (tables[camel(row.table)] ??= {})
    table[camel(row.column)] = { type: kinds[row.type] ?? row.type, nullable: row.nullable, hasDefault: row.has_default }
  }
  return tables
}

/** What a type of db/tables says of a column. */
const readType = (text: string): Omit<Column, 'nullable'> => {
  const hasDefault =
    /^(Generated|Timestamp|Counter|ListColumn|PairsColumn)\b|^ColumnType<\w+, (never|undefined|\w+ \| undefined)/.test(text)
  const inner = text.replace(/^(Generated|ColumnType)</, '')
  if (/^(ListColumn|PairsColumn|JSONColumnType)/.test(inner)) return { type: 'json', hasDefault }
  if (/^(Timestamp|Instant)\b/.test(inner)) return { type: 'Date', hasDefault }
  if (/^Counter\b/.test(inner)) return { type: 'bigint', hasDefault: true }
  if (
    /^('|(IdColumn|Status|ChangeKind|ClaimState|LedgerAccount|Provider\w+|Payment\w+|Reversal\w+|DepositSource|WithdrawEnd|PlaceMark|OperatorPlaceKind)\b)/.test(
      inner,
    )
  )
    return { type: 'string', hasDefault }
  return { type: /^\w+/.exec(inner)?.[0] ?? inner, hasDefault }
}

/** Those of a tariff stand in no text: their type is made of the core's list. */
const tariffColumns = tariffFields.map((field) => [`${field}Minor`, 'bigint'])

const readTables = (): Record<string, Table> => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /^tables-\w+\.ts$/.test(name))
  const withComments = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
  const source = withComments.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const bodies = [...source.matchAll(/^export type \w+Tables = \{\n([\s\S]*?)^\}$/gm)].map(([, body = '']) => body).join('')
  const tables = [...bodies.matchAll(/^ {2}(\w+): (TariffColumns & )?\{([^}]*|[\s\S]*?\n {2})\}$/gm)]
  return Object.fromEntries(
    tables.map(([, name = '', shared, body = '']) => {
      const own = [...body.matchAll(/(\w+): ((?:<[^\n;]*>|[^\n;<])+)/g)].map(([, column = '', type = '']) => [
        column,
        type.trim(),
      ])
      const all = [...(shared ? tariffColumns : []), ...own] as [string, string][]
      const columns = all.map(([column, text]): [string, Column] => [
        column,
        { ...readType(text), nullable: text.endsWith('| null') },
      ])
      return [name, Object.fromEntries(columns)]
    }),
  )
}

it('makes the tables that db/tables describes, and no others', async () => {
  const schema = await readSchema()
  const tables = readTables()
  expect(Object.keys(tables).toSorted()).toEqual(Object.keys(schema).toSorted())
  expect(Object.keys(tables).length).toBeGreaterThan(20)
  for (const [name, table] of Object.entries(schema)) {
    expect([name, Object.keys(tables[name] ?? {}).toSorted()]).toEqual([name, Object.keys(table).toSorted()])
  }
})

it('agrees with db/tables on type, null and default of every column', async () => {
  const schema = await readSchema()
  const tables = readTables()
  const differences = Object.entries(schema).flatMap(([name, table]) =>
    Object.entries(table).flatMap(([column, real]) => {
      const told = tables[name]?.[column]
      // a column that may be null needs no default in TypeScript; one set by a trigger is never given
      const isSame =
        told &&
        told.type === real.type &&
        told.nullable === real.nullable &&
        (told.hasDefault === real.hasDefault || real.nullable || column === 'balanceAfterMinor')
      return isSame ? [] : [{ column: `${name}.${column}`, real, told }]
    }),
  )
  expect(differences).toEqual([])
})

it('changes nothing when it runs again, also twice at the same time', async () => {
  const before = await readSchema()
  await Promise.all([migrateDatabase(pool, log), migrateDatabase(pool, log)])
  expect(await readSchema()).toEqual(before)
})

const sleep = (seconds: number) => (_pool: Pool, client: ClientBase) =>
  client.query('select pg_sleep($1)', [seconds]).then(() => {})

const waits = { turnMs: 300, lockMs: 400, silentMs: 900 }

it('waits for another process, and says so when its turn never comes', async () => {
  const other = await pool.connect()
  await other.query('select pg_advisory_lock(7341903)')
  await expect(migrateDatabase(pool, log, waits)).rejects.toThrow(
    /^Another process has been bringing the database up to date for 1 min \(connection \d+\)/,
  )
  const waiting = migrateDatabase(pool, log, { ...waits, turnMs: 20_000 })
  await new Promise((resolve) => setTimeout(resolve, 700))
  await other.query('select pg_advisory_unlock(7341903)')
  other.release()
  await waiting
})

it('says who holds a table that a migration must change', async () => {
  const late = await cloneDatabase()
  const there = openPool({ connectionString: late.url, application_name: 'a long report' }, log)
  // as an older version left it
  await there.query(`delete from kysely_migration where name = '0025-memberships'`)
  await there.query(`delete from migration_checksum where name = '0025-memberships'`)
  await there.query('drop table fleet_membership; drop function app_user_membership cascade')
  expect(await isOutdated(there)).toBe(true)
  const holder = await there.connect()
  await holder.query('begin')
  await holder.query('lock table app_user in row exclusive mode')
  await expect(migrateDatabase(there, log, waits)).rejects.toThrow(
    /^The database cannot be brought up to date: .*The longest open transactions: \d+ \(a long report, for \d+ s\)/,
  )
  await holder.query('commit')
  holder.release()
  await migrateDatabase(there, log, waits)
  expect(await isOutdated(there)).toBe(false)
  await there.query('select from fleet_membership')
  await there.end()
  await late.drop()
})

it('lets work take longer than the database may be silent, and ends when it says nothing any more', async () => {
  const far = await cloneDatabase()
  const proxy = await startProxy(far.url)
  const through = openPool({ connectionString: proxy.url }, log)
  await runInTurn(through, log, sleep(2), waits)
  const hanging = runInTurn(through, log, sleep(30), waits)
  await new Promise((resolve) => setTimeout(resolve, 300))
  proxy.hang()
  await expect(hanging).rejects.toThrow(/^The database stopped answering while it was brought up to date/)
  proxy.recover()
  await through.end()
  proxy.close()
  await far.drop()
})

it('refuses the database of a newer version in one sentence', async () => {
  await pool.query(`insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01')`)
  await expect(migrateDatabase(pool, log)).rejects.toThrow(/^The database is of a newer Wayfare than this one/)
  await pool.query(`delete from kysely_migration where name = '9999-future'`)
})

it('says in one sentence which right is missing', async () => {
  await pool.query('drop role if exists without_rights')
  await pool.query('create role without_rights')
  const poor = openPool({ connectionString: clone.url, options: '-c role=without_rights' }, log)
  await expect(migrateDatabase(poor, log)).rejects.toThrow(
    /^The database cannot be set up: permission denied .* Make the user of DATABASE_URL/,
  )
  await poor.end()
  await pool.query('drop role without_rights')
})
