// Promise: a backup is one file that is there whole or not at all, readable by its owner alone; old ones go, never the newest.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { getErrorCode, makeStartError } from '../process.ts'
import { makeOpener, makeSealer } from './backup-chunks.ts'
import { readEntries, type EntryWithData } from './backup-entries.ts'

const pattern = /^wayfare-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.backup$/
const part = '.part'
const dayMs = 24 * 3_600_000

const nameAt = (at: Date): string => `wayfare-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** When a backup of this name was taken (epoch ms); null for what is none of ours. */
const takenAt = (name: string): number | null => {
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

type Target = { folder: string; at: Date; passphrase: string | null }
export type Written = { path: string; bytes: number }

/** Writes the entries into a new file of the folder. What fails leaves nothing. */
export const writeBackupFile = async (entries: AsyncIterable<Buffer>, { folder, at, passphrase }: Target): Promise<Written> => {
  await makeFolder(folder)
  const path = join(folder, nameAt(at))
  const draft = `${path}.${process.pid}${part}`
  try {
    // twice as fast as the usual level for a tenth more
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    await pipeline(Readable.from(entries), gzip, makeSealer(passphrase), createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    await syncPath(draft)
    await rename(draft, path)
    await syncPath(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { path, bytes: (await stat(path)).size }
}

/** Removes backups that are older than so many days, and what killed ones left; the newest stays in any case. Gives their names. */
export const removeOldBackups = async (folder: string, keepDays: number, now: Date): Promise<string[]> => {
  const names = await readdir(folder)
  const backups = names.filter((name) => takenAt(name) !== null).toSorted()
  const old = backups.slice(0, -1).filter((name) => (takenAt(name) ?? 0) < now.getTime() - keepDays * dayMs)
  const stale = names.filter((name) => name.startsWith('wayfare-') && name.endsWith(part))
  for (const name of stale) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < now.getTime() - dayMs) await rm(join(folder, name), { force: true })
  }
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}

/** The newest backup of a folder, or the file itself. */
export const findBackup = async (path: string): Promise<string> => {
  const found = await stat(path).catch(() => null)
  if (!found) throw makeStartError(`There is no backup at ${path}.`)
  if (!found.isDirectory()) return path
  const newest = (await readdir(path))
    .filter((name) => takenAt(name) !== null)
    .toSorted()
    .at(-1)
  if (newest === undefined) throw makeStartError(`There is no backup in ${path}.`)
  return join(path, newest)
}

/** Gives the entries of a file to the work, from the first to the last; throws one clear sentence when it is not whole. */
export const readBackupFile = async <T>(
  path: string,
  passphrase: string | null,
  work: (entries: AsyncGenerator<EntryWithData>) => Promise<T>,
): Promise<T> => {
  let result: { value: T } | null = null
  try {
    await pipeline(createReadStream(path), makeOpener(passphrase), createGunzip(), async (source: AsyncIterable<Buffer>) => {
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
