// Promise: an empty database becomes the one that was backed up, in one transaction: all of it, or nothing. The schema is what the
// migrations of that time make; bringing it to today is for whoever opens it next.
import type { Migration } from 'kysely'
import type { ClientBase } from 'pg'
import { computeChecksum, recordSql } from './checksum.ts'
import { makeStartError } from '../process.ts'
import type { About, Entry, EntryWithData } from './backup-entries.ts'
import { eventsTable, placeEvents } from './backup-events.ts'
import { addJobs, jobsCopy, jobsTable, type Held } from './backup-jobs.ts'
import { fillBareTables } from './bare-tables.ts'
import { writeCopy } from './copy.ts'
import { migrations } from './migrate.ts'

const unchanged = 'Nothing was changed.'

/** Refuses what this version cannot make: migrations that it does not know, or knows otherwise. */
export const checkMigrations = async ({ version, migrations: applied }: Pick<About, 'version' | 'migrations'>): Promise<void> => {
  const unknown = Object.keys(applied).filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0)
    throw makeStartError(
      `The backup is of a newer Wayfare than this one (${version}, with ${unknown.join(', ')}): restore it with that version. ${unchanged}`,
    )
  for (const [name, sum] of Object.entries(applied)) {
    if (sum !== '' && sum !== (await computeChecksum(migrations[name] as Migration)))
      throw makeStartError(
        `The backup was made by another ${name} than this Wayfare has: restore it with ${version}. ${unchanged}`,
      )
  }
}

const ownTables = `
create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null)`

const makeSchema = async (client: ClientBase, applied: readonly string[]): Promise<void> => {
  await client.query(ownTables)
  for (const name of applied.toSorted()) {
    for (const { sql, parameters } of await recordSql(migrations[name] as Migration)) await client.query(sql, [...parameters])
  }
}

export type Loaded = { rows: Record<string, number>; unknownTables: string[]; held: Held }

type Sequences = Extract<Entry, { kind: 'sequences' }>['values']

const setSequences = async (client: ClientBase, values: Sequences): Promise<void> => {
  for (const [name, { value, isCalled }] of Object.entries(values)) {
    const place = `public.${client.escapeIdentifier(name)}`
    await client.query(`select setval(oid, $2::bigint, $3) from pg_class where oid = to_regclass($1)`, [place, value, isCalled])
  }
}

const eventSequence = 'event_id_seq'

/** Takes the entries of a backup one by one, once the schema is there. */
const makeLoader = (client: ClientBase, goesOn: boolean) => {
  const rows: Record<string, number> = {}
  const unknownTables: string[] = []
  let eventColumns: string[] = []
  let sequences: Sequences = {}

  const loadTable = async ({ name, columns }: Extract<Entry, { kind: 'table' }>, data: EntryWithData['data']): Promise<void> => {
    const table = name === 'event' ? 'event_restored' : client.escapeIdentifier(name)
    const { rows: found } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])
    if (found[0]?.found !== true) return void unknownTables.push(name)
    if (name === 'event') eventColumns = columns
    rows[name] = await writeCopy(client, `copy ${table} (${columns.join(', ')}) from stdin with (freeze)`, data)
  }
  const take = async ({ entry, data }: EntryWithData): Promise<void> => {
    if (entry.kind === 'table') await loadTable(entry, data)
    if (entry.kind === 'jobs') await writeCopy(client, jobsCopy, data)
    if (entry.kind === 'sequences') sequences = entry.values
  }
  /** Counts, places and the queue, when all entries are there. */
  const finish = async (): Promise<void> => {
    await setSequences(client, sequences)
    await placeEvents(client, eventColumns, {
      lastId: BigInt(sequences[eventSequence]?.value ?? '0'),
      goesOn,
    })
  }
  return { take, finish, result: { rows, unknownTables } }
}

/** Nobody is to be told by the new machine what the old one was at. */
const stopCampaigns = [
  `delete from campaign_retry where campaign_id in (select id from campaign where state = 'sending')`,
  `update campaign set state = 'stopped', ended_at = now() where state = 'sending'`,
]

/**
 * Makes of an empty database, whose queue is set up, the one whose entries these are; `takeOther` gets those that belong elsewhere.
 * `goesOn`: nothing happened since, so nothing is held back, left out or stopped. It all happens in the transaction that the client is in.
 */
export const loadDatabase = async (
  client: ClientBase,
  { migrations: applied }: About,
  entries: AsyncIterable<EntryWithData>,
  { takeOther, goesOn }: { takeOther: (entry: EntryWithData) => Promise<void>; goesOn: boolean },
): Promise<Loaded> => {
  await makeSchema(client, Object.keys(applied))
  await client.query(eventsTable)
  await client.query(jobsTable)
  const loader = makeLoader(client, goesOn)
  const load = async (): Promise<void> => {
    for await (const given of entries) {
      const { entry } = given
      if (entry.kind === 'end') checkCounts(entry.rows, loader.result)
      else if (['table', 'jobs', 'sequences'].includes(entry.kind)) await loader.take(given)
      else await takeOther(given)
    }
  }
  const finish = async (): Promise<void> => {
    await loader.finish()
    if (!goesOn) for (const statement of stopCampaigns) await client.query(statement)
  }
  await fillBareTables(client, { load, finish })
  return { ...loader.result, held: await addJobs(client, goesOn) }
}

const checkCounts = (expected: Readonly<Record<string, number>>, { rows, unknownTables }: Omit<Loaded, 'held'>): void => {
  const wrong = Object.keys(expected).filter((name) => rows[name] !== expected[name] && !unknownTables.includes(name))
  if (wrong.length > 0) throw new Error(`not all rows of the backup came into the database: ${wrong.join(', ')}`)
}
