// Opens the storage of uploaded files. While a store is down it is left alone for a while, and the log says so in two lines.
import { isOutage, type Storage } from './adapters/ports.ts'
import { makeDiskStorage } from './adapters/storage-disk.ts'
import { makeS3Storage } from './adapters/storage-s3.ts'
import type { Config } from './config.ts'
import type { Log } from './deps.ts'
import { makeBreaker } from './jobs/breaker.ts'

/** The configured storage, for commands, which wait and report errors themselves. */
export const openStorage = ({ files: { place, store } }: Pick<Config, 'files'>): Storage =>
  store === null ? makeDiskStorage(place) : makeS3Storage({ place, ...store })

/** Logs outages as warnings, but wrong keys and buckets as errors, since somebody must fix them. */
const guardStorage = ({ put, get, delete: erase }: Storage, log: Log, now: () => Date): Storage => {
  const guarded = makeBreaker(now)
  let isAway = false
  const tell = (error: unknown): unknown => {
    if (!isOutage(error)) return error
    if (!isAway) {
      const facts = { reason: error.message }
      const message = 'the store of uploaded files does not serve: what needs it is refused until it does'
      if (error.outage === 'unavailable') log.warn(facts, message)
      else log.error(facts, message)
    }
    isAway = true
    return Object.assign(error, { isTold: true })
  }
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const answer = await guarded(work)
      if (isAway) log.info({}, 'the store of uploaded files serves again')
      isAway = false
      return answer
    } catch (error) {
      throw tell(error)
    }
  }
  return {
    put: (key, bytes) => ask(() => put(key, bytes)),
    get: (key) => ask(() => get(key)),
    delete: (key) => ask(() => erase(key)),
  }
}

export const makeStorage = (config: Config, log: Log, now: () => Date): Storage => {
  const storage = openStorage(config)
  const { place, isChosen } = config.files
  if (config.bus !== 'local' && !isChosen)
    log.warn(
      { place },
      'uploaded files lie where this process alone may see them: set WAYFARE_FILES on each that shares the database',
    )
  return config.files.store === null ? storage : guardStorage(storage, log, now)
}
