import { EventEmitter, once } from 'node:events'
import type { JobPayloads } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { startProxy } from '../../test/proxy.ts'
import { enqueueJob } from './queue.ts'
import { startJobs } from './runner.ts'
import { openKysely, openPool } from '../db/open.ts'

let proxy: Awaited<ReturnType<typeof startProxy>> | null = null
let straight = ''
const reach = async (url: string) => {
  straight = url
  proxy = await startProxy(url)
  return proxy.url
}
const app = await startApp({ database: { reach, answerWithinMs: 400 } })
/** Past the proxy: what is really in the table. */
const besides = openPool({ connectionString: straight }, app.deps.log)
const db = openKysely(besides)
afterAll(async () => {
  proxy?.recover()
  await db.destroy()
  await app.close()
  proxy?.close()
})

type Payload = JobPayloads['bookings.complete']
const waiting = async (): Promise<number> =>
  Number((await besides.query('select count(*) as n from graphile_worker._private_jobs')).rows[0].n)

it('finishes and finds jobs again after the database hung: those under way, those taken by an answer that never came, new ones', async () => {
  const [begun, done]: [string[], string[]] = [[], []]
  const gate = new EventEmitter()
  const work = async (_deps: unknown, { bookingId }: Payload) => {
    begun.push(bookingId)
    if (bookingId === 'UNDERWAY' && done.length === 0) await once(gate, 'open')
    done.push(bookingId)
  }
  const place = { pool: app.database.jobPool, alone: true, lostAfterMs: 500 }
  const runner = await startJobs(app.deps, { 'bookings.complete': work }, place)
  await enqueueJob(db, 'bookings.complete', { bookingId: asId('UNDERWAY') })
  const taken = () => besides.query('select locked_by from graphile_worker._private_jobs where locked_at is not null')
  await expect.poll(() => begun).toEqual(['UNDERWAY'])

  proxy?.hang()
  gate.emit('open')
  await enqueueJob(db, 'bookings.complete', { bookingId: asId('NEW') })
  await expect.poll(() => done).toEqual(['UNDERWAY'])
  // as if a worker of this process had taken it and never heard so
  const { rows } = await taken()
  await enqueueJob(db, 'bookings.complete', { bookingId: asId('LOST') }, { queue: 'one' })
  await besides.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = $1, attempts = 1 where payload ->> 'bookingId' = 'LOST'`,
    [rows[0].locked_by],
  )
  await besides.query(`update graphile_worker._private_job_queues set locked_at = now(), locked_by = $1`, [rows[0].locked_by])
  // every connection of the runner has been cut and made anew in between
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await waiting()).toBe(3)

  // what hangs now hangs for ever
  proxy?.answerOthers()
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0)
  expect(done).toEqual(expect.arrayContaining(['UNDERWAY', 'NEW', 'LOST']))
  await runner.stop()
})
