// Adds jobs in the transaction that causes them, so that both commit or neither does.
import type { JobName, JobPayloads } from '@wayfare/core/events'
import { sql, type RawBuilder } from 'kysely'
import { putRows, type Parts } from '../db/outbox.ts'
import type { Db, Deps, Tx } from '../deps.ts'

type JobOptions = {
  runAt?: Date | undefined
  /** replaces a waiting job with the same key */
  jobKey?: string
  /** jobs of one queue run one at a time, even if one is added while another is running */
  queue?: string
  /** the replaced job's time is kept */
  keepRunAt?: boolean
  /** attempts with growing delays: 5 take a minute and a half, 8 half an hour, 12 sixteen hours */
  maxAttempts?: number
}

/** What a feature's jobs.ts exports: one idempotent function per job name. */
export type Jobs = { [Name in JobName]?: (deps: Deps, payload: JobPayloads[Name]) => Promise<void> }

const usualAttempts = 8

/** Jobs that wait for outside services. A hanging one may delay other messages, but no trip. */
export const outsideJobs: ReadonlySet<string> = new Set<JobName>([
  'payments.check',
  'payments.refund',
  'notifications.message',
  'notifications.send',
  'notifications.campaign',
  'backups.make',
  'files.erase',
])

type NewJob = {
  task: JobName
  payload: unknown
  queue: string | null
  runAt: Date | null
  maxAttempts: number
  key: string | null
  keepsTime: boolean
}

/** Splits jobs into calls of the library: in one call, keys must be distinct and `keepRunAt` the same for all. */
const cutIntoCalls = (jobs: readonly NewJob[]): NewJob[][] => {
  const calls: NewJob[][] = []
  let keys = new Set<string>()
  for (const job of jobs) {
    const call = calls.at(-1)
    const fits = call?.[0]?.keepsTime === job.keepsTime && !(job.key !== null && keys.has(job.key))
    if (fits) call?.push(job)
    else {
      calls.push([job])
      keys = new Set()
    }
    if (job.key !== null) keys.add(job.key)
  }
  return calls
}

/** Jobs due later than this (ms) are left to the poll for delayed jobs, which runs twice a second (jobs/due). */
const laterMs = 1000

/**
 * Jobs start by the database's clock but are planned by the server's. If the two differ by more than this (ms), a job's time is
 * shifted by the difference; otherwise a job that polls every ten seconds could run without a pause.
 */
const clocksApartMs = 1000

/**
 * The library wakes workers with a NOTIFY, and transactions with a NOTIFY commit one after the other. It is left out if `inTx`
 * wakes the workers after the commit (`isQuiet`), and for delayed jobs.
 */
const callAdd = (jobs: readonly NewJob[], isQuiet: boolean): RawBuilder<unknown> => {
  const rows = jobs.map(({ keepsTime: _keepsTime, ...row }) => row)
  const apart = sql`clock_timestamp() - ${new Date(Date.now())}::timestamptz`
  const isForLater = jobs.every(({ runAt }) => runAt !== null && runAt.getTime() > Date.now() + laterMs)
  return sql`(select count(*) from ${sql.ref(isQuiet || isForLater ? 'graphile_worker.add_later_jobs' : 'graphile_worker.add_jobs')}(array(
    select (task, payload, queue, "runAt" + apart, "maxAttempts", key, null, null)::graphile_worker.job_spec
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as job (task text, payload json, queue text, "runAt" timestamptz, "maxAttempts" smallint, key text)
      cross join (select case when abs(extract(epoch from ${apart})) * 1000 > ${clocksApartMs} then ${apart} else interval '0' end) as clocks (apart)),
    ${jobs[0]?.keepsTime ?? false}))`
}

const isDue = ({ runAt }: NewJob): boolean => runAt === null || runAt.getTime() <= Date.now()

const addJobs = (jobs: readonly NewJob[], isQuiet: boolean): Parts => ({
  calls: cutIntoCalls(jobs).map((call) => callAdd(call, isQuiet)),
  due: jobs.filter(isDue).map(({ task }) => task),
})

export const enqueueJob = <Name extends JobName>(
  tx: Tx | Db,
  name: Name,
  payload: JobPayloads[Name],
  { runAt, jobKey, queue, keepRunAt = false, maxAttempts = usualAttempts }: JobOptions = {},
): Promise<void> => {
  const when = { runAt: runAt ?? null, key: jobKey ?? null, keepsTime: keepRunAt }
  return putRows(tx, addJobs, [{ task: name, payload, queue: queue ?? null, maxAttempts, ...when }])
}

type ManyOptions<Name extends JobName> = Pick<JobOptions, 'maxAttempts'> & {
  /** the job key of each payload */
  keyOf?: (payload: JobPayloads[Name]) => string | null
}

/** Adds many jobs of one name in one statement. */
export const enqueueAll = <Name extends JobName>(
  tx: Tx | Db,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  { maxAttempts = usualAttempts, keyOf = () => null }: ManyOptions<Name> = {},
): Promise<void> => {
  const rest = { queue: null, runAt: null, maxAttempts, keepsTime: false }
  return putRows(
    tx,
    addJobs,
    payloads.map((payload) => ({ task: name, payload, key: keyOf(payload), ...rest })),
  )
}
