// Promise: a backup is read to its end before anything is changed, and then comes back as a whole: into an empty database, or into a new
// one that takes the place of what is there. Files follow when the rows are there.
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ClientBase, Pool } from 'pg'
import type { BackupStore, Storage } from '../adapters/ports.ts'
import { isStorageKey } from '../adapters/storage-key.ts'
import type { Log } from '../deps.ts'
import { makeStartError } from '../process.ts'
import { isOwnPath, type About, type EntryWithData } from './backup-entries.ts'
import { readBackupFile } from './backup-file.ts'
import { checkMigrations, loadDatabase, type Loaded } from './backup-load.ts'
import { migrateDatabase, migrateQueue } from './migrate.ts'
import { openPool } from './open.ts'

type Archive = { path: string; passphrase: string | null; store?: BackupStore | null }
/** `goesOn`: nothing happened since the backup was taken. `storage`: where uploads go when not into the data folder. */
type Load = Archive & { goesOn?: boolean; stage: string; storage?: Storage | null }
export type Inspected = { about: About; secret: string | null; rows: Record<string, number>; files: number }

const readFirst = async (entries: AsyncGenerator<EntryWithData>): Promise<About> => {
  const first = (await entries.next()).value as EntryWithData | undefined
  if (first?.entry.kind !== 'about') throw makeStartError('This is no backup of Wayfare. Nothing was changed.')
  return first.entry
}

/** Reads all of it and changes nothing: refuses one that is damaged, of another passphrase or of a newer version. */
export const inspectBackup = (archive: Archive): Promise<Inspected> =>
  readBackupFile(archive, async (entries) => {
    const about = await readFirst(entries)
    await checkMigrations(about)
    const found: Inspected = { about, secret: null, rows: {}, files: 0 }
    for await (const { entry } of entries) {
      if (entry.kind === 'secret') found.secret = entry.secret
      if (entry.kind === 'file' && !isOwnPath(entry.path))
        throw makeStartError(`The backup holds a file that is not ours (${entry.path}). Nothing was changed.`)
      if (entry.kind === 'end') Object.assign(found, { rows: entry.rows, files: entry.files })
    }
    return found
  })

/** Whether there is no table at all: then nothing can be lost. */
export const isEmptyDatabase = async (client: Pick<ClientBase, 'query'>): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  return rowCount === 0
}

/** How many people and bookings there are, where there are any tables of ours. */
export const countTown = async (client: Pick<ClientBase, 'query'>): Promise<{ people: number; bookings: number }> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.app_user') is not null and to_regclass('public.booking') is not null as found`,
  )
  if (rows[0]?.found !== true) return { people: 0, bookings: 0 }
  const counted = await client.query<{ people: number; bookings: number }>(
    'select (select count(*) from app_user)::int as people, (select count(*) from booking)::int as bookings',
  )
  return counted.rows[0] ?? { people: 0, bookings: 0 }
}

/** In the midst of the transaction: where the storage does not take one, nothing comes back. Others than ours never went there. */
const putUpload = async (storage: Storage, key: string, data: AsyncIterable<Buffer>): Promise<void> => {
  if (isStorageKey(key)) await storage.put(key, await buffer(data))
}

const keepFile = async ({ stage, storage }: Pick<Load, 'stage' | 'storage'>, { entry, data }: EntryWithData): Promise<void> => {
  if (entry.kind !== 'file' || !isOwnPath(entry.path)) return
  if (storage && entry.path.startsWith('files/')) return putUpload(storage, entry.path.slice('files/'.length), data)
  const path = join(stage, entry.path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(data, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

const begin = `
begin;
set local statement_timeout = 0;
set local lock_timeout = 0;
set local idle_in_transaction_session_timeout = 0;
set local search_path = public`

const loadAll = async (pool: Pool, { goesOn = false, stage, storage = null, ...archive }: Load): Promise<Loaded> => {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const loaded = await readBackupFile(archive, async (entries) =>
      loadDatabase(client, await readFirst(entries), entries, {
        goesOn,
        takeOther: (given) => keepFile({ stage, storage }, given),
      }),
    )
    await client.query('commit')
    client.release()
    return loaded
  } catch (error) {
    // the connection may be in the midst of a copy: with it the transaction is gone
    client.release(true)
    throw error
  }
}

/** Fills the empty database at the address, and brings it to this version; the map, and uploads without a storage, are left in the folder `stage`. */
export const restoreDatabase = async (url: string, archive: Load & { log: Log }): Promise<Loaded> => {
  const { log } = archive
  const pool = openPool({ connectionString: url, max: 4, answerWithinMs: null }, log)
  try {
    await migrateQueue(pool)
    const loaded = await loadAll(pool, archive)
    await migrateDatabase(pool, log)
    return loaded
  } finally {
    await pool.end()
  }
}

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null

/** Puts uploads and map into their places in the data folder; what was there is kept beside, under the names that are given back. */
export const placeFiles = async (stage: string, { dataDir, now }: { dataDir: string; now: Date }): Promise<string[]> => {
  const kept: string[] = []
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const place = async (name: string): Promise<void> => {
    const [from, to] = [join(stage, name), join(dataDir, name)]
    if (await isThere(to)) {
      const aside = `${to}.before-${stamp}`
      await rename(to, aside)
      kept.push(aside)
    }
    await mkdir(dirname(to), { recursive: true })
    if (await isThere(from)) await rename(from, to)
  }
  await place('files')
  return kept
}

export const clearStage = (stage: string): Promise<void> => rm(stage, { recursive: true, force: true })
