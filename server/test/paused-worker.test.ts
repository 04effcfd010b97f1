// Two processes that take jobs; one stands still in the middle of them, as a machine that is moved or has no memory left, and goes
// on when the other has done its work. `npm run faults` lets it stand for five minutes.
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { sendMessage } from '../src/jobs/messages.ts'
import { cloneDatabase, startApp } from './harness.ts'
import { closeServices, startJsonService } from './stubs/json-service.ts'
import { thoroughly } from './thorough.ts'
import { makeTrips } from './trips.ts'
import { makeWorkers, type Worker } from './workers.ts'

const clone = await cloneDatabase()
const app = await startApp({ clone: { url: clone.url, drop: async () => {} } })
const pool = new Pool({ connectionString: clone.url })
pool.on('error', () => {})

/** The service for SMS; who asks first is never answered. */
const sms = await startJsonService(() => (sms.asked.length === 1 ? null : { status: 202, json: {} }))
const { start, findHolder, close } = makeWorkers(clone.url, pool, {
  SMS_WEBHOOK_URL: `${sms.origin}/sms`,
  SMS_WEBHOOK_SECRET: 'a secret of the service',
})

afterAll(async () => {
  await close()
  closeServices()
  await pool.end()
  await clone.drop()
}, 120_000)

let id = ''
const workers: Worker[] = []

/** A trip that is paid and waits for a day to be complete, an SMS that waits to be sent, and two processes. */
const begin = async (): Promise<void> => {
  if (workers.length > 0) return
  id = (await makeTrips(app).trip('PAID')).id
  await app.settle()
  const params = { code: '123456' }
  await sendMessage(app.deps, app.db, { kind: 'sms', to: '+46721234567', locale: 'en', template: 'sign_in_code', params })
  await app.close()
  workers.push(await start('one'), await start('two'))
}

const jobs = async (name: string): Promise<number> =>
  (await pool.query('select from graphile_worker.jobs where task_identifier = $1', [name])).rowCount ?? 0
const isHeard = async (ids: readonly string[]): Promise<boolean> =>
  (await pool.query(`select from job_worker where id = any($1) and seen_at > now() - interval '4 seconds'`, [ids])).rowCount === 2

it(
  'a message of a process that stood still is sent by another, under the key by which its service knows it',
  { timeout: 300_000 },
  async () => {
    await begin()
    const still = await findHolder('notifications.message', workers)
    await expect.poll(() => sms.asked.length).toBe(1)
    still.child.kill('SIGSTOP')
    await expect.poll(() => jobs('notifications.message'), { timeout: 60_000 }).toBe(0)
    still.child.kill('SIGCONT')
    await expect.poll(() => isHeard(still.ids), { timeout: 60_000 }).toBe(true)
    expect(sms.asked).toHaveLength(2)
    expect(new Set(sms.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  },
)

it(
  'what a process was at that stood still is done by another, and once: it does not do it again when it goes on',
  { timeout: 900_000 },
  async () => {
    await begin()
    const readSteps = async () =>
      (await pool.query<{ status: string }>(`select to_status as status from booking_step where booking_id = $1`, [id])).rows
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from booking where id = $1 for update', [id])
    await pool.query(`update graphile_worker._private_jobs set run_at = now() where payload ->> 'bookingId' = $1`, [id])
    await pool.query(`select pg_notify('jobs:insert', '{"count":1}')`)
    const still = await findHolder('bookings.complete', workers)
    still.child.kill('SIGSTOP')
    // its transaction may hold the booking as soon as we let go, until the database ends what stands still
    await holder.query('rollback')
    holder.release()
    // one that stands still does nothing: it was the other one, which has the job for some milliseconds alone
    await expect.poll(() => jobs('bookings.complete'), { timeout: 120_000, interval: 200 }).toBe(0)
    expect((await readSteps()).at(-1)).toEqual({ status: 'COMPLETE' })
    await pause(thoroughly(300_000, 0))
    still.child.kill('SIGCONT')
    await expect.poll(() => isHeard(still.ids), { timeout: 60_000 }).toBe(true)
    await pause(4000)
    const statuses = (await readSteps()).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'COMPLETE')).toHaveLength(1)
    expect(still.child.exitCode).toBeNull()
    expect(await jobs('bookings.complete')).toBe(0)
  },
)
