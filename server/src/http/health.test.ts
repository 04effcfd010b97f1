import { listCarTypes } from '@wayfare/contract/catalog'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { startProxy } from '../../test/proxy.ts'
import { makeHealth } from './health.ts'
import { listenEarly } from './listen.ts'
import { makeVitals } from './vitals.ts'

let proxy: Awaited<ReturnType<typeof startProxy>> | null = null
const answerWithinMs = 600
const reach = async (url: string) => {
  proxy = await startProxy(url)
  return proxy.url
}
const app = await startApp({ database: { reach, answerWithinMs } })
const release = { version: '1.2.3', commit: 'abc1234' }
const front = await listenEarly({ port: 0, host: '127.0.0.1' })
const health = makeHealth(
  makeVitals({ deps: app.deps, lag: () => ({ lagS: 0, cause: null }), readRoomOf: async () => ({ id: 1, freeBytes: 2 ** 40 }) }),
  release,
)
let opened: Promise<void> | null = null
/** Each test alone, too, as the list of faults runs it. */
const open = (): Promise<void> => (opened ??= front.open((request, response) => app.fastify.routing(request, response), health))
afterAll(async () => {
  proxy?.recover()
  await app.close()
  await front.drain(100)
  front.close()
  proxy?.close()
})

const ask = async (path: string) => {
  const since = performance.now()
  const response = await fetch(`http://127.0.0.1:${front.port}${path}`)
  const body = await response.text()
  return { status: response.status, retry: response.headers.get('retry-after'), body, ms: performance.now() - since }
}

it('answers about itself and its database, also while the database hangs, and serves again when that is over', async () => {
  expect([(await ask('/api/health/live')).body, (await ask('/api/health/ready')).status]).toEqual(['{"status":"starting"}', 503])
  await open()
  expect([(await ask('/api/health')).status, (await ask('/api/health/ready')).status]).toEqual([200, 200])
  await app.call(listCarTypes, {})

  proxy?.hang()
  const [live, plain, ...ready] = await Promise.all([
    ask('/api/health/live'),
    ask('/api/health'),
    ...Array.from({ length: 30 }, () => ask('/api/health/ready')),
  ])
  expect([live.status, plain]).toEqual([200, expect.objectContaining({ status: 503, retry: '2' })])
  expect(JSON.parse(plain?.body ?? '')).toEqual({ status: 'unavailable', reason: 'The database does not answer.' })
  expect(plain?.ms).toBeLessThan(10_000)
  for (const one of ready) {
    expect(one).toMatchObject({ status: 503, retry: '2' })
    expect(one.ms).toBeLessThan(10_000)
    expect(JSON.parse(one.body)).toMatchObject({
      status: 'unavailable',
      ...release,
      checks: {
        database: { status: 'failing' },
        map: { status: 'ok' },
        jobs: { status: 'unknown' },
        events: { status: 'unknown' },
      },
    })
  }
  const unserved = await app.raw(listCarTypes, {})
  expect([unserved.statusCode, unserved.headers['retry-after'], unserved.json().error.key]).toEqual([503, '5', 'server_error'])
  // many who wait hold no more connections than the pool has
  await Promise.all(Array.from({ length: 20 }, () => app.raw(listCarTypes, {})))
  expect(proxy?.connections()).toBeLessThan(100)

  proxy?.recover()
  await expect.poll(async () => (await ask('/api/health/ready')).status).toBe(200)
  await app.call(listCarTypes, {})
})

it('says so, too, when nothing answers at the database’s address', async () => {
  await open()
  expect((await ask('/api/health/ready')).status).toBe(200)
  proxy?.stop()
  expect((await ask('/api/health/live')).status).toBe(200)
  await expect.poll(() => ask('/api/health/ready')).toMatchObject({ status: 503, retry: '2' })
  expect((await ask('/api/health')).status).toBe(503)
  const unserved = await app.raw(listCarTypes, {})
  expect([unserved.statusCode, unserved.headers['retry-after']]).toEqual([503, '5'])
  await proxy?.restart()
  await expect.poll(async () => (await ask('/api/health/ready')).status).toBe(200)
  expect((await ask('/api/health')).status).toBe(200)
})

const long = (patience: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql.raw(patience).execute(tx)
    await sql`select pg_sleep(1.2)`.execute(tx)
    return 'done'
  })

it('waits for work that has asked the database for more time, and for no other', async () => {
  expect(await long('set local statement_timeout = 0')).toBe('done')
  await expect(long('select 1')).rejects.toThrow(/Connection terminated|Client was closed/)
})
