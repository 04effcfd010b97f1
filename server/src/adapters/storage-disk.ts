// Files below one folder, of this machine or one that several share. A file is there whole or not at all.
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './ports.ts'
import { checkStorageKey } from './storage-key.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))

/** A folder that is shared may be away, which is not the same as a file that is not there. */
const findSize = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const makeDiskStorage = (root: string): Storage => {
  const pathOf = (key: string): string => join(root, checkStorageKey(key))
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        // on the disk before it has its name: after a power cut a row must not name an empty file
        await writeFile(`${path}.new`, bytes, { mode: 0o600, flush: true })
        await rename(`${path}.new`, path)
      } catch (error) {
        // a full disk: the half that was written would only keep it full
        await rm(`${path}.new`, { force: true })
        throw error
      }
    },
    get: async (key) => {
      const path = pathOf(key)
      const bytes = await findSize(path)
      return bytes === null ? null : { bytes, stream: createReadStream(path) }
    },
    // and the half that was left of it where the process was killed
    delete: async (key) => {
      for (const path of [pathOf(key), `${pathOf(key)}.new`]) await rm(path, { force: true })
    },
  }
}
