// Releases a dead worker's jobs within 8 s, with one process or several. Jobs of a living worker stay locked, unless it has lost
// track of them because the database's answer never arrived.
import { setTimeout as pause } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import type { Pool } from 'pg'
import { isConnectionTrouble } from '../db/open.ts'
import type { Log } from '../deps.ts'

const beatMs = 1000
/**
 * A worker counts as dead after this long (ms), six beats, without a sign of life. Its jobs start half a second later (jobs/due).
 */
const deadAfterMs = 6000
/** How late (ms) the database's answer that a job was taken may arrive; as long as the pools wait for answers. */
const answeredWithinMs = 12_000

// excludes recent locks, whose worker may not have sent its first beat yet
const findDead = `
select locked_by as id from (
  select locked_by, locked_at from graphile_worker._private_jobs union all
  select locked_by, locked_at from graphile_worker._private_job_queues
) held
where locked_by is not null and not exists (
  select from job_worker where id = held.locked_by and seen_at > now() - $1 * interval '1 millisecond')
group by 1 having max(locked_at) < now() - $1 * interval '1 millisecond'`

/**
 * Finds jobs locked by this process's workers that none of them is working on: they were taken or completed by a statement whose
 * answer was lost. They run again, as after any failure.
 */
const freeLost = `
with lost as (
  update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where locked_by = any($1::text[]) and locked_at < now() - $3 * interval '1 millisecond' and not (id = any($2::bigint[]))
  returning id, job_queue_id
), queue as (
  update graphile_worker._private_job_queues set locked_at = null, locked_by = null where id in (select job_queue_id from lost)
)
select id from lost`

const sayAlive = `
insert into job_worker (id) select unnest($1::text[]) on conflict (id) do update set seen_at = now()`

const forgetOld = `delete from job_worker where seen_at < now() - interval '1 day'`

/** Releases the jobs of dead workers; with a negative `afterMs`, of all workers. */
const releaseDead = async (pool: Pool, log: Log, afterMs = deadAfterMs): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>(findDead, [afterMs])
  if (rows.length === 0) return
  const utils = await makeWorkerUtils({ pgPool: pool })
  try {
    await utils.forceUnlockWorkers(rows.map(({ id }) => id))
  } finally {
    await utils.release()
  }
  log.info({ workers: rows.length }, 'jobs of a worker that died were taken up again')
}

/** Releases all locked jobs, for a process that is the only one, before it takes its first job. */
export const releaseAll = (pool: Pool, log: Log): Promise<void> => releaseDead(pool, log, -1)

type Heart = { stop: () => Promise<void> }

/** The workers of this process, and the jobs they are working on. */
type Work = { ids: readonly string[]; active: ReadonlySet<string>; lostAfterMs?: number | undefined }

/** Sends beats for these workers until stopped, and releases the jobs of dead workers and those that the own ones lost. */
export const startHeart = async (pool: Pool, log: Log, { ids, active, lostAfterMs = answeredWithinMs }: Work): Promise<Heart> => {
  const ending = new AbortController()
  let judgesFrom = 0
  let beatenAt = performance.now()
  const beat = async (): Promise<void> => {
    const startedAt = performance.now()
    await pool.query(sayAlive, [ids])
    // after a pause of this process or the database, give the others time to send a beat first
    if (performance.now() - beatenAt > deadAfterMs / 2) judgesFrom = performance.now() + deadAfterMs
    beatenAt = startedAt
    const { rowCount } = await pool.query(freeLost, [ids, [...active], lostAfterMs])
    if (rowCount) log.info({ jobs: rowCount }, 'jobs whose answer was lost were taken up again')
    if (startedAt >= judgesFrom) await releaseDead(pool, log)
  }
  const run = async (): Promise<void> => {
    while (await pause(beatMs, true, { signal: ending.signal, ref: false }).catch(() => false)) {
      await beat().catch((error: unknown) => {
        if (!isConnectionTrouble(error)) log.warn({ err: error }, 'the job runner could not say that it lives')
      })
    }
  }
  await pool.query(forgetOld)
  await beat()
  const running = run()
  return {
    stop: async () => {
      ending.abort()
      await running
      await pool.query('delete from job_worker where id = any($1)', [ids]).catch(() => {})
    },
  }
}
