// Promise: what a process lives on is known within two seconds, however many ask and however long anything hangs.
import { sql } from 'kysely'
import type { BasemapState } from '../adapters/ports.ts'
import type { Deps } from '../deps.ts'
import type { EventLag } from '../events-lag.ts'
import { listFolders, makeDisks, readRoom, type Disk } from './disks.ts'
import { readBacklog, type Backlog } from '../jobs/backlog.ts'

const withinMs = 2000

/** Null is what is not known: nothing answered, or not in time. */
export type Vitals = {
  database: { isUp: boolean }
  backlog: Backlog | null
  events: EventLag
  map: BasemapState['state']
  /** the other processes on the database serve a city that this one cannot */
  isCityMissing: boolean
  /** an outside map engine was asked last without an answer */
  isEngineDown: boolean
  /** that are written to, each once */
  disks: readonly Disk[]
  /** for how long this process has been serving (s) */
  upS: number
}

/** Asks one question at a time; who asks meanwhile shares its answer, and nobody waits longer than for two seconds. */
const share = <T>(ask: () => Promise<T>): (() => Promise<T | null>) => {
  let asking: Promise<T | null> | null = null
  return async () => {
    asking ??= ask()
      .catch(() => null)
      .finally(() => (asking = null))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), withinMs)))
    const answer = await Promise.race([asking, late])
    clearTimeout(timer)
    return answer
  }
}

type VitalsOptions = {
  deps: Pick<Deps, 'config' | 'db' | 'maps'>
  lag: () => EventLag
  /** how the room where a folder lies is found, unless a test says it */
  readRoomOf?: typeof readRoom
}

export const makeVitals = ({ deps, lag, readRoomOf = readRoom }: VitalsOptions) => {
  const { config, db, maps } = deps
  const begunAt = performance.now()
  const ping = share(async () => {
    await sql`select 1`.execute(db)
    return true
  })
  const backlog = share(() => readBacklog(db))
  // a folder of another machine that hangs keeps nobody from knowing of the others
  const folders = listFolders(config).map((watched) => ({ watched, ask: share(() => readRoomOf(watched.folder)) }))
  const readDisks = async (): Promise<Disk[]> =>
    makeDisks(await Promise.all(folders.map(async ({ watched, ask }) => ({ ...watched, room: await ask() }))))
  const isDatabaseUp = async (): Promise<boolean> => (await ping()) ?? false
  const read = async (): Promise<Vitals> => {
    const [isUp, waiting, disks] = await Promise.all([isDatabaseUp(), backlog(), readDisks()])
    return {
      database: { isUp },
      backlog: isUp ? waiting : null,
      events: isUp ? lag() : { lagS: null, cause: null },
      map: maps.basemap.describe().state,
      isCityMissing: (maps.cities?.followed().missing ?? null) !== null,
      isEngineDown: maps.engines?.list().some(({ isReachable }) => isReachable === false) ?? false,
      disks,
      upS: (performance.now() - begunAt) / 1000,
    }
  }
  return { isDatabaseUp, read }
}

export type VitalsReader = ReturnType<typeof makeVitals>
