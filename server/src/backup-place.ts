// Finds the place of an installation's backups, for the commands that write and read them.
import { makeS3Backups } from './adapters/backups-s3.ts'
import { isOutage, type BackupStore } from './adapters/ports.ts'
import { isStorePlace } from './config-s3.ts'
import type { Config } from './config.ts'
import { makeStartError } from './process.ts'

/** The folder of a backup file, or the given folder itself. */
const folderOf = (place: string): string => (place.endsWith('.backup') ? place.slice(0, place.lastIndexOf('/')) : place)

/** Turns a store's refusal into a message for the operator. */
const explain = (error: unknown): unknown => (isOutage(error) ? makeStartError(error.message, error) : error)

/** Runs the work and turns an Outage into one clear sentence. */
export const explainOutage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw explain(error)
  }
}

/** The store of s3://bucket/prefix; null for a local folder or file. */
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
