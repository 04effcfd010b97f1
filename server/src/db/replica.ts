// Promise: reports and files of rows are read from a copy that PostgreSQL keeps, as long as there is one that is up to date; else, and at
// once, from the database itself.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Deps, Log, Replica, Traces } from '../deps.ts'
import { getErrorCode } from '../process.ts'
import { isConnectionTrouble, openKysely, openPool, poolOptions } from './open.ts'

/** A copy that is further behind (s) is not read: reports would lack what its reader has just seen happen. */
const mostBehindS = 10
/** So long (ms) what was found of the copy holds. */
const foundForMs = 5000
const askWithinMs = 2000
/** Of a worker that says every 1.5 s that it lives: without one nothing would tell how far the copy has come. */
const mostSilentS = 10

type ReplicaState = Awaited<ReturnType<Replica['look']>>

type ReplicaOptions = { url: string; main: Db; prepare: boolean; log: Log; traces?: Traces | null | undefined }

/** The newest sign of life that a worker has written, and how old it is there. */
const findBeat = async (db: Db): Promise<{ id: string; seenAt: Date; ageS: number } | null> => {
  const { rows } = await sql<{ id: string; seenAt: Date; ageS: number }>`
    select id, seen_at as "seenAt", extract(epoch from now() - seen_at)::float8 as "ageS" from job_worker order by seen_at desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

const findBeatOf = async (db: Db, id: string): Promise<Date | null> =>
  (await sql<{ seenAt: Date }>`select seen_at as "seenAt" from job_worker where id = ${id}`.execute(db)).rows[0]?.seenAt ?? null

/** By the clock of the database alone: both tell when the same worker was heard of last. */
const measureLag = async (main: Db, copy: Db): Promise<ReplicaState> => {
  const beat = await findBeat(main)
  if (!beat || beat.ageS > mostSilentS) return { lagS: null, trouble: 'no worker says that it lives, by which its age is told' }
  const seenAt = await findBeatOf(copy, beat.id)
  if (!seenAt) return { lagS: null, trouble: 'it is not a copy of this database, or far behind' }
  const lagS = Math.max(0, (beat.seenAt.getTime() - seenAt.getTime()) / 1000)
  return lagS <= mostBehindS ? { lagS, trouble: null } : { lagS: null, trouble: `it is ${Math.round(lagS)} s behind` }
}

/**
 * Whether the database itself may have an answer where the copy had none: it is gone, lacks a table or a right, or has been overtaken by
 * what it replays. What took too long would take too long again.
 */
const isOfCopy = (error: unknown): boolean => {
  const code = getErrorCode(error)
  return isConnectionTrouble(error) || (code !== '' && code !== '57014')
}

const silent: ReplicaState = { lagS: null, trouble: 'it does not answer' }

/** The state of the copy, measured by a connection of its own: reports may have all others. */
const makeLook = ({ url, main, prepare, log }: ReplicaOptions, tell: (state: ReplicaState) => void) => {
  const pool = openPool({ ...poolOptions(url, { prepare, traces: null }), max: 1, connectionTimeoutMillis: askWithinMs }, log)
  const copy = openKysely(pool)
  let known: ReplicaState | null = null
  let measuring: Promise<ReplicaState> | null = null
  let dueAt = 0
  const measure = async (): Promise<ReplicaState> => {
    const late = pause(askWithinMs, silent, { ref: false })
    known = await Promise.race([measureLag(main, copy).catch(() => silent), late])
    measuring = null
    tell(known)
    return known
  }
  const look = async (): Promise<ReplicaState> => {
    if (performance.now() >= dueAt) {
      dueAt = performance.now() + foundForMs
      measuring ??= measure()
    }
    // nobody waits for one that did not answer last time
    return known?.trouble ? known : ((await measuring) ?? known ?? silent)
  }
  return {
    look,
    expire: () => void (dueAt = 0),
    close: async (): Promise<void> => {
      await copy.destroy()
      if (!pool.ending) await pool.end()
    },
  }
}

/** The pools connect when they are first asked; a copy that is away is said once in the log, and once when it is back. */
export const openReplica = (options: ReplicaOptions): Replica => {
  const { url, main, prepare, log, traces = null } = options
  const pool = openPool(poolOptions(url, { prepare, traces }), log)
  const copy = openKysely(pool)
  let told: string | null = null
  const tell = ({ trouble }: ReplicaState): void => {
    const isChange = (trouble === null) !== (told === null)
    told = trouble
    if (!isChange) return
    if (trouble === null) log.info({}, 'reports are read from the replica')
    else log.warn({ reason: trouble }, 'reports are read from the database itself: the replica will not do')
  }
  const { look, expire, close } = makeLook(options, tell)
  return {
    read: async (work) => {
      if ((await look()).trouble !== null) return work(main)
      try {
        return await work(copy)
      } catch (error) {
        if (!isOfCopy(error)) throw error
        expire()
        return work(main)
      }
    },
    look,
    close: async () => {
      await Promise.all([copy.destroy(), close()])
      if (!pool.ending) await pool.end()
    },
  }
}

/** Reads that may be some seconds old: reports, and files of rows. `work` is given what to read from, and only reads. */
export const readAside = <T>(deps: Deps, work: (deps: Deps) => Promise<T>): Promise<T> =>
  deps.replica ? deps.replica.read((db) => work({ ...deps, db })) : work(deps)
