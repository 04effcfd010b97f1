// Strangers flood the live socket: fifty sockets that come back, again and again, from the beginning of time, while others go on
// reading their bookings. Held against the same server just before, and against how soon it is as before once they have gone.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { openSockets } from './client.ts'
import { runSql, startDatabase } from './database.ts'
import { rememberStop } from './leftovers.ts'
import { computeQuantile, type Measurement, type Row } from './measure.ts'
import { startServer } from './process.ts'
import { insertTown, type Person } from './town.ts'

const attackers = 50
/** as many frames as a socket may send a second */
const framesPerSecond = 20
/** so many requests of others a second */
const requestsPerSecond = 20
const recoverWithinMs = 20_000
/** more events than a resume looks through, and as many as it does */
const events = { old: 10_000, near: 4500 }

type Timed = { at: number; ms: number }

/** Reads that others make, at a steady pace, whether or not the ones before have been answered. */
const startOthers = (origin: string, riders: readonly Person[]) => {
  const all: Timed[] = []
  let count = 0
  const ask = async (): Promise<void> => {
    const at = performance.now()
    const { token } = riders[count++ % riders.length] ?? { token: '' }
    const response = await fetch(`${origin}/api/bookings`, { headers: { authorization: `Bearer ${token}` } })
    await response.text()
    all.push({ at, ms: performance.now() - at })
  }
  const timer = setInterval(() => void ask().catch(() => {}), 1000 / requestsPerSecond)
  /** of what was asked between two moments */
  const p95 = (from: number, to: number): number =>
    computeQuantile(
      all.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms),
      0.95,
    )
  rememberStop(async () => clearInterval(timer))
  return p95
}

/** Fifty sockets that ask for everything since the first event, each as often as it may. */
const attack = async (origin: string, riders: readonly Person[], forMs: number): Promise<void> => {
  const sockets = await openSockets(
    origin,
    Array.from({ length: attackers }, (_, i) => riders[i % 5]?.token),
  )
  const topics = ['me', 'bookings', 'settings', 'carTypes', 'languages']
  let count = 0
  const timer = setInterval(() => {
    for (const socket of sockets) {
      count += 1
      socket.send(JSON.stringify({ type: 'subscribe', topic: topics[count % topics.length], since: '1:1' }))
    }
  }, 1000 / framesPerSecond)
  await pause(forMs)
  clearInterval(timer)
  for (const socket of sockets) await socket.close()
}

/** How long it takes until a second's requests are answered as before, at most twice as slowly. */
const timeToRecover = async (p95: (from: number, to: number) => number, before: number): Promise<number> => {
  const left = performance.now()
  while (performance.now() - left < recoverWithinMs) {
    const from = performance.now()
    await pause(1000)
    const to = performance.now()
    await pause(200)
    if (p95(from, to) <= 2 * before) return to - left
  }
  return recoverWithinMs
}

const layEvents = (userId: string, count: number): string =>
  `insert into event (type, payload) select 'UserChanged', jsonb_build_object('userId', '${userId}') from generate_series(1, ${count})`

export const measureFlood = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: 20, drivers: 1, online: false })
  await database.close()
  const [first] = town.riders
  await runSql(postgres.url, layEvents(first?.actor.id ?? '', isQuick ? events.near : events.old), 'analyze')
  const server = await startServer(postgres.url)
  const p95 = startOthers(server.origin, town.riders.slice(5))
  await pause(2000)
  const calmAt = performance.now()
  await pause(5000)
  const attackedAt = performance.now()
  await attack(server.origin, town.riders, isQuick ? 6000 : 12_000)
  const leftAt = performance.now()
  await pause(300)
  const [before, during] = [p95(calmAt, attackedAt), p95(attackedAt, leftAt)]
  const recovered = await timeToRecover(p95, before)
  const row = { figure: 'flood', peerName: 'before', isKept: false }
  const rows: Row[] = [
    { ...row, measure: 'p95 of others under attack', unit: 'ms', ours: during, peer: before, ratio: before / during },
    { ...row, measure: 'of their pace is kept (p95)', unit: 'x', ours: before / during, peer: null, ratio: null, floor: 0.5 },
    { ...row, measure: 'time to recover', unit: 'ms', ours: recovered, peer: null, ratio: null },
    {
      ...row,
      measure: 'five seconds over that',
      unit: 'x',
      ours: 5000 / Math.max(recovered, 100),
      peer: null,
      ratio: null,
      floor: 1,
    },
  ]
  return { rows }
}
