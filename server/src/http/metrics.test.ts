import { listCarTypes } from '@wayfare/contract/catalog'
import { getBooking } from '@wayfare/contract/bookings'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { jarntorget } from '../../test/make.ts'
import { makeTrips } from '../../test/trips.ts'
import { getLastProof } from '../features/wallet/queries-books.ts'
import { proveBooks } from '../features/wallet/commands-books.ts'
import { enqueueJob } from '../jobs/queue.ts'
import { makeMetrics } from './metrics.ts'
import { startMetricsPort } from './metrics-port.ts'
import { makeVitals } from './vitals.ts'

const metrics = makeMetrics({ version: '1.2.3', commit: 'abc1234' })
const app = await startApp({ metrics })
const trips = makeTrips(app)
const { read } = makeVitals({
  deps: app.deps,
  lag: () => ({ lagS: 3.5, cause: null }),
  readRoomOf: async () => ({ id: 1, freeBytes: 4096 }),
})
let vitals = read
const sources = {
  vitals: () => vitals(),
  pools: app.database.pools,
  sockets: () => ({ links: 4, subscriptions: 9 }),
  findProof: async () => (await getLastProof(app.deps)).proof,
}

const scrape = async (url: string): Promise<Record<string, string>> => {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]))
}

it('counts what goes on by routes and states alone, at a port where nothing else is', async () => {
  const port = await startMetricsPort({ port: 0, host: '127.0.0.1', metrics, sources })
  const url = `http://127.0.0.1:${port.port}`
  try {
    const before = await scrape(url)
    expect(before).toMatchObject({ wayfare_ledger_proof_ok: 'Nan', wayfare_offers_total: '0' })
    const carType = await app.make.carType()
    const [rider, driver] = [await app.make.rider(), await app.make.driver({ carType, at: jarntorget })]
    const { id } = await trips.book(rider, carType)
    await app.settle()
    await trips.run(await trips.get(rider, id), { rider, driver }, 'ACCEPTED')
    await app.settle()
    for (let i = 0; i < 3; i++) await app.call(listCarTypes, {})
    await app.call(getBooking, { id }, { as: rider })
    await app.inject({ url: '/api/nothing/here/0701234567' })
    await proveBooks(app.deps, null)
    await enqueueJob(app.db, 'dispatch.warn', { bookingId: id }, { runAt: new Date(Date.now() - 60_000) })
    const after = await scrape(url)
    expect(after).toMatchObject({
      'wayfare_build_info{version="1.2.3",commit="abc1234"}': '1',
      'wayfare_http_request_seconds_count{method="GET",route="/api/car-types",status="2xx"}': '3',
      wayfare_offers_total: '1',
      wayfare_accept_seconds_count: '1',
      wayfare_sockets: '4',
      wayfare_socket_subscriptions: '9',
      'wayfare_jobs_waiting{side="inside"}': expect.stringMatching(/^[1-9]/),
      wayfare_event_lag_seconds: '3.5',
      wayfare_ledger_proof_ok: '1',
      wayfare_map_loaded: '1',
      wayfare_disk_free_bytes: '4096',
      wayfare_database_up: '1',
      'wayfare_database_connections{pool="main",state="idle"}': expect.stringMatching(/^\d+$/),
      process_resident_memory_bytes: expect.any(String),
    })
    expect(Number(after['wayfare_jobs_oldest_seconds{side="inside"}'])).toBeGreaterThan(59)
    expect(Date.now() / 1000 - Number(after['wayfare_ledger_proof_timestamp_seconds'])).toBeLessThan(600)
    const text = Object.keys(after).join('\n')
    for (const secret of [id, rider.id, driver.id, '0701234567', 'nothing']) expect(text).not.toContain(secret)
    expect((await fetch(url)).status).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  } finally {
    port.close()
  }
})

it('says that the database is away instead of failing, and NaN for what only it knows', async () => {
  const port = await startMetricsPort({ port: 0, host: '127.0.0.1', metrics, sources })
  vitals = async () => ({ ...(await read()), database: { isUp: false }, backlog: null, events: { lagS: null, cause: null } })
  expect(await scrape(`http://127.0.0.1:${port.port}`)).toMatchObject({
    wayfare_database_up: '0',
    'wayfare_jobs_waiting{side="inside"}': 'Nan',
    wayfare_event_lag_seconds: 'Nan',
    wayfare_ledger_proof_ok: 'Nan',
  })
  const taken = startMetricsPort({ port: port.port, host: '127.0.0.1', metrics, sources })
  await expect(taken).rejects.toThrow(`The metrics cannot be served at 127.0.0.1:${port.port}: set METRICS_HOST and METRICS_PORT`)
  port.close()
})
