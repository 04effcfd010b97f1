// What a transaction tells, told at its end by one statement.
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import type { Db, Tx } from '../deps.ts'
import { emitEvent } from '../events.ts'
import { enqueueJob } from '../jobs/queue.ts'
import { inTx } from './tx.ts'

const app = await startApp()

const listEvents = async (db: Db | Tx, mark: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select payload->>'userId' as name from event where payload->>'userId' like ${`${mark}%`} order by transaction_id, id`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

const listJobs = async (db: Db | Tx, mark: string) => {
  const { rows } = await sql<{ key: string; driver: string; soon: boolean; tries: number }>`
    select key, payload->>'driverId' as driver, run_at < now() + interval '1 hour' as soon, max_attempts as tries
    from graphile_worker._private_jobs where key like ${`${mark}%`} order by id`.execute(db)
  return rows
}

const tell = (tx: Tx, name: string) => emitEvent(tx, { type: 'UserChanged', userId: asId<'user'>(name) })
const plan = (db: Tx | Db, driver: string, jobKey: string, more: { runAt?: Date; keepRunAt?: boolean } = {}) =>
  enqueueJob(db, 'dispatch.offerToDriver', { driverId: asId<'user'>(driver) }, { jobKey, ...more })

const later = new Date(Date.now() + 86_400_000)

it('is written after all else, in its order, and not before', async () => {
  const during = await inTx(app.deps, async (tx) => {
    await tell(tx, 'order-1')
    await plan(tx, 'first', 'order-a', { runAt: later })
    await tell(tx, 'order-2')
    await plan(tx, 'second', 'order-b', { runAt: later })
    await tell(tx, 'order-3')
    return [await listEvents(tx, 'order'), await listJobs(tx, 'order')]
  })
  expect(during).toEqual([[], []])
  expect(await listEvents(app.db, 'order')).toEqual(['order-1', 'order-2', 'order-3'])
  expect(await listJobs(app.db, 'order')).toMatchObject([
    { key: 'order-a', driver: 'first', soon: false, tries: 8 },
    { key: 'order-b', driver: 'second', soon: false, tries: 8 },
  ])
})

it('replaces a job by a later one with its key, also within one transaction', async () => {
  await inTx(app.deps, async (tx) => {
    await plan(tx, 'early', 'twice', { runAt: new Date() })
    await plan(tx, 'other', 'twice-other', { runAt: later })
    await plan(tx, 'late', 'twice', { runAt: later })
  })
  const jobs = await listJobs(app.db, 'twice')
  expect(jobs).toHaveLength(2)
  expect(jobs.find(({ key }) => key === 'twice')).toMatchObject({ driver: 'late', soon: false })
})

it('leaves the time of one that waits where that is wished, and moves it where it is not', async () => {
  for (const key of ['keeps', 'keeps-not']) await inTx(app.deps, (tx) => plan(tx, 'waits', key, { runAt: later }))
  await inTx(app.deps, async (tx) => {
    await plan(tx, 'again', 'keeps', { runAt: new Date(), keepRunAt: true })
    await plan(tx, 'beside', 'keeps-not', { runAt: new Date() })
  })
  const jobs = await listJobs(app.db, 'keeps')
  expect(jobs.find(({ key }) => key === 'keeps')).toMatchObject({ driver: 'again', soon: false })
  expect(jobs.find(({ key }) => key === 'keeps-not')).toMatchObject({ driver: 'beside', soon: true })
})

it('is nothing where the transaction fails', async () => {
  const failing = inTx(app.deps, async (tx) => {
    await tell(tx, 'failed-1')
    await plan(tx, 'nobody', 'failed')
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect([await listEvents(app.db, 'failed'), await listJobs(app.db, 'failed')]).toEqual([[], []])
})
