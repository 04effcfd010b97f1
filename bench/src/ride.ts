// Measures a whole ride over HTTP and open sockets: commits and processor time, less what an idle server takes in the same time,
// and the write-ahead log, from which nothing is subtracted, since a checkpoint writes more than an idle server.
import { setTimeout as pause } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { hearTasks, mustSend, openApp, openSocket, requestQuote, type Socket } from './client.ts'
import { startDatabase, type BenchDatabase } from './database.ts'
import { rememberStop } from './leftovers.ts'
import type { Measurement, Row } from './measure.ts'
import { startServer, type RunningProcess } from './process.ts'
import { device, insertTown, pickup, type Town } from './town.ts'

/** PostgreSQL reports its counters with a delay of up to a second. */
const settleMs = 1500
const offerWithinMs = 10_000
/** After a position, as a step would follow a moment later. */
const betweenMs = 50

type Counts = { commits: number; walKb: number; serverMs: number; databaseMs: number }
type Count = () => Promise<Counts>

const makeCount = async (server: RunningProcess, { url, cpuMs }: BenchDatabase): Promise<Count> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  rememberStop(() => client.end())
  return async () => {
    await pause(settleMs)
    const [serverMs, databaseMs] = [server.cpuMs() ?? Number.NaN, cpuMs()]
    const { rows } = await client.query<{ commits: string; wal: string }>(
      `select xact_commit::text as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as wal
       from pg_stat_database where datname = current_database()`,
    )
    return { commits: Number(rows[0]?.commits), walKb: Number(rows[0]?.wal) / 1000, serverMs, databaseMs }
  }
}

const subtract = (after: Counts, before: Counts): Counts => ({
  commits: after.commits - before.commits,
  walKb: after.walKb - before.walKb,
  serverMs: after.serverMs - before.serverMs,
  databaseMs: after.databaseMs - before.databaseMs,
})

/** Makes a wait for tasks; a booking's task may arrive before the wait begins. */
const expectTasks = (socket: Socket) => {
  const heard = hearTasks(socket)
  return async (id: string): Promise<void> => {
    const deadline = performance.now() + offerWithinMs
    while (!heard.has(id)) {
      if (performance.now() > deadline) throw new Error(`nobody was asked for booking ${id}`)
      await pause(5)
    }
  }
}

const makeRide = async (origin: string, town: Town) => {
  const [driver] = town.drivers
  if (!driver) throw new Error('the town has no driver')
  const send = (path: string, token: string, body: unknown = {}, method = 'POST') =>
    mustSend(`${origin}/api${path}`, method, { token, body })
  await send('/driver/online', driver.token, { online: true, device, location: { lat: pickup.lat, lng: pickup.lng } }, 'PUT')
  const waitForTask = expectTasks(await openApp(origin, driver.token, 'driver'))
  for (const { token } of town.riders) await openApp(origin, token, 'rider')
  const positions = await openSocket(origin, driver.token)
  let seq = 0
  /** Sends a position without waiting: it is acknowledged when stored, which is every two seconds. */
  const tell = async (north: number): Promise<void> => {
    seq += 1
    const fix = { seq, at: Date.now(), lat: pickup.lat + north, lng: pickup.lng, accuracy: 5 }
    positions.send(JSON.stringify({ type: 'positions', device, sentAt: Date.now(), fixes: [fix] }))
    await pause(betweenMs)
  }
  return async (number: number): Promise<void> => {
    const { token } = town.riders[number % town.riders.length] ?? town.admin
    const { body: booking } = await send('/bookings', token, await requestQuote(origin, town.carType, token))
    const path = `/bookings/${String(booking['id'])}`
    await waitForTask(String(booking['id']))
    await send(`${path}/accept`, driver.token)
    await tell(0)
    await send(`${path}/arrive`, driver.token)
    await send(`${path}/start`, driver.token, { otp: booking['otp'] ?? null })
    await tell(0.0001)
    await tell(0.0002)
    await send(`${path}/reach`, driver.token)
    await send(`${path}/collect-cash`, driver.token)
    await send(`${path}/rating`, token, { stars: 5, review: '' })
  }
}

const rowsOf = (ride: Counts, idle: Counts): Row[] => {
  const row = { figure: 'ride', peer: null, peerName: '', ratio: null, isKept: false }
  return [
    { ...row, measure: 'commits of a ride', unit: '', ours: ride.commits - idle.commits },
    { ...row, measure: 'write-ahead log of a ride', unit: 'kB', ours: ride.walKb },
    { ...row, measure: 'CPU of a ride, server', unit: 'ms', ours: ride.serverMs - idle.serverMs },
    { ...row, measure: 'CPU of a ride, PostgreSQL', unit: 'ms', ours: ride.databaseMs - idle.databaseMs },
    { ...row, measure: 'commits beside it, in as long a time', unit: '', ours: idle.commits },
  ]
}

const divide = ({ commits, walKb, serverMs, databaseMs }: Counts, by: number): Counts => ({
  commits: commits / by,
  walKb: walKb / by,
  serverMs: serverMs / by,
  databaseMs: databaseMs / by,
})

export const measureRide = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: 10, drivers: 1, online: false })
  await database.close()
  const server = await startServer(postgres.url)
  const ride = await makeRide(server.origin, town)
  const count = await makeCount(server, postgres)
  // warm: plans, accounts, the pools' connections
  for (let number = 0; number < 10; number++) await ride(number)
  // with more, one driver would exceed the limit of steps per minute
  const rides = isQuick ? 10 : 20
  const [before, since] = [await count(), performance.now()]
  for (let number = 0; number < rides; number++) await ride(number)
  const tookMs = performance.now() - since
  const between = await count()
  await pause(tookMs)
  const after = await count()
  return { rows: rowsOf(divide(subtract(between, before), rides), divide(subtract(after, between), rides)) }
}
