// Promise: a database as it was at one moment, while others go on writing: every table of ours by COPY, in one transaction that only reads.
import type { ClientBase } from 'pg'
import { writeEntry, writeEntryWith, type Entry } from './backup-entries.ts'
import { readJobs } from './backup-jobs.ts'
import { listColumns, readCopy } from './copy.ts'

/** Who worked on the old machine is nobody's business on the new one. */
const leftOut = ['job_worker']

/** From here to the commit the database is as it is now, and nothing is written. */
export const beginMoment = `
begin isolation level repeatable read, read only;
set local statement_timeout = 0;
set local idle_in_transaction_session_timeout = 0;
set local search_path = public`

/** Whether there is a database of ours at all; it is not brought up to date for a backup. */
export const isSetUp = async (client: Pick<ClientBase, 'query'>): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('public.migration_checksum') is not null as found`)
  return rows[0]?.found === true
}

/** Runs the work at one moment of the database. */
export async function* atOneMoment<T>(client: ClientBase, work: () => AsyncGenerator<Buffer, T>): AsyncGenerator<Buffer, T> {
  await client.query(beginMoment)
  const result = yield* work()
  await client.query('commit')
  return result
}

export const readMigrations = async (client: ClientBase): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string; sha256: string | null }>(
    'select name, sha256 from kysely_migration left join migration_checksum using (name) order by name',
  )
  return Object.fromEntries(rows.map(({ name, sha256 }) => [name, sha256 ?? '']))
}

const listTables = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relpersistence = 'p' and relname <> all ($1) order by relname`,
    [leftOut],
  )
  return rows.map(({ name }) => name)
}

/** Sequences know nothing of transactions: read after the tables, each is past whatever was read there. */
const readSequences = async (client: ClientBase): Promise<Entry> => {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const values: Record<string, { value: string; isCalled: boolean }> = {}
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    )
    if (rows[0]) values[name] = rows[0]
  }
  return { kind: 'sequences', values }
}

/** All rows, within a transaction that was begun; gives how many there are in each table. */
export async function* dumpTables(client: ClientBase): AsyncGenerator<Buffer, Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const name of await listTables(client)) {
    const columns = await listColumns(client, client.escapeIdentifier(name))
    const sql = `copy ${client.escapeIdentifier(name)} (${columns.join(', ')}) to stdout`
    rows[name] = yield* writeEntryWith({ kind: 'table', name, columns }, readCopy(client, sql))
  }
  yield* writeEntryWith({ kind: 'jobs' }, readJobs(client))
  yield writeEntry(await readSequences(client))
  return rows
}
