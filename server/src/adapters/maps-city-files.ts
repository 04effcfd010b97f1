// Extracts that already lie on the server, in folders that its operator names: a stranger in an admin's session reads no other file.
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Cities } from './ports-cities.ts'

const isExtract = (name: string): boolean => /^[^.].*\.(pbf|geojson)$/i.test(name)

/** The file's own path when it really lies in the folder, whatever links say. */
const findWithin = (folder: string, name: string): { path: string; bytes: number } | null => {
  try {
    const path = realpathSync(join(folder, basename(name)))
    const file = statSync(path)
    return dirname(path) === realpathSync(folder) && file.isFile() ? { path, bytes: file.size } : null
  } catch {
    return null
  }
}

const listNames = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter(isExtract)
  } catch {
    return []
  }
}

/** Files go by their names; of two of one name the first folder's counts. */
export const makeCityFiles = (folders: readonly string[] | null): Cities['files'] => {
  const find = (file: string) =>
    isExtract(file) ? (folders ?? []).map((folder) => findWithin(folder, file)).find((found) => found !== null) : undefined
  return {
    list: () => {
      if (folders === null) return null
      const names = [...new Set(folders.flatMap(listNames))].toSorted()
      return names.flatMap((file) => {
        const found = find(file)
        return found ? [{ file, bytes: found.bytes }] : []
      })
    },
    find: (file) => find(file)?.path ?? null,
  }
}
