// A restore of a town that nobody served since its backup, as after an upgrade that failed: it goes on as if nothing had been.
import { expect, it } from 'vitest'
import { makeBackups, passphrase, log } from './backups.ts'
import { restoreDatabase } from '../src/db/restore.ts'
import { emptyDatabase } from './database.ts'
import { startApp, type TestApp } from './harness.ts'
import { makeTrips } from './trips.ts'

const { backUp, stage } = makeBackups()

const jobs = async ({ database }: TestApp) =>
  (
    await database.directPool.query(
      `select identifier as task, payload::text, run_at, max_attempts, key, queue_name from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       order by 1, 2`,
    )
  ).rows

it(
  'leaves nothing out, holds nothing back, stops nothing and tells what was still to be told',
  { timeout: 120_000 },
  async () => {
    // nobody reacts and no job runs: all that happens here still waits at the moment of the backup
    const app = await startApp({ settings: { autoDispatch: true }, config: { roles: new Set(['api'] as const) } })
    const trips = makeTrips(app)
    const { carType, rider, driver } = await trips.cast()
    const taken = await trips.book(rider, carType)
    await trips.offer(taken.id)
    await trips.accept(driver, taken.id)
    await app.database.directPool.query(`
    insert into push_device (id, user_id, session_id, kind, platform, token)
      values ('d1', '${rider.id}', '${rider.sessionId}', 'expo', 'IOS', 'ExponentPushToken[1]');
    insert into campaign (id, device_type, user_type, title, body, created_by, state, sent_at)
      values ('c1', 'All', 'rider', 'Hello', 'A new zone', '${rider.id}', 'sending', now());
    select graphile_worker.add_job('payments.refund', '{"refundId": "r1"}', job_key => 'refund:r1', queue_name => 'refund:r1');
    select graphile_worker.add_job('notifications.message', '{"sealed": "x"}', run_at => now() + interval '1 hour');
    select graphile_worker.add_job('dispatch.warn', '{"bookingId": "b1"}', run_at => now() - interval '1 hour')`)
    const before = await jobs(app)
    const backup = await backUp(app)

    const clone = await emptyDatabase()
    const { held } = await restoreDatabase(clone.url, { ...backup, passphrase, stage, log, goesOn: true })
    expect(held).toEqual([])
    const restored = await startApp({ clone, config: { roles: new Set(['api'] as const) } })
    expect(before.length).toBeGreaterThan(3)
    expect(await jobs(restored)).toEqual(before)
    expect((await restored.database.directPool.query(`select state from campaign`)).rows).toEqual([{ state: 'sending' }])
    await restored.close()

    const told = await emptyDatabase()
    await restoreDatabase(told.url, { ...backup, passphrase, stage: `${stage}-2`, log, goesOn: true })
    const serving = await startApp({ clone: told })
    await serving.readAll()
    expect((await jobs(serving)).map(({ task }) => task)).toContain('notifications.send')
    await serving.close()
    await app.close()
  },
)
