// Promise: a database is used only by migrations that say what they said when it was set up. Each leaves its checksum; a database of a
// time before that is compared with the schema that today's migrations make, and then keeps today's checksums.
import type { Migration } from 'kysely'
import type { ClientBase } from 'pg'
import type { Log } from '../deps.ts'
import { makeStartError } from '../process.ts'
import { computeChecksum, recordSql } from './checksum.ts'
import { compareSchemas, readSchema } from './schema.ts'

export type Migrations = Readonly<Record<string, Migration>>

const scratch = 'wayfare_scratch'
const mostNamed = 10

const wayOut =
  'Start the Wayfare that this database was last used with, or restore a backup that this version can bring up to date. ' +
  'Nothing was changed.'

const isThere = async (client: ClientBase, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1)::text as found', [table])
  return typeof rows[0]?.found === 'string'
}

/** The migrations that this database went through, in order. */
export const readApplied = async (client: ClientBase): Promise<string[]> => {
  if (!(await isThere(client, 'kysely_migration'))) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

const readKept = async (client: ClientBase): Promise<Map<string, string>> => {
  if (!(await isThere(client, 'migration_checksum'))) return new Map()
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration_checksum')
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

/** The schema that these migrations make of an empty one, tried in a transaction that is taken back. */
const replay = async (client: ClientBase, migrations: readonly Migration[]): Promise<string[]> => {
  const { rows } = await client.query<{ live: string }>('select quote_ident(current_schema()) as live')
  await client.query('begin')
  try {
    await client.query(`create schema ${scratch}`)
    // what extensions brought is found behind it
    await client.query(`select set_config('search_path', '${scratch}, ' || current_setting('search_path'), true)`)
    for (const migration of migrations) {
      for (const { sql, parameters } of await recordSql(migration)) await client.query(sql, [...parameters])
    }
    return compareSchemas(await readSchema(client, rows[0]?.live ?? 'public'), await readSchema(client, scratch))
  } finally {
    await client.query('rollback')
  }
}

const listed = (lines: readonly string[]): string => {
  const rest = lines.length - mostNamed
  return [...lines.slice(0, mostNamed), ...(rest > 0 ? [`and ${rest} more`] : [])].map((line) => `  - ${line}`).join('\n')
}

const checkKnown = (applied: readonly string[], migrations: Migrations): void => {
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length === 0) return
  throw makeStartError(
    `The database is of a newer Wayfare than this one (it went through ${unknown.join(', ')}): ` +
      'start the newer version, or restore a backup.',
  )
}

/** Refuses a database that other migrations made than those of this version. Changes nothing. */
export const checkFrozen = async (client: ClientBase, migrations: Migrations): Promise<void> => {
  const applied = await readApplied(client)
  checkKnown(applied, migrations)
  const kept = await readKept(client)
  const edited: string[] = []
  const unproved: string[] = []
  for (const name of applied) {
    const sum = kept.get(name)
    if (sum === undefined) unproved.push(name)
    else if (sum !== (await computeChecksum(migrations[name] as Migration))) edited.push(name)
  }
  if (edited.length > 0) {
    throw makeStartError(
      `The database was set up by a different ${edited.join(', ')} than this Wayfare has: ` +
        `the SQL of ${edited.length === 1 ? 'this migration' : 'these migrations'} was edited afterwards. ${wayOut}`,
    )
  }
  if (unproved.length === 0) return
  const differences = await replay(
    client,
    applied.map((name) => migrations[name] as Migration),
  )
  if (differences.length === 0) return
  throw makeStartError(
    `The database went through ${applied.at(-1)} but does not look like it, so it was made by a version that was never released ` +
      `or was changed by hand:\n${listed(differences)}\n${wayOut}`,
  )
}

/** Keeps the checksum of each migration that has none yet. */
export const storeChecksums = async (client: ClientBase, migrations: Migrations, log: Log): Promise<void> => {
  const kept = await readKept(client)
  const missing = (await readApplied(client)).filter((name) => !kept.has(name))
  for (const name of missing) {
    await client.query('insert into migration_checksum (name, sha256) values ($1, $2)', [
      name,
      await computeChecksum(migrations[name] as Migration),
    ])
  }
  if (missing.length > 0) log.info({ migrations: missing.length }, 'the checksums of migrations are kept from now on')
}
