// Lists jobs that used up their attempts, by name and kind of failure, without personal data; they can be retried or dismissed.
import type { JobProblem } from '@wayfare/core/system'
import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'

/** `lastAt` in epoch ms. */
type FailedJobs = { name: string; count: number; lastAt: number; problem: JobProblem }

/**
 * Recognises the kind of a failure by the wording of outages and database errors, so that the rest of the message need not be
 * shown.
 */
const problems: readonly (readonly [JobProblem, RegExp])[] = [
  ['refused', /will not take|refused it/],
  ['service', /did not answer in time|cannot be reached|left alone for now|answered (\d{3}|too much)|server failed/],
  [
    'database',
    /^(Connection terminated|timeout exceeded when trying|Client (has|was)|terminating connection|canceling statement)|ECONNREFUSED|ECONNRESET/,
  ],
]

const findProblem = (text: string): JobProblem => problems.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown'

const isDead = sql<boolean>`j.attempts >= j.max_attempts and j.locked_at is null`

type Row = { name: string; count: number; lastAt: number; error: string }

export const listFailedJobs = async (db: Db): Promise<FailedJobs[]> => {
  const { rows } = await sql<Row>`
    select t.identifier as name, count(*)::int as count, extract(epoch from max(j.updated_at))::float8 * 1000 as "lastAt",
      coalesce((array_agg(j.last_error order by j.updated_at desc))[1], '') as error
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${isDead} group by 1 order by 1`.execute(db)
  return rows.map(({ error, lastAt, ...row }) => ({ ...row, lastAt: Math.round(lastAt), problem: findProblem(error) }))
}

/** The number of failed jobs that wait for their next attempt. */
export const countFailingJobs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs where is_available and attempts > 0 and last_error is not null`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const idsOf = (name: string) => sql`array(
  select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where ${isDead} and t.identifier = ${name} for update of j)`

/** Retries the failed jobs of a name, with all attempts; returns how many there are. */
export const retryFailedJobs = async (tx: Tx, name: string): Promise<number> => {
  const { rows } = await sql`select from graphile_worker.reschedule_jobs(${idsOf(name)}, run_at => now(), attempts => 0)`.execute(
    tx,
  )
  return rows.length
}

/** Dismisses the failed jobs of a name; returns how many there were. */
export const forgetFailedJobs = async (tx: Tx, name: string): Promise<number> => {
  const { rows } = await sql`select from graphile_worker.complete_jobs(${idsOf(name)})`.execute(tx)
  return rows.length
}
