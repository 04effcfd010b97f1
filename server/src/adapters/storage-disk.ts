// Files on this machine's disk, below one folder. A file is there whole or not at all.
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './ports.ts'

/** Keys are ours, yet nothing that could climb out of the folder is taken. */
const checkKey = (key: string): string => {
  if (!/^[a-z0-9]+(\/[a-z0-9-]+)*$/i.test(key)) throw new Error('not a storage key')
  return key
}

export const makeDiskStorage = (root: string): Storage => {
  const pathOf = (key: string): string => join(root, checkKey(key))
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await writeFile(`${path}.new`, bytes, { mode: 0o600 })
        await rename(`${path}.new`, path)
      } catch (error) {
        // a full disk: the half that was written would only keep it full
        await rm(`${path}.new`, { force: true })
        throw error
      }
    },
    get: async (key) => {
      const path = pathOf(key)
      const found = await stat(path).catch(() => null)
      return found ? { bytes: found.size, stream: createReadStream(path) } : null
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}
