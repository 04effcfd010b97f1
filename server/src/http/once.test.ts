import { defineEndpoint } from '@wayfare/contract/endpoint'
import { Refusal } from '@wayfare/core/errors'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { startApp } from '../../test/harness.ts'
import { makeGate } from '../../test/held.ts'
import { inTx } from '../db/tx.ts'
import { pruneIdempotencyKeys } from './once.ts'
import { serveEndpoint } from './serve.ts'

/** Adds a reason to the list: a write whose repetition shows. */
const add = defineEndpoint({
  verb: 'test.add',
  path: 'POST /test/reasons',
  summary: 'Adds.',
  access: 'signedIn',
  input: z.strictObject({
    label: z.string(),
    hold: z.boolean().default(false),
    fail: z.enum(['no', 'refuse', 'crash', 'cut']).default('no'),
  }),
  output: z.object({ value: z.number() }),
  once: 'required',
})

let next = 100
/** whoever holds the work waits until another was told that it is under way */
const refusedOne = makeGate()
const app = await startApp({
  routes: [
    serveEndpoint(add)((deps, _actor, { label, hold, fail }) =>
      inTx(deps, async (tx) => {
        const value = next++
        await tx.insertInto('cancelReason').values({ value, label }).execute()
        if (hold) await refusedOne.opened
        if (fail === 'refuse') throw new Refusal('conflict')
        if (fail === 'crash') throw new Error('crash')
        if (fail === 'cut')
          await tx.selectNoFrom((query) => query.fn('pg_terminate_backend', [query.fn('pg_backend_pid')]).as('cut')).execute()
        return { value }
      }),
    ),
  ],
})
const rider = await app.make.rider()
const other = await app.make.rider()

const rowsOf = async (label: string): Promise<number> =>
  (await app.db.selectFrom('cancelReason').select('value').where('label', '=', label).execute()).length

it('answers a repeated request as before, and says so', async () => {
  const options = { as: rider, once: 'replay' }
  const first = await app.raw(add, { label: 'replay' }, options)
  const second = await app.raw(add, { label: 'replay' }, options)
  expect(second.json()).toEqual(first.json())
  expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
  expect(await rowsOf('replay')).toBe(1)
})

it('refuses the key for another request', async () => {
  await app.call(add, { label: 'reuse' }, { as: rider, once: 'reuse' })
  expect(await app.refusal(add, { label: 'reuse!' }, { as: rider, once: 'reuse' })).toMatchObject({
    status: 422,
    key: 'idempotency_key_reused',
  })
  expect(await rowsOf('reuse!')).toBe(0)
})

it("does not mix up two people's keys", async () => {
  await app.call(add, { label: 'mine' }, { as: rider, once: 'same' })
  await app.call(add, { label: 'mine' }, { as: other, once: 'same' })
  expect(await rowsOf('mine')).toBe(2)
})

it('does the work once however many ask at the same time', async () => {
  const input = { label: 'flight', hold: true }
  const ask = async () => {
    const answer = await app.raw(add, input, { as: rider, once: 'flight' })
    if (answer.statusCode === 409) refusedOne.open()
    return answer
  }
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  const statuses = new Set(answers.map(({ statusCode }) => statusCode))
  expect(statuses).toEqual(new Set([200, 409]))
  expect(
    answers.filter(({ statusCode }) => statusCode === 409).every((answer) => answer.json().error.key === 'request_in_flight'),
  ).toBe(true)
  expect(await rowsOf('flight')).toBe(1)
  expect((await ask()).headers['idempotency-replayed']).toBe('true')
})

it.each(['refuse', 'crash', 'cut'] as const)('leaves nothing behind when the work ends by: %s', async (fail) => {
  const once = `fail-${fail}`
  const refused = await app.refusal(add, { label: fail, fail }, { as: rider, once })
  app.takeErrors()
  expect(refused.status).toBe({ refuse: 409, crash: 500, cut: 503 }[fail])
  expect(await rowsOf(fail)).toBe(0)
  expect(await app.db.selectFrom('idempotencyKey').select('key').where('key', '=', once).execute()).toEqual([])
})

it('takes a request up again that was refused for a passing reason', async () => {
  await app.refusal(add, { label: 'again', fail: 'refuse' }, { as: rider, once: 'again' })
  expect(await app.call(add, { label: 'again' }, { as: rider, once: 'again-2' })).toHaveProperty('value')
})

it('forgets answers after two days', async () => {
  await app.call(add, { label: 'old' }, { as: rider, once: 'old' })
  await pruneIdempotencyKeys(app.db, new Date(Date.now() + 47 * 3_600_000))
  expect((await app.raw(add, { label: 'old' }, { as: rider, once: 'old' })).headers['idempotency-replayed']).toBe('true')
  await pruneIdempotencyKeys(app.db, new Date(Date.now() + 49 * 3_600_000))
  expect(await app.db.selectFrom('idempotencyKey').select('key').execute()).toEqual([])
})
