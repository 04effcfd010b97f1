// Promise: the folder of an export is there whole or not at all, and only its owner reads it. What is in the way is left alone.
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { appendFile, mkdir, open, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTroubles, getErrorCode, isStartError, makeStartError } from '../process.ts'

const sums = 'SHA256SUMS'

const troubles: Readonly<Record<string, string>> = {
  ...fileTroubles,
  EDQUOT: 'no more may be kept on the disk',
  EFBIG: 'a file may not become that large there',
  EIO: 'the disk has a fault',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'something is in the way',
  ENOTEMPTY: 'it is not empty any more',
  EBUSY: 'it is in use',
}

const explain = (error: unknown, path: string): unknown => {
  const reason = troubles[getErrorCode(error)]
  return reason && !isStartError(error) ? makeStartError(`The export cannot be written to ${path}: ${reason}.`, error) : error
}

/** Refuses what the export would have to be mixed with, or cannot take the place of. */
const checkRoom = async (path: string): Promise<void> => {
  const found = await stat(path).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return null
    throw error
  })
  if (!found) return
  const other = 'Name a folder that is new or empty. Nothing was changed.'
  if (!found.isDirectory()) throw makeStartError(`${path} is not a folder. ${other}`)
  if ((await readdir(path)).length > 0) throw makeStartError(`${path} is not empty. ${other}`)
  if ((await stat(dirname(path))).dev !== found.dev)
    throw makeStartError(`${path} is a disk of its own: name a new folder on it. Nothing was changed.`)
}

export type Written = { bytes: number; sha256: string }
export type ExportFolder = { write: (path: string, blocks: AsyncIterable<Buffer>) => Promise<Written> }

type Options = { to: string; signal?: AbortSignal | undefined }

const makeFolder = (draft: string, signal: AbortSignal | undefined): ExportFolder => ({
  write: async (path, blocks) => {
    const hash = createHash('sha256')
    let bytes = 0
    const counted = async function* () {
      for await (const block of blocks) {
        hash.update(block)
        bytes += block.length
        yield block
      }
    }
    await mkdir(dirname(join(draft, path)), { recursive: true, mode: 0o700 })
    const file = createWriteStream(join(draft, path), { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(counted()), file, signal ? { signal } : {})
    const sha256 = hash.digest('hex')
    await appendFile(join(draft, sums), `${sha256}  ${path}\n`, { mode: 0o600 })
    return { bytes, sha256 }
  },
})

/** All of the files are on the disk before their folder has its name. */
const syncAll = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncAll(path)
    else {
      const file = await open(path, 'r+')
      await file.sync().finally(() => file.close())
    }
  }
}

const place = async (draft: string, path: string): Promise<void> => {
  await syncAll(draft)
  await rmdir(path).catch((error: unknown) => {
    if (getErrorCode(error) !== 'ENOENT') throw error
  })
  await rename(draft, path)
}

/** Gives the work a folder beside the one that is wanted, which takes its place when the work is done. */
export const writeFolder = async <T>({ to, signal }: Options, work: (folder: ExportFolder) => Promise<T>): Promise<T> => {
  // behind a link is the folder itself
  const path = await realpath(to).catch(() => resolve(to))
  const draft = `${path}.${process.pid}.part`
  try {
    await checkRoom(path)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await mkdir(draft, { mode: 0o700 })
    const result = await work(makeFolder(draft, signal))
    await place(draft, path)
    return result
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    if (existsSync(draft)) console.error(`Remove ${draft}: it is a part of an export.`)
    throw signal?.aborted ? signal.reason : explain(error, path)
  }
}
