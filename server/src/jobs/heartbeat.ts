// Promise: what a worker that died had locked is free within 8 s, with one process or several; what a living one works at
// stays, and what a living one lost sight of, because the database's answer never came, is free as well.
import { setTimeout as pause } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import type { Pool } from 'pg'
import { isConnectionTrouble } from '../db/open.ts'
import type { Log } from '../deps.ts'

const beatMs = 1000
/** A worker that was not heard for so long is dead: six beats. It is seen within the next one, and its jobs half a second later (jobs/due). */
const deadAfterMs = 6000
/** The database's answer that a job was taken may come so late, as late as the pools wait for one. */
const answeredWithinMs = 12_000

// What was locked a moment ago may be of a worker that has not yet said that it lives.
const findDead = `
select locked_by as id from (
  select locked_by, locked_at from graphile_worker._private_jobs union all
  select locked_by, locked_at from graphile_worker._private_job_queues
) held
where locked_by is not null and not exists (
  select from job_worker where id = held.locked_by and seen_at > now() - $1 * interval '1 millisecond')
group by 1 having max(locked_at) < now() - $1 * interval '1 millisecond'`

/**
 * What is locked by workers of this process and not worked at: taken, or done, by a statement whose answer was lost. It is done
 * again, as after any failure.
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

/** Frees what those held that are heard no more: in time, or at once where nobody else can be alive. */
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

/** Frees what is locked by anybody: for a process that is the only one, before it takes a job. */
export const releaseAll = (pool: Pool, log: Log): Promise<void> => releaseDead(pool, log, -1)

type Heart = { stop: () => Promise<void> }

/** The workers of this process, and the jobs they are at. */
type Work = { ids: readonly string[]; active: ReadonlySet<string>; lostAfterMs?: number | undefined }

/** Says from now on that these workers live, looks for those of others that do not, and for what the own ones have lost. */
export const startHeart = async (pool: Pool, log: Log, { ids, active, lostAfterMs = answeredWithinMs }: Work): Promise<Heart> => {
  const ending = new AbortController()
  let judgesFrom = 0
  let beatenAt = performance.now()
  const beat = async (): Promise<void> => {
    const startedAt = performance.now()
    await pool.query(sayAlive, [ids])
    // after a break, of this process or of the database, the others get their time to be heard first
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
