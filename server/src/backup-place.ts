// Where the backups of an installation lie, for the commands that write and read them.
import { makeS3Backups } from './adapters/backups-s3.ts'
import { isOutage, type BackupStore } from './adapters/ports.ts'
import { isStorePlace } from './config-s3.ts'
import type { Config } from './config.ts'
import { makeStartError } from './process.ts'

/** The folder of a backup that is named by its file, or what is given. */
const folderOf = (place: string): string => (place.endsWith('.backup') ? place.slice(0, place.lastIndexOf('/')) : place)

/** What a store refuses, the operator can mend. */
const explain = (error: unknown): unknown => (isOutage(error) ? makeStartError(error.message, error) : error)

/** The work, whose Outage becomes one clear sentence. */
export const explainOutage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw explain(error)
  }
}

/** The store of s3://bucket/prefix; null where the place is a folder or a file of this machine. */
export const openStore = (place: string, { backup: { store } }: Pick<Config, 'backup'>): BackupStore | null => {
  if (!isStorePlace(place)) return null
  if (store === null) throw makeStartError(`${place} needs WAYFARE_BACKUP_S3_KEY_ID and WAYFARE_BACKUP_S3_KEY.`)
  const { list, write, read, remove } = makeS3Backups({ place: folderOf(place), ...store })
  return {
    list: () => explainOutage(list),
    write: (name, bytes) => explainOutage(() => write(name, bytes)),
    read: async function* (name) {
      try {
        yield* read(name)
      } catch (error) {
        throw explain(error)
      }
    },
    remove: (name) => explainOutage(() => remove(name)),
  }
}
