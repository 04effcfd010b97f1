import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { findAnswer, writeAnswer } from './answers.ts'
import { inTx } from './tx.ts'

const app = await startApp()
const once = { actor: 'A', verb: 'bookings.create', key: 'once', requestHash: 'h' }
const find = (key: string) => inTx(app.deps, (tx) => findAnswer(tx, { ...once, key }))

it('are what was written, in any script, in fewer bytes than the text has', async () => {
  const stops = Array.from({ length: 20 }, (_none, at) => ({
    lat: 57.7 + at / 1000,
    lng: 11.97,
    add: `Järntorget ${at}, Göteborg 🚕`,
  }))
  const body = { id: 'B1', name: 'أميرة', stops, none: null }
  const text = JSON.stringify(body)
  await writeAnswer({ ...once, body: text }).execute(app.db)
  expect(await find('once')).toEqual({ requestHash: 'h', status: 200, body })
  const { rows } = await sql<{
    bytes: number
  }>`select pg_column_size(k) as bytes from idempotency_key k where key = 'once'`.execute(app.db)
  expect(rows[0]?.bytes).toBeLessThan(Buffer.byteLength(text) / 2)
})

it('are still known from before they were packed', async () => {
  const body = JSON.stringify({ id: 'B2' })
  await app.db
    .insertInto('idempotencyKey')
    .values({ ...once, key: 'before', status: 200, body, createdAt: new Date() })
    .execute()
  expect(await find('before')).toEqual({ requestHash: 'h', status: 200, body: { id: 'B2' } })
  expect(await find('another')).toBeNull()
})
