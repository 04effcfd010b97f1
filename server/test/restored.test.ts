// What a restored town does, and what it leaves alone: nothing is told, asked or paid twice, and what is new is news.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { releaseHeld } from '../src/db/backup-jobs.ts'
import { startReader } from '../src/events-readers.ts'
import { emitEvent } from '../src/events.ts'
import { makeBackups, openYounger, withClient } from './backups.ts'
import { emptyDatabase } from './database.ts'
import { startApp, type TestApp } from './harness.ts'
import { makeTrips } from './trips.ts'

const { backUp, restore } = makeBackups()

const emit = (id: string, to: TestApp) =>
  to.db.transaction().execute((tx) => emitEvent(tx, { type: 'CampaignsChanged', id } as never))

const waitingJobs = async ({ database }: TestApp): Promise<{ task: string; held: boolean }[]> =>
  (
    await database.directPool.query<{ task: string; held: boolean }>(
      `select identifier as task, run_at = 'infinity' as held from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id order by 1`,
    )
  ).rows

describe('after a restore', () => {
  it('tells nobody what was told, pays nothing back and asks no driver until it is released', { timeout: 120_000 }, async () => {
    // nobody reacts and no job runs: all that happens here still waits at the moment of the backup
    const app = await startApp({ settings: { autoDispatch: true }, config: { roles: new Set(['api'] as const) } })
    const trips = makeTrips(app)
    const { carType, rider, driver } = await trips.cast()
    const waiting = await trips.book(rider, carType)
    const taken = await trips.book(rider, carType)
    await trips.offer(taken.id)
    await trips.accept(driver, taken.id)
    const later = await trips.bookWith(rider, carType, { tripDate: Date.now() + 3 * 24 * 3_600_000 })
    await app.database.directPool.query(`
      insert into push_device (id, user_id, session_id, kind, platform, token)
        values ('d1', '${rider.id}', '${rider.sessionId}', 'expo', 'IOS', 'ExponentPushToken[1]');
      insert into campaign (id, device_type, user_type, title, body, created_by, state, sent_at)
        values ('c1', 'All', 'rider', 'Hello', 'A new zone', '${rider.id}', 'sending', now());
      select graphile_worker.add_job('payments.refund', '{"refundId": "r1"}', job_key => 'refund:r1', queue_name => 'refund:r1');
      select graphile_worker.add_job('payments.resume', '{"what": "refunds"}');
      select graphile_worker.add_job('notifications.message', '{"sealed": "x"}');
      select graphile_worker.add_job('notifications.send', '{}');
      select graphile_worker.add_job('notifications.sendToMany', '{}');
      select graphile_worker.add_job('notifications.campaign', '{"campaignId": "c1"}');
      select graphile_worker.add_job('accounts.forgotPassword', '{"sealed": "x"}');
      select graphile_worker.add_job('dispatch.offerToDriver', '{}');
      select graphile_worker.add_job('files.erase', '{"storageKeys": []}', run_at => now() + interval '1 hour');
      select graphile_worker.add_job('bookings.complete', '{"bookingId": "b1"}', run_at => now() + interval '1 hour')`)
    const backup = await backUp(app)

    const clone = await emptyDatabase()
    const { held } = await restore(clone.url, backup)
    expect(held).toEqual([
      { task: 'dispatch.offer', count: 2 },
      { task: 'payments.refund', count: 1 },
      { task: 'payments.resume', count: 1 },
    ])
    const restored = await startApp({ clone })
    const goOn = ['bookings.complete', 'dispatch.offer', 'files.erase']
    expect((await waitingJobs(restored)).filter((job) => !job.held).map(({ task }) => task)).toEqual(expect.arrayContaining(goOn))
    await restored.readAll()
    const afterReading = (await waitingJobs(restored)).map(({ task }) => task)
    expect(afterReading.filter((task) => /^(notifications|accounts)\./.test(task))).toEqual([])
    const offerOf = (id: string) =>
      restored.database.directPool.query<{ held: boolean }>(
        `select run_at = 'infinity' as held from graphile_worker._private_jobs where key = $1`,
        [`offer:${id}`],
      )
    expect((await offerOf(waiting.id)).rows).toEqual([{ held: true }])
    expect((await offerOf(later.id)).rows).toEqual([{ held: false }])
    const { rows } = await restored.database.directPool.query(`select state from campaign`)
    expect(rows).toEqual([{ state: 'stopped' }])

    // what happens from now on is news
    await makeTrips(restored).arrive(driver, taken.id)
    await restored.readAll()
    expect((await waitingJobs(restored)).map(({ task }) => task)).toContain('notifications.send')

    const released = await withClient(restored, (client) => releaseHeld(client))
    expect(released).toEqual(held)
    expect((await waitingJobs(restored)).filter((job) => job.held)).toEqual([])
    await restored.close()
    await app.close()
  })

  it('lets readers of events go on where they were, each new event once, at the usual load', { timeout: 120_000 }, async () => {
    const app = await startApp({ config: { roles: new Set(['api'] as const) } })
    for (const id of ['a', 'b', 'c']) await emit(id, app)
    // a reader that has seen the first of three
    await app.database.directPool.query(`
      insert into event_cursor (reader, transaction_id, event_id) select 'mine', transaction_id, id from event order by transaction_id, id limit 1`)
    const backup = await backUp(app)
    const { admin, clone, close } = await openYounger()
    try {
      await restore(clone.url, backup)
      const restored = await startApp({ clone, config: { roles: new Set(['api'] as const) } })
      const seen: { mine: unknown[]; live: unknown[] } = { mine: [], live: [] }
      const readers = [
        await startReader({
          deps: restored.deps,
          name: 'mine',
          durable: true,
          handle: async (event) => void seen.mine.push(Reflect.get(event, 'id')),
        }),
        await startReader({
          deps: restored.deps,
          name: 'live',
          durable: false,
          handle: async (event) => void seen.live.push(Reflect.get(event, 'id')),
        }),
      ]
      await expect.poll(() => seen.mine).toEqual(['b', 'c'])
      for (const id of ['d', 'e']) await emit(id, restored)
      restored.deps.wakeReaders()
      await expect.poll(() => seen).toEqual({ mine: ['b', 'c', 'd', 'e'], live: ['d', 'e'] })
      const count = async (): Promise<number> =>
        Number(
          (await admin.query<{ n: string }>(`select xact_commit as n from pg_stat_database where datname = 'town'`)).rows[0]?.n,
        )
      await pause(1500)
      const since = await count()
      await pause(3000)
      // four readers look once a second, and a count or two come late
      expect((await count()) - since).toBeLessThan(40)
      for (const reader of readers) await reader.stop()
      await restored.close()
    } finally {
      await close()
    }
    await app.close()
  })
})
