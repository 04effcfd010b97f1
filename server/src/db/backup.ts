// Promise: one file holds the town as it was at one moment: every row, what people uploaded unless that lies in a store (then it says in
// which), the map where it is the operator's own, and the secret where the file is encrypted. Nobody is held up meanwhile.
import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import type { BackupStore } from '../adapters/ports.ts'
import { isStorageKey } from '../adapters/storage-key.ts'
import type { Config } from '../config.ts'
import { getErrorCode, makeStartError } from '../process.ts'
import { isSame } from '../secrets.ts'
import { atOneMoment, dumpTables, isSetUp, readMigrations } from './backup-dump.ts'
import { isOwnPath, writeEntry, writeEntryWith, type About } from './backup-entries.ts'
import { writeBackupFile, type Written } from './backup-file.ts'
import { withFilesKept } from './copied-files.ts'
import { hashSecret, readSecretCheck } from './secret-check.ts'

/** `path`: in the backup */
type Folder = { from: string; path: string }

type BackupOptions = {
  version: string
  dataDir: string
  /** where uploaded files lie */
  files: Pick<Config['files'], 'place' | 'store'>
  /** null when there is none here */
  secret: string | null
  city: About['city']
  folder: string
  store?: BackupStore | null
  /** null: the file can be read by whoever has it, and the secret stays out of it */
  passphrase: string | null
  now: Date
}

/** `missing`: at least so many uploads that rows name were not where they should lie. */
export type Backup = Written & { about: About; rows: Record<string, number>; files: number; missing: number }

const blockBytes = 64 * 1024

const listFolder = async (folder: string): Promise<Dirent[]> => {
  try {
    return (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** In a shared folder lies what its file system keeps there, such as lost+found. */
const isUpload = (path: string): boolean => isStorageKey(path.replace('files/', ''))

async function* listFiles({ from, path }: Folder, isOurs: (path: string) => boolean = () => true): AsyncGenerator<Folder> {
  for (const entry of await listFolder(from)) {
    const found = { from: join(from, entry.name), path: `${path}/${entry.name}` }
    if (!isOurs(found.path)) continue
    if (entry.isDirectory()) yield* listFiles(found, isOurs)
    // one that is being written has no row yet
    else if (entry.isFile() && !entry.name.endsWith('.new')) yield found
  }
}

/** A file as an entry; tells whether it was still there. */
async function* writeFile({ from, path }: Folder): AsyncGenerator<Buffer, boolean> {
  const file = await open(from).catch((error: unknown) => {
    // erased since the folder was listed, and by its row since the database was read
    if (getErrorCode(error) === 'ENOENT') return null
    throw error
  })
  if (!file) return false
  const blocks = file.createReadStream({ highWaterMark: blockBytes })
  const data = async function* (): AsyncGenerator<Buffer, void> {
    for await (const block of blocks) yield block as Buffer
  }
  yield* writeEntryWith({ kind: 'file', path }, data())
  return true
}

async function* writeFiles(files: AsyncGenerator<Folder>): AsyncGenerator<Buffer, number> {
  let count = 0
  for await (const file of files) if (yield* writeFile(file)) count += 1
  return count
}

async function* writeUploads({ files: { place, store } }: BackupOptions): AsyncGenerator<Buffer, number> {
  return store === null ? yield* writeFiles(listFiles({ from: place, path: 'files' }, isUpload)) : 0
}

async function* writeMap({ dataDir, city }: BackupOptions): AsyncGenerator<Buffer, number> {
  if (!city?.hasFiles) return 0
  // what somebody else left beside them would be refused when it comes back
  return yield* writeFiles(listFiles({ from: join(dataDir, 'maps', city.dataset), path: `maps/${city.dataset}` }, isOwnPath))
}

const readAbout = async (client: ClientBase, options: BackupOptions): Promise<About> => {
  const { version, secret, city, passphrase, now, files } = options
  const kept = await readSecretCheck(client)
  const own = secret === null ? null : hashSecret(secret)
  const isOurs = own !== null && (kept === null || isSame(kept, own))
  return {
    kind: 'about',
    version,
    at: now.toISOString(),
    migrations: await readMigrations(client),
    secretCheck: kept ?? own,
    hasSecret: isOurs && passphrase !== null,
    city,
    filesIn: files.store === null ? null : files.place,
  }
}

const writeAll = async (client: ClientBase, options: BackupOptions): Promise<Backup> => {
  const about = await readAbout(client, options)
  let rows: Record<string, number> = {}
  let files = 0
  let missing = 0
  const entries = async function* (): AsyncGenerator<Buffer> {
    yield writeEntry(about)
    if (about.hasSecret && options.secret !== null) yield writeEntry({ kind: 'secret', secret: options.secret })
    // what the rows name stays until the backup is written, so the files come after them
    rows = yield* atOneMoment(client, () => dumpTables(client))
    const uploads = yield* writeUploads(options)
    if (about.filesIn === null) missing = Math.max(0, (rows['stored_file'] ?? 0) - uploads)
    files = uploads + (yield* writeMap(options))
    yield writeEntry({ kind: 'end', rows, files })
  }
  const written = await writeBackupFile(entries(), { ...options, at: options.now })
  return { ...written, about, rows, files, missing }
}

/** Any number of our own. */
const turn = 4_707_001

/** Runs the work unless another backup of this database is under way, wherever it was begun. */
const runAlone = async <T>(client: ClientBase, work: () => Promise<T>): Promise<T> => {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [turn])
  if (rows[0]?.isOurs !== true)
    throw makeStartError('Another backup of this database is under way: wait until it is written, and run this again.')
  try {
    return await work()
  } finally {
    // a connection that broke has let go of it by itself
    await client.query('select pg_advisory_unlock($1)', [turn]).catch(() => {})
  }
}

/** Backs up the database that the client is connected to, and the files beside it; refuses while another backup of it is written. */
export const makeBackup = async (client: ClientBase, options: BackupOptions): Promise<Backup> => {
  if (!(await isSetUp(client)))
    throw makeStartError('There is nothing to back up: Wayfare has not yet been started on this database.')
  return runAlone(client, () => withFilesKept(client, () => writeAll(client, options)))
}
