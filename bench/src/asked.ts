// Measures the cost per nearby driver: a booking with 10, 100 and 500 free, connected drivers, until the last one has the offer.
// A process's first bookings are reported separately: much code is not compiled yet, and each connection plans its statements.
import { setTimeout as pause } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import { isCancelled, statuses } from '@wayfare/core/booking'
import { mustSend, openApp, requestQuote, type Socket } from './client.ts'
import { startDatabase, type BenchDatabase } from './database.ts'
import { computeMedian, type Measurement, type Row } from './measure.ts'
import { startServer, type RunningProcess } from './process.ts'
import { device, insertTown, pickup, type Person, type Town } from './town.ts'

const counts = [10, 100, 500] as const
const offersWithinMs = 20_000
/** Time for the work that follows an offer (notices, the answer's own events) to finish (ms). */
const settleMs = 700
/** Time for positions to be stored (ms). */
const writtenMs = 2600
/** How many of a process's bookings count as its first, and how many of the last as those of a warm process. */
const [freshOnes, warmOnes] = [8, 7]

type Asked = { cpuMs: number; lastMs: number }
/** The second to eighth booking of a process, and those of a warm process. */
type Measured = { fresh: readonly Asked[]; warm: readonly Asked[] }

/** Records when offers of each booking arrive on any of the sockets. */
const watchOffers = (sockets: readonly Socket[]) => {
  const arrivals = new Map<string, number[]>()
  for (const socket of sockets) {
    socket.listen((frame) => {
      const event = frame['event'] as { name?: string; task?: { bookingId: string } } | undefined
      if (frame.type !== 'event' || !event?.task) return
      arrivals.set(event.task.bookingId, [...(arrivals.get(event.task.bookingId) ?? []), performance.now()])
    })
  }
  return async (id: string, count: number): Promise<readonly number[]> => {
    const deadline = performance.now() + offersWithinMs
    while ((arrivals.get(id)?.length ?? 0) < count) {
      if (performance.now() > deadline)
        throw new Error(`${arrivals.get(id)?.length ?? 0} of ${count} drivers were asked for ${id}`)
      await pause(5)
    }
    return arrivals.get(id) ?? []
  }
}

const medianOf = (asked: readonly Asked[], measure: keyof Asked): number => computeMedian(asked.map((one) => one[measure]))

const rowsOf = (all: ReadonlyMap<number, Measured>): Row[] => {
  const row = { figure: 'asked', unit: 'ms', peer: null, peerName: '', ratio: null, isKept: false }
  const rows = [...all].flatMap(([count, { fresh, warm }]) => [
    { ...row, measure: `a booking with ${count} free drivers near: CPU in all`, ours: medianOf(warm, 'cpuMs') },
    { ...row, measure: `the same: last offer after the answer`, ours: medianOf(warm, 'lastMs') },
    { ...row, measure: `the same in a fresh process: CPU in all`, ours: medianOf(fresh, 'cpuMs') },
    { ...row, measure: `the same in a fresh process: last offer`, ours: medianOf(fresh, 'lastMs') },
  ])
  const [few, many] = [counts[0], counts[2]].map((count) => medianOf(all.get(count)?.warm ?? [], 'cpuMs'))
  const further = ((many ?? Number.NaN) - (few ?? Number.NaN)) / (counts[2] - counts[0])
  return [...rows, { ...row, measure: 'each further driver: CPU', ours: further }]
}

/**
 * Opens sockets that subscribe as the driver app does. The drivers are on duty in the database; positions are sent per booking.
 */
const openDrivers = async (origin: string, drivers: readonly Person[]): Promise<Socket[]> => {
  const sockets: Socket[] = []
  for (let at = 0; at < drivers.length; at += 20) {
    const opening = drivers.slice(at, at + 20).map(({ token }) => openApp(origin, token, 'driver'))
    sockets.push(...(await Promise.all(opening)))
  }
  return sockets
}

/** Sends positions in a lattice around the pickup, 30 m apart. */
const tellPlaces = (sockets: readonly Socket[]): void =>
  sockets.forEach((socket, i) => {
    const sentAt = Date.now()
    const place = { lat: pickup.lat + ((i % 22) - 11) * 0.0003, lng: pickup.lng + (Math.floor(i / 22) - 11) * 0.0005 }
    const fix = { ...place, accuracy: 5, heading: null, at: sentAt, seq: sentAt }
    socket.send(JSON.stringify({ type: 'positions', device, sentAt, fixes: [fix] }))
  })

type Stage = { server: RunningProcess; cpuMs: () => number; sockets: readonly Socket[]; endAll: () => Promise<unknown> }

const bookOnce = async (stage: Stage, { carType }: Town, { token }: Person): Promise<Asked> => {
  const { server, sockets } = stage
  const offered = watchOffers(sockets)
  tellPlaces(sockets)
  const body = await requestQuote(server.origin, carType, token)
  await pause(writtenMs)
  const before = stage.cpuMs()
  const { body: booking } = await mustSend(`${server.origin}/api/bookings`, 'POST', { token, body })
  const since = performance.now()
  const arrivals = await offered(String(booking['id']), sockets.length)
  await pause(settleMs)
  const cpuMs = stage.cpuMs() - before
  await stage.endAll()
  return { cpuMs, lastMs: Math.max(...arrivals) - since }
}

/** Only drivers with open sockets are near, since each new server starts without positions. */
const measureCount = async (postgres: BenchDatabase, town: Town, count: number, bookings: number): Promise<Measured> => {
  const database = await postgres.open()
  const server = await startServer(postgres.url)
  const sockets = await openDrivers(server.origin, town.drivers.slice(0, count))
  const endAll = () =>
    database.db
      .updateTable('booking')
      .set({ status: statuses.find(isCancelled) })
      .execute()
  const stage = { server, sockets, endAll, cpuMs: () => (server.cpuMs() ?? 0) + postgres.cpuMs() }
  const asked: Asked[] = []
  for (let i = 0; i < bookings; i++) asked.push(await bookOnce(stage, town, town.riders[i % town.riders.length] ?? town.admin))
  for (const socket of sockets) await socket.close()
  await server.stop()
  await database.close()
  return { fresh: asked.slice(1, freshOnes), warm: asked.slice(-warmOnes) }
}

export const measureAsked = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: 10, drivers: counts[2], online: true })
  await database.close()
  const all = new Map<number, Measured>()
  for (const count of counts) all.set(count, await measureCount(postgres, town, count, isQuick ? 15 : 30))
  return { rows: rowsOf(all) }
}
