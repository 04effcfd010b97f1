// Promise: what a process does is counted for Prometheus, under labels whose number is bounded and that name nobody.
import type { DomainEvent } from '@wayfare/core/events'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import type { PoolState } from '../db/open.ts'
import type { Release } from './release.ts'
import { findLeastRoom } from './health.ts'
import type { Vitals } from './vitals.ts'

const prefix = 'wayfare_'
/** Bookings whose drivers were asked and have not answered; the oldest are forgotten. */
const mostAsked = 10_000

/** What a scrape asks for. A proof that nobody made yet is null. */
export type MetricSources = {
  vitals: () => Promise<Vitals>
  pools: () => readonly PoolState[]
  sockets: () => { links: number; subscriptions: number } | null
  findProof: () => Promise<{ at: number; holds: boolean } | null>
}

const makeGauges = (registry: Registry) => {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `${prefix}${name}`, help, labelNames, registers: [registry] })
  return {
    databaseUp: gauge('database_up', 'Whether the database answers within two seconds'),
    connections: gauge('database_connections', 'Connections of a pool, and requests that wait for one', ['pool', 'state']),
    jobsWaiting: gauge('jobs_waiting', 'Jobs that are due and not taken up', ['side']),
    jobsOldest: gauge('jobs_oldest_seconds', 'For how long the oldest of them has been due', ['side']),
    eventLag: gauge('event_lag_seconds', 'How late live news is'),
    mapLoaded: gauge('map_loaded', 'Whether the city is loaded'),
    sockets: gauge('sockets', 'Live sockets that are open'),
    subscriptions: gauge('socket_subscriptions', 'What they listen to'),
    proofAt: gauge('ledger_proof_timestamp_seconds', 'When the ledger was proved last'),
    proofHolds: gauge('ledger_proof_ok', 'Whether it held'),
    diskFree: gauge('disk_free_bytes', 'Room on the fullest disk that is written to'),
  }
}

type Gauges = ReturnType<typeof makeGauges>

const setVitals = (gauges: Gauges, vitals: Vitals): void => {
  const { database, backlog, events, map } = vitals
  gauges.databaseUp.set(database.isUp ? 1 : 0)
  for (const side of ['inside', 'outside'] as const) {
    gauges.jobsWaiting.set({ side }, backlog?.[side].waiting ?? Number.NaN)
    gauges.jobsOldest.set({ side }, backlog?.[side].oldestS ?? Number.NaN)
  }
  gauges.eventLag.set(events.lagS ?? Number.NaN)
  gauges.mapLoaded.set(map === 'ready' ? 1 : 0)
  gauges.diskFree.set(findLeastRoom(vitals) ?? Number.NaN)
}

const setOthers = (gauges: Gauges, { pools, sockets }: MetricSources): void => {
  for (const { name: pool, total, idle, waiting } of pools()) {
    gauges.connections.set({ pool, state: 'used' }, total - idle)
    gauges.connections.set({ pool, state: 'idle' }, idle)
    gauges.connections.set({ pool, state: 'waiting' }, waiting)
  }
  const open = sockets()
  gauges.sockets.set(open?.links ?? 0)
  gauges.subscriptions.set(open?.subscriptions ?? 0)
}

/** How long passes between the first question to a driver and the answer that takes the booking. */
const makeDispatch = (registry: Registry) => {
  const registers = [registry]
  const offers = new Counter({ name: `${prefix}offers_total`, help: 'Drivers who were asked', registers })
  const accepts = new Histogram({
    name: `${prefix}accept_seconds`,
    help: 'From the first question about a booking until a driver took it',
    buckets: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600],
    registers,
  })
  const asked = new Map<string, number>()
  const begin = (bookingId: string): void => {
    if (asked.has(bookingId)) return
    asked.set(bookingId, performance.now())
    const [oldest] = asked.keys()
    if (asked.size > mostAsked && oldest !== undefined) asked.delete(oldest)
  }
  return (event: DomainEvent): void => {
    if (event.type === 'DriversRequested') {
      offers.inc(event.drivers.length)
      begin(event.bookingId)
    } else if (event.type === 'BookingMoved') {
      const since = asked.get(event.bookingId)
      if (event.move === 'accept' && since !== undefined) accepts.observe((performance.now() - since) / 1000)
      if (event.move === 'accept' || event.move === 'cancel') asked.delete(event.bookingId)
    }
  }
}

export const makeMetrics = ({ version, commit }: Release) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const build = { name: `${prefix}build_info`, help: 'What runs', labelNames: ['version', 'commit'], registers: [registry] }
  new Gauge(build).set({ version, commit: commit ?? '' }, 1)
  const gauges = makeGauges(registry)
  const requests = new Histogram({
    name: `${prefix}http_request_seconds`,
    help: 'Requests by route and class of status, and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  return {
    noteEvent: makeDispatch(registry),
    /** the route as it is written, never the address that was asked for */
    countRequests: (fastify: FastifyInstance): void => {
      fastify.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none'
        const labels = { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }
        requests.observe(labels, reply.elapsedTime / 1000)
      })
    },
    /** all that is known, as Prometheus reads it; what cannot be told now is NaN */
    write: async (sources: MetricSources): Promise<string> => {
      const vitals = await sources.vitals()
      const proof = vitals.database.isUp ? await sources.findProof().catch(() => null) : null
      setVitals(gauges, vitals)
      setOthers(gauges, sources)
      gauges.proofAt.set(proof ? proof.at / 1000 : Number.NaN)
      gauges.proofHolds.set(proof ? Number(proof.holds) : Number.NaN)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof makeMetrics>
