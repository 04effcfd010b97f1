// The disks that this process writes to, each once, however many of its folders lie on it, and the room on each.
import { stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isStorePlace } from '../config-s3.ts'
import type { Config } from '../config.ts'

/** `isVital`: nothing goes on when it is full. `freeBytes` is null where the disk does not say. */
export type Disk = { folder: string; isVital: boolean; freeBytes: number | null }

/** `id` tells one file system from another. */
type Found = { id: number; freeBytes: number }

/** A folder that is made when it is needed will lie where the one above it does. */
export const readRoom = async (folder: string): Promise<Found> => {
  try {
    const [{ dev }, { bavail, bsize }] = await Promise.all([stat(folder), statfs(folder)])
    return { id: dev, freeBytes: bavail * bsize }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(folder) === folder) throw error
    return readRoom(dirname(folder))
  }
}

/** The data folder, the bundled PostgreSQL’s in it, and those of uploaded files and of backups, unless they go to a store. */
export const listFolders = ({ dataDir, files, backup }: Pick<Config, 'dataDir' | 'files' | 'backup'>) => [
  { folder: dataDir, isVital: true },
  { folder: join(dataDir, 'postgres'), isVital: true },
  ...(files.store === null ? [{ folder: files.place, isVital: false }] : []),
  ...(isStorePlace(backup.folder) ? [] : [{ folder: backup.folder, isVital: false }]),
]

type Watched = ReturnType<typeof listFolders>[number]

/** Named by the first folder on it; one that does not say is told apart from all others. */
export const makeDisks = (found: readonly (Watched & { room: Found | null })[]): Disk[] => {
  const isFirst = ({ room }: (typeof found)[number], index: number): boolean =>
    room === null || found.findIndex((other) => other.room?.id === room.id) === index
  return found.filter(isFirst).map(({ folder, isVital, room }) => ({ folder, isVital, freeBytes: room?.freeBytes ?? null }))
}
