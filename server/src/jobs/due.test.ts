import { setTimeout as pause } from 'node:timers/promises'
import type { JobName } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import { afterEach, expect, it, vi } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { enqueueJob, outsideJobs, type Jobs } from './queue.ts'
import { startJobs } from './runner.ts'

const app = await startApp()
const { deps, database } = app
const runners: Awaited<ReturnType<typeof startJobs>>[] = []
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  await database.directPool.query('delete from graphile_worker._private_jobs')
})

const start = async (jobs: Jobs): Promise<void> => {
  runners.push(await startJobs(deps, jobs, { pool: database.directPool, alone: true }))
}

const outside: JobName = 'payments.check'
expect(outsideJobs.has(outside)).toBe(true)

it('begins delayed jobs of either kind soon after their time, as many at once as there are workers', async () => {
  const begun: string[] = []
  let most = 0
  let now = 0
  const work = async (name: string): Promise<void> => {
    begun.push(name)
    most = Math.max(most, ++now)
    await pause(300)
    now -= 1
  }
  await start({ 'bookings.complete': () => work('inside'), [outside]: () => work('outside') })
  // by then every worker has looked once, and waits
  await pause(300)
  const runAt = new Date(Date.now() + 700)
  for (let i = 0; i < 4; i++) {
    await enqueueJob(deps.db, 'bookings.complete', { bookingId: asId(`B${i}`) }, { runAt })
    await enqueueJob(deps.db, outside, { paymentId: asId(`P${i}`) }, { runAt })
  }
  await expect.poll(() => begun.length, { timeout: 5000 }).toBe(8)
  expect(Date.now()).toBeGreaterThanOrEqual(runAt.getTime())
  expect(begun.toSorted()).toEqual([...Array(4).fill('inside'), ...Array(4).fill('outside')])
  expect(most).toBe(8)
})

it('has no worker look while nothing is due that it does', async () => {
  for (let i = 0; i < 50; i++) await enqueueJob(deps.db, outside, { paymentId: asId(`P${i}`) })
  let connects = 0
  const counting = new Proxy(database.directPool, {
    get: (pool, name) => {
      const value: unknown = Reflect.get(pool, name)
      if (name === 'connect') connects += 1
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
  runners.push(await startJobs(deps, { 'bookings.complete': async () => {} }, { pool: counting, alone: true }))
  await pause(500)
  connects = 0
  await pause(2000)
  // four workers that look twice a second would have connected 16 times
  expect(connects).toBeLessThan(8)
})

it('keeps the time of a job by the clock of the server, wherever that of the database is', async () => {
  const clock = vi.spyOn(Date, 'now')
  const found: number[] = []
  for (const apartMs of [-60_000, 0, 60_000]) {
    const there = performance.timeOrigin + performance.now() + apartMs
    clock.mockReturnValue(there)
    const jobKey = `apart:${apartMs}`
    await enqueueJob(deps.db, 'bookings.complete', { bookingId: asId('B1') }, { runAt: new Date(there + 10_000), jobKey })
    const { rows } = await database.directPool.query<{ seconds: number }>(
      `select extract(epoch from run_at - now())::float8 as seconds from graphile_worker._private_jobs where key = $1`,
      [jobKey],
    )
    found.push(Math.round((rows[0]?.seconds ?? 0) / 5) * 5)
  }
  clock.mockRestore()
  expect(found).toEqual([10, 10, 10])
})
