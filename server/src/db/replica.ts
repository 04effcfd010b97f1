// Promise: reports and files of rows are read from a copy that PostgreSQL keeps, as long as there is one that is up to date; else, and at
// once, from the database itself.
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

/** What the copy cannot do, or not now: it is gone, or what is replayed has overtaken the look (40001). */
const isOfCopy = (error: unknown): boolean =>
  isConnectionTrouble(error) || /^(40001|25006|42P01|42703)$/.test(getErrorCode(error))

type ReplicaOptions = { url: string; main: Db; prepare: boolean; log: Log; traces?: Traces | null | undefined }

/** The pool connects when it is first asked; a copy that is away is said once in the log, and once when it is back. */
export const openReplica = ({ url, main, prepare, log, traces = null }: ReplicaOptions): Replica => {
  const pool = openPool({ ...poolOptions(url, { prepare, traces }), connectionTimeoutMillis: askWithinMs }, log)
  const copy = openKysely(pool)
  let told: string | null = null
  let found: { at: number; state: Promise<ReplicaState> } | null = null

  const tell = ({ trouble }: ReplicaState): void => {
    if (trouble === told) return
    const isChange = (trouble === null) !== (told === null)
    told = trouble
    if (!isChange) return
    if (trouble === null) log.info({}, 'reports are read from the replica')
    else log.warn({ reason: trouble }, 'reports are read from the database itself: the replica will not do')
  }
  const measure = async (): Promise<ReplicaState> => {
    const state = await measureLag(main, copy).catch((): ReplicaState => ({ lagS: null, trouble: 'it does not answer' }))
    tell(state)
    return state
  }
  const look = (): Promise<ReplicaState> => {
    const now = performance.now()
    if (!found || now - found.at > foundForMs) found = { at: now, state: measure() }
    return found.state
  }
  return {
    read: async (work) => {
      if ((await look()).trouble !== null) return work(main)
      try {
        return await work(copy)
      } catch (error) {
        if (!isOfCopy(error)) throw error
        found = null
        return work(main)
      }
    },
    look,
    close: async () => {
      await copy.destroy()
      if (!pool.ending) await pool.end()
    },
  }
}

/** Reads that may be some seconds old: reports, and files of rows. `work` is given what to read from, and only reads. */
export const readAside = <T>(deps: Deps, work: (deps: Deps) => Promise<T>): Promise<T> =>
  deps.replica ? deps.replica.read((db) => work({ ...deps, db })) : work(deps)
