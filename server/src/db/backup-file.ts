// Promise: a backup is one file that is there whole or not at all, readable by its owner alone; old ones go, never the newest.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import type { BackupStore } from '../adapters/ports.ts'
import { getErrorCode, makeStartError } from '../process.ts'
import { makeOpener, makeSealer } from './backup-chunks.ts'
import { readEntries, type EntryWithData } from './backup-entries.ts'

const pattern = /^wayfare-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.backup$/
const part = '.part'
const dayMs = 24 * 3_600_000

const nameAt = (at: Date): string => `wayfare-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** When a backup of this name was taken (epoch ms); null for what is none of ours. */
export const takenAt = (name: string): number | null => {
  const [, stamp] = pattern.exec(name) ?? []
  return stamp === undefined ? null : Date.parse(`${stamp.slice(0, 10)}T${stamp.slice(11).replaceAll('-', ':')}Z`)
}

/** Names and contents are on the disk, not only on their way. */
const syncPath = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR'].includes(getErrorCode(error))) throw error
    throw makeStartError(`Backups cannot go to ${folder}: it is not a folder. Set WAYFARE_BACKUP_FOLDER to one.`, error)
  }
}

/** `store`: where they lie when not in a folder of this machine. */
type Store = { store?: BackupStore | null }
type Target = Store & { folder: string; at: Date; passphrase: string | null }
export type Written = { path: string; bytes: number }

// each piece is a round through other threads: of the usual 16 kB there are so many that they take as long as the packing itself
const chunkSize = 256 * 1024
// twice as fast as the usual level for a tenth more
const makeZip = () => createGzip({ level: constants.Z_BEST_SPEED, chunkSize })
const makeUnzip = () => createGunzip({ chunkSize })

const writeIntoFolder = async (entries: AsyncIterable<Buffer>, { folder, at, passphrase }: Target): Promise<Written> => {
  await makeFolder(folder)
  const path = join(folder, nameAt(at))
  const draft = `${path}.${process.pid}${part}`
  try {
    await pipeline(
      Readable.from(entries),
      makeZip(),
      makeSealer(passphrase),
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    )
    await syncPath(draft)
    await rename(draft, path)
    await syncPath(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { path, bytes: (await stat(path)).size }
}

/** Writes the entries as a new backup of the folder or the store. What fails leaves nothing. */
export const writeBackupFile = async (entries: AsyncIterable<Buffer>, target: Target): Promise<Written> => {
  const { store, at, passphrase } = target
  if (!store) return writeIntoFolder(entries, target)
  let written: Written | null = null
  await pipeline(Readable.from(entries), makeZip(), makeSealer(passphrase), async (sealed: AsyncIterable<Buffer>) => {
    written = await store.write(nameAt(at), sealed)
  })
  if (written === null) throw new Error('unreachable')
  return written
}

/** Removes backups that are older than so many days, and what killed ones left; the newest stays in any case. Gives their names. */
export const removeOldBackups = async (
  folder: string,
  keepDays: number,
  now: Date,
  store?: BackupStore | null,
): Promise<string[]> => {
  const names = await (store ? store.list() : readdir(folder))
  const backups = names.filter((name) => takenAt(name) !== null).toSorted()
  const old = backups.slice(0, -1).filter((name) => (takenAt(name) ?? 0) < now.getTime() - keepDays * dayMs)
  if (store) {
    for (const name of old) await store.remove(name)
    return old
  }
  const stale = names.filter((name) => name.startsWith('wayfare-') && name.endsWith(part))
  for (const name of stale) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < now.getTime() - dayMs) await rm(join(folder, name), { force: true })
  }
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}

const newestOf = (names: readonly string[], place: string): string => {
  const newest = names
    .filter((name) => takenAt(name) !== null)
    .toSorted()
    .at(-1)
  if (newest === undefined) throw makeStartError(`There is no backup in ${place}.`)
  return `${place}/${newest}`
}

/** The newest backup of a folder or a store, or the file itself. */
export const findBackup = async (path: string, store?: BackupStore | null): Promise<string> => {
  if (store) return path.endsWith('.backup') ? path : newestOf(await store.list(), path)
  const found = await stat(path).catch(() => null)
  if (!found) throw makeStartError(`There is no backup at ${path}.`)
  if (!found.isDirectory()) return path
  return newestOf(await readdir(path), path)
}

/** Gives the entries of a file to the work, from the first to the last; throws one clear sentence when it is not whole. */
export const readBackupFile = async <T>(
  { path, passphrase, store }: Store & { path: string; passphrase: string | null },
  work: (entries: AsyncGenerator<EntryWithData>) => Promise<T>,
): Promise<T> => {
  let result: { value: T } | null = null
  try {
    const bytes = store ? Readable.from(store.read(basename(path))) : createReadStream(path)
    await pipeline(bytes, makeOpener(passphrase), makeUnzip(), async (source: AsyncIterable<Buffer>) => {
      result = { value: await work(readEntries(source)) }
      // what follows the last entry is checked as well
      for await (const rest of source) void rest
    })
  } catch (error) {
    if (/^(Z_|ERR_STREAM_PREMATURE_CLOSE$)/.test(getErrorCode(error)))
      throw makeStartError('The backup is damaged: what is in it cannot be unpacked. Nothing was changed.', error)
    throw error
  }
  if (result === null) throw new Error('unreachable')
  return (result as { value: T }).value
}
