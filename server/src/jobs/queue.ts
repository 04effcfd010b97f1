// Promise: a job is added in the transaction that causes it: with the rows, or not at all.
import type { JobName, JobPayloads } from '@wayfare/core/events'
import { sql, type RawBuilder } from 'kysely'
import { putRows, type Parts } from '../db/outbox.ts'
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

type NewJob = {
  task: JobName
  payload: unknown
  queue: string | null
  runAt: Date | null
  maxAttempts: number
  key: string | null
  keepsTime: boolean
}

/** The library takes many jobs in one call, as long as no two have one key and all treat the time of one that waits alike. */
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

/** The look at delayed jobs (jobs/due) comes twice a second: so long before its time (ms) a job is begun by that. */
const laterMs = 1000

/**
 * The database's clock begins a job, while the work goes by the server's. Where the two are further apart than this (ms), its time is
 * moved by it: a job that looks again in ten seconds would otherwise do so without a pause.
 */
const clocksApartMs = 1000

/**
 * The library wakes workers by a NOTIFY, and transactions with one commit one after the other. It is left out where `inTx` wakes them
 * after the commit (`isQuiet`), and for jobs that are for later.
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
  /** each with a key of its own */
  keyOf?: (payload: JobPayloads[Name]) => string | null
}

/** Many jobs of one name in one statement. */
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
