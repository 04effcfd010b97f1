// A release's database as one text: every table by COPY. The schema is not in it: migrations are frozen and make it again.
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ClientBase } from 'pg'
import { recordSql } from '../src/db/checksum.ts'
import { copyOut, copyRows, listColumns } from '../src/db/copy.ts'
import { migrations } from '../src/db/migrate.ts'

export type ReleaseTable = { name: string; columns: string; rows: string }

export const countRows = ({ rows }: ReleaseTable): number => rows.split('\n').length - 1

const tablesOf = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  return rows.map(({ name }) => name)
}

export const exportRelease = async (client: ClientBase): Promise<{ tables: ReleaseTable[]; bytes: Buffer }> => {
  const tables: ReleaseTable[] = []
  for (const name of await tablesOf(client)) {
    const columns = (await listColumns(client, name)).join(', ')
    const rows = await copyOut(client, `copy ${name} (${columns}) to stdout`)
    tables.push({ name, columns, rows })
  }
  const text = tables.map(({ name, columns, rows }) => `copy ${name} (${columns}) from stdin\n${rows}\\.\n`).join('')
  return { tables, bytes: gzipSync(text, { level: 9 }) }
}

export const readRelease = (bytes: Buffer): ReleaseTable[] =>
  [
    ...gunzipSync(bytes)
      .toString('utf8')
      .matchAll(/^copy (\w+) \(([^)]*)\) from stdin\n([^]*?)^\\\.\n/gm),
  ].map(([, name = '', columns = '', rows = '']) => ({ name, columns, rows }))

const ownTables = `
create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null)`

/** Makes of an empty database the one that was exported. */
export const importRelease = async (client: ClientBase, tables: readonly ReleaseTable[]): Promise<void> => {
  await client.query(ownTables)
  const applied = tables.find(({ name }) => name === 'kysely_migration')?.rows.match(/^\d{4}-\w+/gm) ?? []
  for (const name of applied) {
    const migration = migrations[name]
    if (!migration) throw new Error(`the release went through ${name}, which is no more`)
    for (const { sql, parameters } of await recordSql(migration)) await client.query(sql, [...parameters])
  }
  // what checks and writes other tables did so in the database that was exported
  await client.query('set session_replication_role = replica')
  for (const { name, columns, rows } of tables) {
    await client.query(`delete from ${name}`)
    await copyRows(client, `copy ${name} (${columns}) from stdin`, rows)
  }
  await client.query(`
    do $$ declare c record; begin
      for c in select attrelid::regclass::text as place, attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and attidentity <> '' loop
        execute format('select setval(pg_get_serial_sequence(%L, %L), (select coalesce(max(%I), 0) + 1 from %s))', c.place, c.name, c.name, c.place);
      end loop;
    end $$`)
  await client.query('reset session_replication_role')
}
