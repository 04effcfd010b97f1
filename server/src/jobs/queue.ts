// Promise: a job is added in the transaction that causes it: with the rows, or not at all.
import type { JobName, JobPayloads } from '@wayfare/core/events'
import { sql } from 'kysely'
import type { Db, Deps, Tx } from '../deps.ts'

type JobOptions = {
  runAt?: Date | undefined
  /** a job with this key that waits is replaced, so that only one does */
  jobKey?: string
  /** of the jobs of one queue only one runs at a time, also where one is added while another runs */
  queue?: string
  /** the one that waits keeps its time */
  keepRunAt?: boolean
  /** tries, of which each waits longer than the one before: 5 take a minute and a half, 8 half an hour, 12 sixteen hours */
  maxAttempts?: number
}

/** What a feature's jobs.ts exports: one function per job name, each safe to run twice. */
export type Jobs = { [Name in JobName]?: (deps: Deps, payload: JobPayloads[Name]) => Promise<void> }

const usualAttempts = 8

/** Jobs that wait for a service outside. One that hangs holds up other messages, but no trip. */
export const outsideJobs: ReadonlySet<string> = new Set<JobName>([
  'payments.check',
  'payments.refund',
  'notifications.message',
  'notifications.send',
  'notifications.campaign',
  'backups.make',
  'files.erase',
])

export const enqueueJob = async <Name extends JobName>(
  tx: Tx | Db,
  name: Name,
  payload: JobPayloads[Name],
  { runAt, jobKey, queue, keepRunAt = false, maxAttempts = usualAttempts }: JobOptions = {},
): Promise<void> => {
  await sql`select from graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json, queue_name => ${queue ?? null}::text, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maxAttempts}, job_key => ${jobKey ?? null}::text,
    job_key_mode => ${keepRunAt ? 'preserve_run_at' : 'replace'})`.execute(tx)
}

/** Many jobs of one name in one statement. */
export const enqueueAll = async <Name extends JobName>(
  tx: Tx | Db,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  { maxAttempts = usualAttempts }: Pick<JobOptions, 'maxAttempts'> = {},
): Promise<void> => {
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select (${name}::text, payload, null, null, ${maxAttempts}::smallint, null, null, null)::graphile_worker.job_spec
    from json_array_elements(${JSON.stringify(payloads)}::json) as payload))`.execute(tx)
}
