// Starts delayed jobs within half a second of their time, with one query per process instead of one per worker.
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isConnectionTrouble } from '../db/open.ts'
import type { Log } from '../deps.ts'
import { wakeCrew, type Crew } from './wake.ts'

const lookEveryMs = 500

// counts no more than there are workers
const countDue = `
select array(
  select (
    select count(*) from (
      select from graphile_worker._private_jobs as job
      where job.is_available and job.run_at <= now()
        and job.task_id = any(array(select id from graphile_worker._private_tasks where identifier = any(string_to_array(names, ' '))))
      limit most) as due)::int
  from unnest($1::text[], $2::int[]) with ordinality as crew (names, most, place) order by place) as counts`

/** Polls until stopped, and wakes as many workers of each crew as it has due jobs. */
export const watchDue = (pool: Pool, log: Log, crews: readonly Crew[]) => {
  const ending = new AbortController()
  const look = async (): Promise<void> => {
    const values = [crews.map(({ names }) => names.join(' ')), crews.map(({ workers }) => workers.size)]
    const { rows } = await pool.query<{ counts: number[] }>(countDue, values)
    if (!ending.signal.aborted) crews.forEach((crew, i) => wakeCrew(crew, rows[0]?.counts[i] ?? 0))
  }
  const run = async (): Promise<void> => {
    while (await pause(lookEveryMs, true, { signal: ending.signal, ref: false }).catch(() => false)) {
      await look().catch((error: unknown) => {
        if (!isConnectionTrouble(error)) log.warn({ err: error }, 'the job runner could not see what is due')
      })
    }
  }
  const running = run()
  return {
    stop: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}
