// Promise: many rows come into empty tables as fast as PostgreSQL takes them: indexes are built once all rows are there, from rows in
// order, and links are checked by one question each. Afterwards the tables are as they were, with what came into them.
import type { ClientBase } from 'pg'

/** What a table has beside its rows, and the statement that makes it again. */
type Part = { place: string; name: string; definition: string }

/** An index is built in so much memory at most, by however many processes; on a small machine a small town needs less. */
const buildFast = `set local maintenance_work_mem = '512MB'`

const listPlaces = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ place: string }>(
    `select oid::regclass::text as place from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return rows.map(({ place }) => place)
}

const listConstraints = async (client: ClientBase, kinds: readonly string[]): Promise<Part[]> => {
  const { rows } = await client.query<Part>(
    `select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype::text = any($1::text[])`,
    [kinds],
  )
  return rows
}

/** Those that no constraint makes. */
const listIndexes = async (client: ClientBase): Promise<Part[]> => {
  const { rows } = await client.query<Part>(
    `select i.indrelid::regclass::text as place, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))`,
  )
  return rows
}

const dropConstraints = async (client: ClientBase, constraints: readonly Part[]): Promise<void> => {
  for (const { place, name } of constraints) await client.query(`alter table ${place} drop constraint ${name}`)
}

const addConstraints = async (client: ClientBase, constraints: readonly Part[]): Promise<void> => {
  for (const { place, name, definition } of constraints)
    await client.query(`alter table ${place} add constraint ${name} ${definition}`)
}

/**
 * Empties all tables, and runs `load` while they have neither links nor indexes, and then `finish`, with indexes. What checks and writes
 * other tables did so where the rows come from: triggers rest meanwhile. It all happens in the transaction that the client is in.
 */
export const fillBareTables = async (
  client: ClientBase,
  { load, finish }: { load: () => Promise<void>; finish: () => Promise<void> },
): Promise<void> => {
  const places = await listPlaces(client)
  const links = await listConstraints(client, ['f'])
  const keys = await listConstraints(client, ['p', 'u', 'x'])
  const indexes = await listIndexes(client)
  await dropConstraints(client, [...links, ...keys])
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const place of places) await client.query(`alter table ${place} disable trigger user`)
  await client.query(`truncate ${places.join(', ')}`)
  await load()
  await client.query(buildFast)
  await addConstraints(client, keys)
  for (const { definition } of indexes) await client.query(definition)
  await finish()
  for (const place of places) await client.query(`alter table ${place} enable trigger user`)
  // links hold in what was read at one moment: made again, they are checked
  await addConstraints(client, links)
  // who plans a query knows nothing of the new rows
  await client.query('analyze')
}
