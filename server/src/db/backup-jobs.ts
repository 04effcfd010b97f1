// Promise: after a restore nobody is told, asked or paid twice. What the old machine may have done since the backup is left out, or waits
// until the operator says that it may go on; what only keeps the books and the clock goes on by itself.
import type { JobName } from '@wayfare/core/events'
import type { ClientBase } from 'pg'
import { readCopy } from './copy.ts'

/**
 * `keep`: it goes on. `hold`: it waits for `releaseHeld`. `ahead`: it goes on when its time is still to come, and is left out otherwise.
 * `drop`: it is left out.
 */
type Fate = 'keep' | 'hold' | 'ahead' | 'drop'

const fates: Record<JobName, Fate> = {
  'files.erase': 'keep',
  // a booking for later, whose time has not come, is looked after as before: see `isAhead`
  'dispatch.offer': 'hold',
  'dispatch.warn': 'ahead',
  'dispatch.offerToDriver': 'drop',
  'bookings.complete': 'keep',
  'bookings.expire': 'keep',
  'bookings.erasePerson': 'keep',
  'bookings.lapseClaim': 'keep',
  'trips.measureAgain': 'keep',
  'accounts.forgotPassword': 'drop',
  // these only ask the provider
  'payments.check': 'keep',
  'payments.watch': 'keep',
  'payments.resume': 'hold',
  'payments.refund': 'hold',
  'wallet.proveBooks': 'keep',
  'audit.prove': 'keep',
  'retention.expire': 'keep',
  // the start asks for the next one
  'backups.make': 'drop',
  'notifications.message': 'drop',
  'notifications.send': 'drop',
  'notifications.sendToMany': 'drop',
  'notifications.campaign': 'drop',
}

const columns = 'task, payload, run_at, max_attempts, key, queue'

/** Those that have tries left. */
export const readJobs = (client: ClientBase): AsyncGenerator<Buffer, number> =>
  readCopy(
    client,
    `copy (
      select t.identifier, j.payload, j.run_at, j.max_attempts, j.key, q.queue_name
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where j.attempts < j.max_attempts order by j.id) to stdout`,
  )

export const jobsTable = `
create temp table job_restored (
  task text, payload json, run_at timestamptz, max_attempts smallint, key text, queue text) on commit drop`

export const jobsCopy = `copy job_restored (${columns}) from stdin`

/** No driver was asked for it by the time of the backup, nor is he to be asked yet. */
const isAhead = `
(fate = 'ahead' and run_at > now()) or (task = 'dispatch.offer' and exists (
  select from booking where id = payload ->> 'bookingId' and release_at > now()))`

const add = `
with fated as (
  select r.*, f.fate from job_restored r join unnest($1::text[], $2::text[]) as f (task, fate) using (task)
), kept as (
  select *, fate = 'hold' and not (${isAhead}) as held from fated where fate in ('keep', 'hold') or (${isAhead})
)
select count(*) from graphile_worker.add_jobs(array(
  select (task, payload, queue, case when held then 'infinity' else run_at end, max_attempts, key, null, null)::graphile_worker.job_spec
  from kept))`

export type Held = { task: string; count: number }[]

/** Brings what was copied into `job_restored` into the queue, which is empty; tells what is held: nothing where all goes on. */
export const addJobs = async (client: ClientBase, goesOn = false): Promise<Held> => {
  await client.query('delete from graphile_worker._private_jobs')
  await client.query(add, [Object.keys(fates), Object.values(fates).map((fate) => (goesOn ? 'keep' : fate))])
  const { rows } = await client.query<Held[number]>(`
    select t.identifier as task, count(*)::int as count from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where run_at = 'infinity' group by 1 order by 1`)
  return rows
}

/** Lets go on what a restore held back; tells what that was. */
export const releaseHeld = async (client: Pick<ClientBase, 'query'>): Promise<Held> => {
  const { rows } = await client.query<Held[number]>(`
    with released as (
      update graphile_worker._private_jobs set run_at = now() where run_at = 'infinity' returning task_id
    )
    select t.identifier as task, count(*)::int as count from released join graphile_worker._private_tasks t on t.id = task_id
    group by 1 order by 1`)
  return rows
}
