import { Refusal } from '@wayfare/core/errors'
import type { JobName } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { makeGate } from '../../test/held.ts'
import { emitEvent } from '../events.ts'
import type { Tx } from '../deps.ts'
import { enqueueJob } from '../jobs/queue.ts'
import { openDatabase } from './open.ts'
import { inTx } from './tx.ts'

const app = await startApp()
const { deps } = app
const addReason = (value: number) =>
  app.db
    .insertInto('cancelReason')
    .values({ value, label: `reason ${value}` })
    .execute()
const labelOf = async (value: number) =>
  (await app.db.selectFrom('cancelReason').select('label').where('value', '=', value).executeTakeFirst())?.label

it('commits everything or nothing', async () => {
  const failing = inTx(deps, async (tx) => {
    await tx.insertInto('cancelReason').values({ value: 1, label: 'one' }).execute()
    throw new Refusal('conflict')
  })
  await expect(failing).rejects.toMatchObject({ key: 'conflict' })
  expect(await labelOf(1)).toBeUndefined()
})

it('tries again when two transactions lock each other out', async () => {
  await addReason(10)
  await addReason(11)
  let tries = 0
  let written = 0
  const both = makeGate()
  const inOrder = (first: number, second: number) =>
    inTx(deps, async (tx) => {
      tries += 1
      const write = (value: number) =>
        tx
          .updateTable('cancelReason')
          .set({ label: `by ${first}` })
          .where('value', '=', value)
          .execute()
      await write(first)
      written += 1
      if (written === 2) both.open()
      await both.opened
      await write(second)
    })
  await Promise.all([inOrder(10, 11), inOrder(11, 10)])
  // more than one each; how many more is PostgreSQL's choice of whom it gives up on
  expect(tries).toBeGreaterThan(2)
  expect(await labelOf(10)).toBe(await labelOf(11))
})

const emit = (tx: Tx) =>
  emitEvent(tx, { type: 'WalletPosted', userId: asId('nobody'), txRef: '', amountMinor: '0', currency: 'SEK' })

it('wakes the readers after the commit of an event, and neither after another nor after a failure', async () => {
  let woken = 0
  const watched = { ...deps, wakeReaders: () => void (woken += 1) }
  await inTx(watched, async (tx) => {
    await emit(tx)
    expect(woken).toBe(0)
  })
  expect(woken).toBe(1)
  await inTx(watched, (tx) => enqueueJob(tx, 'dispatch.offer', { bookingId: asId<'booking'>('B1') }))
  await inTx(watched, async () => 1)
  const failing = inTx(watched, async (tx) => {
    await emit(tx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(woken).toBe(1)
})

it('wakes workers after a commit, for the jobs that are due, and not after a failure', async () => {
  const woken: unknown[] = []
  const watched = { ...deps, wakeWorkers: (names: readonly JobName[]) => void woken.push(names) }
  const bookingId = asId<'booking'>('B1')
  const tellLater = { runAt: new Date(Date.now() + 60_000) }
  await inTx(watched, async (tx) => {
    await enqueueJob(tx, 'bookings.complete', { bookingId }, tellLater)
    await enqueueJob(tx, 'dispatch.offer', { bookingId })
    expect(woken).toEqual([])
  })
  await inTx(watched, (tx) => enqueueJob(tx, 'bookings.complete', { bookingId }, tellLater))
  const failing = inTx(watched, async (tx) => {
    await enqueueJob(tx, 'dispatch.offer', { bookingId })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(woken).toEqual([['dispatch.offer']])
  await deps.db.executeQuery(sql`delete from graphile_worker._private_jobs`.compile(deps.db))
})

it.each([true, false])('ends what takes too long (start-up options allowed: %s)', async (prepare) => {
  const database = await openDatabase({ url: String(deps.config.databaseUrl), prepare, log: deps.log })
  const other = { ...deps, db: database.db, config: { ...deps.config, dbPrepare: prepare } }
  const { rows } = await inTx(other, (tx) =>
    sql<{
      statement: string
      lock: string
      idle: string
    }>`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx),
  )
  expect(rows).toEqual([{ statement: '10s', lock: '5s', idle: '30s' }])
  await database.close()
})

it('reads numbers beyond what a double can hold exactly', async () => {
  const { rows } = await sql<{ big: bigint }>`select 9007199254740993::bigint as big`.execute(deps.db)
  expect(rows[0]?.big).toBe(9_007_199_254_740_993n)
})
