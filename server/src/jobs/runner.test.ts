import { once } from 'node:events'
import type { JobPayloads } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import { Client } from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { inTx } from '../db/tx.ts'
import { enqueueJob, type Jobs } from './queue.ts'
import { startJobs } from './runner.ts'

const app = await startApp()
const { deps, database } = app
const runners: Awaited<ReturnType<typeof startJobs>>[] = []
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  await database.directPool.query('delete from graphile_worker._private_jobs')
})

const start = async (jobs: Jobs, alone = true): Promise<Awaited<ReturnType<typeof startJobs>>> => {
  const runner = await startJobs(deps, jobs, { pool: database.directPool, alone })
  runners.push(runner)
  return runner
}

type Payload = JobPayloads['bookings.complete']
const payload: Payload = { bookingId: asId('B1') }
const waiting = async (): Promise<number> =>
  Number(
    (await database.directPool.query<{ count: string }>('select count(*) from graphile_worker._private_jobs')).rows[0]?.count,
  )

it('runs a job soon after its commit', async () => {
  const done: Payload[] = []
  await start({ 'bookings.complete': async (_deps, given) => void done.push(given) })
  await inTx(deps, (tx) => enqueueJob(tx, 'bookings.complete', payload))
  await expect.poll(() => done, { interval: 5 }).toEqual([payload])
  await expect.poll(waiting).toBe(0)
})

it('forgets a job whose transaction failed', async () => {
  const failing = inTx(deps, async (tx) => {
    await enqueueJob(tx, 'bookings.complete', payload)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await waiting()).toBe(0)
})

it('keeps one job per key, the newest', async () => {
  const done: unknown[] = []
  const later = new Date(Date.now() + 600)
  await enqueueJob(deps.db, 'bookings.complete', payload, { jobKey: 'one', runAt: later })
  await enqueueJob(deps.db, 'bookings.complete', { bookingId: asId('B2') }, { jobKey: 'one', runAt: later })
  await start({ 'bookings.complete': async (_deps, given) => void done.push(given) })
  await expect.poll(() => done).toEqual([{ bookingId: 'B2' }])
  expect(Date.now()).toBeGreaterThanOrEqual(later.getTime())
})

const add = (task: 'ours' | 'theirs') =>
  `select graphile_worker.${task === 'ours' ? 'add_later_jobs' : 'add_jobs'}(array[('a.task', '{"a":1}', 'q', '2031-01-01', 5, '${task}', null, null)::graphile_worker.job_spec], false)`

it('notifies nobody of a job that is for later or that inTx wakes workers for, and stores it as the library would', async () => {
  const client = new Client({ connectionString: deps.config.databaseUrl ?? '' })
  await client.connect()
  const heard: unknown[] = []
  client.on('notification', (message) => heard.push(message.channel))
  await client.query('listen "jobs:insert"')
  const runAt = new Date(Date.now() + 60_000)
  await inTx(deps, async (tx) => {
    await enqueueJob(tx, 'bookings.complete', payload, { runAt, jobKey: 'later' })
    await enqueueJob(tx, 'bookings.complete', payload, { runAt })
  })
  for (let time = 0; time < 2; time += 1) await client.query(add('ours'))
  expect(heard).toEqual([])
  expect(await waiting()).toBe(3)
  await inTx(deps, async (tx) => {
    await enqueueJob(tx, 'bookings.complete', payload, { runAt, jobKey: 'later' })
    await enqueueJob(tx, 'bookings.complete', payload)
  })
  await client.query('select 1')
  expect(heard).toEqual([])
  await enqueueJob(deps.db, 'bookings.complete', payload)
  await expect.poll(() => heard).toEqual(['jobs:insert'])
  for (let time = 0; time < 2; time += 1) await client.query(add('theirs'))
  const { rows } = await client.query(`select to_jsonb(j) - 'id' - 'key' - 'created_at' - 'updated_at' as job
    from graphile_worker._private_jobs j where key in ('ours', 'theirs')`)
  expect(rows[0]).toMatchObject({ job: { max_attempts: 5, revision: 1, run_at: expect.stringContaining('2031') } })
  expect(rows[1]).toEqual(rows[0])
  await client.end()
})

it('tries again what failed, with a warning, and keeps what failed for good', async () => {
  let tries = 0
  await enqueueJob(deps.db, 'bookings.complete', payload)
  await start({
    'bookings.complete': async () => {
      tries += 1
      throw new Error('not now')
    },
  })
  await expect.poll(() => tries).toBe(1)
  await expect.poll(() => app.lines.some(({ message }) => message === 'a job failed and will be tried again')).toBe(true)
  await expect
    .poll(
      async () =>
        (
          await database.directPool.query(
            'update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now() where locked_at is null',
          )
        ).rowCount,
    )
    .toBe(1)
  await expect.poll(() => app.takeErrors().map(({ message }) => message)).toContain('a job has used up its tries')
  expect([tries, await waiting()]).toEqual([2, 1])
})

it('takes up at once what a killed worker had locked', async () => {
  await enqueueJob(deps.db, 'bookings.complete', payload)
  await database.directPool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead'`)
  const done: Payload[] = []
  await start({ 'bookings.complete': async (_deps, given) => void done.push(given) })
  await expect.poll(() => done).toEqual([payload])
})

const lock = (booking: string, worker: string): Promise<unknown> =>
  database.directPool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = $2 where payload ->> 'bookingId' = $1`,
    [booking, worker],
  )

const lastHeard = (worker: string, secondsAgo: number): Promise<unknown> =>
  database.directPool.query(`insert into job_worker (id, seen_at) values ($1, now() - $2 * interval '1 second')`, [
    worker,
    secondsAgo,
  ])

const heard = async (): Promise<string[]> =>
  (
    await database.directPool.query<{ id: string }>(`select id from job_worker where seen_at > now() - interval '5 seconds'`)
  ).rows.map(({ id }) => id)

it('takes up what a worker had locked that is heard no more, its queue too, and leaves what a living one works at', async () => {
  for (const name of ['living', 'silent', 'unknown']) {
    await enqueueJob(deps.db, 'bookings.complete', { bookingId: asId(name) }, { queue: name })
    await lock(name, `worker of ${name}`)
  }
  await database.directPool.query(
    `update graphile_worker._private_job_queues set locked_at = now() - interval '1 minute', locked_by = 'worker of ' || queue_name`,
  )
  await lastHeard('worker of living', -60)
  await lastHeard('worker of silent', 13)
  const done: Payload[] = []
  await start({ 'bookings.complete': async (_deps, given) => void done.push(given) }, false)
  await expect.poll(() => done.map(({ bookingId }) => bookingId).toSorted()).toEqual(['silent', 'unknown'])
  await expect.poll(waiting).toBe(1)
  expect(done).toHaveLength(2)
})

it('says that its workers live as long as they do', async () => {
  const before = await heard()
  const runner = await start({ 'bookings.complete': async () => {}, 'payments.check': async () => {} }, false)
  const mine = (await heard()).filter((id) => !before.includes(id))
  expect(mine).toHaveLength(2)
  await runner.stop()
  runners.splice(0)
  expect((await heard()).filter((id) => mine.includes(id))).toEqual([])
})

it('lets no message that hangs hold up a trip', async () => {
  const release = new AbortController()
  const hanging = once(release.signal, 'abort')
  let hung = 0
  const done: Payload[] = []
  await start({
    'notifications.message': async () => {
      hung += 1
      await hanging
    },
    'bookings.complete': async (_deps, given) => void done.push(given),
  })
  await inTx(deps, async (tx) => {
    for (let count = 0; count < 10; count++) await enqueueJob(tx, 'notifications.message', { sealed: String(count) })
  })
  await expect.poll(() => hung).toBe(4)
  await enqueueJob(deps.db, 'bookings.complete', payload)
  await expect.poll(() => done).toEqual([payload])
  release.abort()
  await expect.poll(() => hung).toBe(10)
})

it('tries nothing once it was stopped: a job that was done without a connection stays for another process', async () => {
  const pool = database.directPool
  const unreachable = Object.assign(new Error('nobody answers'), { code: 'ECONNREFUSED' })
  const connecting = vi.spyOn(pool, 'connect')
  const runner = await startJobs(
    deps,
    { 'bookings.complete': async () => void connecting.mockRejectedValueOnce(unreachable as never) },
    { pool, alone: true },
  )
  await enqueueJob(deps.db, 'bookings.complete', payload)
  await expect.poll(() => connecting.mock.settledResults.some(({ type }) => type === 'rejected')).toBe(true)
  await runner.stop()
  connecting.mockClear()
  // the library's next try comes 3 s after the first
  await new Promise((resolve) => setTimeout(resolve, 3500))
  expect(connecting).not.toHaveBeenCalled()
  connecting.mockRestore()
  expect(await waiting()).toBe(1)
})
