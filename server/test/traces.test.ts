import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getBooking } from '@wayfare/contract/bookings'
import { listCarTypes } from '@wayfare/contract/catalog'
import { defineEndpoint } from '@wayfare/contract/endpoint'
import { searchPlaces } from '@wayfare/contract/places'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { makeWebhookSms } from '../src/adapters/sms-http.ts'
import { openPool } from '../src/db/open.ts'
import { inTx } from '../src/db/tx.ts'
import { serveEndpoint } from '../src/http/serve.ts'
import { enqueueJob } from '../src/jobs/queue.ts'
import { startJobs } from '../src/jobs/runner.ts'
import { collectTraces } from '../src/traces-otlp.ts'
import { startCollector, type ReceivedSpan } from './collector.ts'
import { startApp } from './harness.ts'
import { makeTestLog } from './log.ts'
import { jarntorget, korsvagen } from './make.ts'
import { closeServices, startJsonService } from './stubs/json-service.ts'
import { makeTrips } from './trips.ts'

const collector = await startCollector()
const testLog = makeTestLog()
const config = {
  url: collector.url,
  headers: { 'x-tenant': 'taxi' },
  service: 'town',
  sampler: 'parentbased_always_on',
  ratio: 1,
} as const
const traces = collectTraces({ ...config, version: '1.2.3', log: testLog.log, delayMs: 20 })

const failing = defineEndpoint({
  verb: 'test.failing',
  path: 'POST /test/failing/:who',
  summary: 'Fails with what it was given.',
  access: 'public',
  input: z.strictObject({ who: z.string(), mail: z.string() }),
  output: z.object({}),
})

const app = await startApp({
  traces,
  config: { trustProxy: 'loopback' },
  routes: [
    serveEndpoint(failing)(async (deps, _actor, { who, mail }) => {
      await sql`select ${`${who} ${mail}`}::int from app_user`.execute(deps.db)
      return {}
    }),
  ],
})
const trips = makeTrips(app)
afterAll(async () => {
  await traces.stop()
  collector.close()
  closeServices()
})
beforeEach(() => collector.setMood('take'))

const named = (name: string): ReceivedSpan[] => collector.spans.filter((span) => span.name === name)
const waitFor = async (name: string, count = 1): Promise<ReceivedSpan> => {
  await expect.poll(() => named(name).length, { interval: 10, timeout: 5000 }).toBeGreaterThanOrEqual(count)
  return named(name).at(-1) as ReceivedSpan
}
const childrenOf = ({ id, traceId }: ReceivedSpan): ReceivedSpan[] =>
  collector.spans.filter((span) => span.parentId === id && span.traceId === traceId)

it('tells a request by its route and status, and the statements of a command below it', async () => {
  const carType = await app.make.carType()
  const [rider] = [await app.make.rider(), await app.make.driver({ carType, at: jarntorget })]
  const { id } = await trips.book(rider, carType)
  const span = await waitFor('POST /api/bookings')
  expect(span).toMatchObject({ kind: 'server', parentId: null, isError: false })
  expect(span.facts).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/bookings',
    'http.response.status_code': 200,
    'url.scheme': 'http',
  })
  expect(span.ms).toBeGreaterThan(0)
  const statements = childrenOf(span)
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['find-session', 'START', 'INSERT booking', 'INSERT event', 'COMMIT']),
  )
  expect(statements.find(({ name }) => name === 'INSERT booking')).toMatchObject({
    kind: 'client',
    facts: {
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'booking',
      'db.query.summary': 'INSERT booking',
    },
  })
  await app.call(getBooking, { id }, { as: rider })
  expect((await waitFor('GET /api/bookings/:id')).traceId).not.toBe(span.traceId)
  expect(collector.resources[0]).toEqual({
    'service.name': 'town',
    'service.version': '1.2.3',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.name': 'opentelemetry',
    'telemetry.sdk.version': expect.any(String),
  })
  expect(collector.asked[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-tenant': 'taxi' } })
})

it('gives requests at one time their own statements, also those that waited for a connection', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => app.make.rider()))
  const before = named('GET /api/bookings').length
  const bearers = people.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  await Promise.all(bearers.map((headers) => app.inject({ url: '/api/bookings', headers })))
  await waitFor('GET /api/bookings', before + 30)
  const spans = named('GET /api/bookings').slice(before)
  const counts = spans.map((span) => childrenOf(span).filter(({ name }) => name === 'SELECT booking').length)
  expect(new Set(counts).size).toBe(1)
  expect(counts[0]).toBeGreaterThan(0)
})

it('gives a statement to whoever waited for the connection, not to whoever gave it back', async () => {
  const { databaseUrl } = app.deps.config
  const pool = openPool({ connectionString: databaseUrl ?? '', max: 1, traces }, app.deps.log)
  const work = (table: string) => (): Promise<unknown> => pool.query(`select from ${table}`)
  const tables = ['promo', 'chat_message', 'car_type']
  await Promise.all(tables.map((table) => traces.run({ name: `work ${table}`, kind: 'consumer', facts: {} }, work(table))))
  await pool.end()
  for (const table of tables) {
    const span = await waitFor(`work ${table}`)
    expect(childrenOf(span).map(({ name }) => name)).toEqual([`SELECT ${table}`])
  }
})

it('names what no route serves by its method alone, and a failure by its kind', async () => {
  await app.inject({ method: 'POST', url: '/api/nothing/0701234567' })
  expect((await waitFor('POST')).facts).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 404,
    'url.scheme': 'http',
  })
  const refusal = await app.refusal(failing, { who: 'Anna', mail: 'anna.kowalski@secret.example' }, {})
  expect(refusal.status).toBe(500)
  app.takeErrors()
  const span = await waitFor('POST /api/test/failing/:who')
  expect(span).toMatchObject({ isError: true, facts: { 'error.type': '500', 'http.response.status_code': 500 } })
  const [statement] = childrenOf(span).filter(({ name }) => name === 'SELECT app_user')
  expect(statement).toMatchObject({ isError: true, facts: { 'error.type': '22P02', 'db.response.status_code': '22P02' } })
})

const ask = (ip: string, headers: Record<string, string>) => app.call(listCarTypes, {}, { ip, headers })

it('keeps together what is read of a body in pieces, and tells a request that was given up', async () => {
  const port = new URL(await app.listen()).port
  const ask = (body: string) => {
    const path = '/api/test/failing/piece'
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const asking = request({ host: '127.0.0.1', port, method: 'POST', path, headers })
    asking.on('error', () => {})
    asking.write(body.slice(0, 5))
    return asking
  }
  const body = '{"mail":"x"}'
  const before = named('POST /api/test/failing/:who').length
  const whole = ask(body)
  await pause(50)
  whole.end(body.slice(5))
  const [answer] = (await once(whole, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(500)
  answer.resume()
  app.takeErrors()
  const span = await waitFor('POST /api/test/failing/:who', before + 1)
  expect(childrenOf(span).map(({ name }) => name)).toContain('SELECT app_user')

  const part = ask(body)
  await pause(50)
  part.destroy()
  const cut = await waitFor('POST /api/test/failing/:who', before + 2)
  expect(cut.facts).not.toHaveProperty(['http.response.status_code'])
  expect(cut.isError).toBe(false)
})

it('goes on with the trace of a trusted proxy, and of nobody else', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  await ask('127.0.0.1', headers)
  expect(await waitFor('GET /api/car-types')).toMatchObject({ traceId, parentId: 'b7ad6b7169203331' })
  await ask('203.0.113.7', headers)
  expect(await waitFor('GET /api/car-types', 2)).toMatchObject({ traceId: expect.not.stringMatching(traceId), parentId: null })
  await ask('127.0.0.1', { traceparent: '00-nonsense-01' })
  expect(await waitFor('GET /api/car-types', 3)).toMatchObject({ parentId: null })
  // it decided that this one is not traced
  await ask('127.0.0.1', { traceparent: `00-${traceId}-b7ad6b7169203331-00` })
  await ask('203.0.113.7', {})
  await waitFor('GET /api/car-types', 4)
  expect(named('GET /api/car-types')).toHaveLength(4)
})

it('tells each job, each event and each call to a service outside', async () => {
  const service = await startJsonService(({ body }) => ({ status: body.includes('refuse') ? 503 : 200, json: {} }))
  const url = `${service.origin}/sms?to=secret-path`
  const sms = makeWebhookSms({ url, secret: 'a secret of many letters', now: app.deps.now })
  const runner = await startJobs(
    app.deps,
    {
      'bookings.complete': async ({ db }, { bookingId }) => {
        await sql`select ${bookingId}::text from booking`.execute(db)
        await sms.send({ to: '+46701234567', text: bookingId, key: 'k1' })
      },
    },
    { pool: app.database.directPool, alone: true },
  )
  try {
    await inTx(app.deps, (tx) => enqueueJob(tx, 'bookings.complete', { bookingId: asId('B1SECRET') }))
    const job = await waitFor('job bookings.complete')
    expect(job).toMatchObject({
      kind: 'consumer',
      parentId: null,
      isError: false,
      facts: { 'wayfare.job.name': 'bookings.complete', 'wayfare.job.attempt': 1 },
    })
    const call = await waitFor('POST 127.0.0.1')
    expect(call.facts).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'network.protocol.name': 'http',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(url).port),
    })
    expect(childrenOf(job).map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT booking', 'POST 127.0.0.1']))
    await inTx(app.deps, (tx) => enqueueJob(tx, 'bookings.complete', { bookingId: asId('refuse') }, { maxAttempts: 1 }))
    expect(await waitFor('job bookings.complete', 2)).toMatchObject({ isError: true })
    expect(await waitFor('POST 127.0.0.1', 2)).toMatchObject({ isError: true, facts: { 'error.type': '503' } })
  } finally {
    await runner.stop()
    app.takeErrors()
  }
  const carType = await app.make.carType()
  const [rider, driver] = [await app.make.rider(), await app.make.driver({ carType, at: jarntorget })]
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await trips.run(await trips.get(rider, id), { rider, driver }, 'ACCEPTED')
  await app.settle()
  const event = await waitFor('event BookingMoved')
  expect(event).toMatchObject({ kind: 'consumer', parentId: null, facts: { 'wayfare.event.type': 'BookingMoved' } })
  expect(childrenOf(event).map(({ name }) => name)).toContain('SELECT booking')
})

it('sends nothing of who asked, where they are and what they wrote', async () => {
  const fields = { mobile: '+46735550147', email: 'planted.person@secret.example', firstName: 'Plantella' }
  const carType = await app.make.carType()
  const rider = await app.make.rider(fields)
  const driver = await app.make.driver({ carType, at: jarntorget })
  const pickup = { lat: 57.70123456, lng: 11.96123456, add: 'Plantgatan 17, Göteborg' }
  const ip = '198.51.100.77'
  const { id } = await trips.book(rider, carType, { pickup, drop: korsvagen })
  await app.call(searchPlaces, { text: 'Plantgatan 17', lat: pickup.lat, lng: pickup.lng }, { as: rider, ip })
  await app.refusal(failing, { who: fields.firstName, mail: fields.email }, { ip })
  await app.inject({ url: `/api/nowhere/${fields.mobile}?mail=${fields.email}`, headers: { 'user-agent': 'Plantbrowser' } })
  await trips.run(await trips.get(rider, id), { rider, driver }, 'COMPLETE')
  await app.settle()
  app.takeErrors()
  await app.call(getBooking, { id }, { as: rider, headers: { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` } })
  // what is sent in order has been sent once the last of it has
  await expect
    .poll(() => collector.spans.some(({ traceId, kind }) => traceId === 'ab'.repeat(16) && kind === 'server'))
    .toBe(true)
  const written = collector.written()
  expect(written).toContain('"INSERT booking"')
  const planted = [rider.id, driver.id, id, rider.token, rider.token.split('.')[0], rider.sessionId, driver.email, driver.mobile]
  const texts = [...Object.values(fields), '735550147', 'Plant', '57.70123', '11.96123', ip, 'B1SECRET', 'secret', 'Anna']
  for (const one of [...planted, ...texts]) expect(written).not.toContain(one)
})
