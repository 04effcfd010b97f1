// What a second process costs: processor time of all servers and PostgreSQL for a booking and for a frame, with one and with two
// on one database, what they take when idle included; and whether of all drivers who accept at once, half of them at each,
// exactly one is heard.
import { setTimeout as pause } from 'node:timers/promises'
import { acceptTask } from '@wayfare/contract/dispatch'
import { asId } from '@wayfare/core/ids'
import { isCancelled, statuses } from '@wayfare/core/booking'
import { splitPath } from '@wayfare/contract/endpoint'
import { mustSend, openApp, requestQuote, trySend, type Socket } from './client.ts'
import { startDatabase, type BenchDatabase } from './database.ts'
import { computeMedian, type Measurement, type Row } from './measure.ts'
import { measureSharing } from './sharing.ts'
import { startNats, startServer, type RunningProcess } from './process.ts'
import { device, insertTown, pickup, type Person, type Town } from './town.ts'

/** All of them accept every offer at once. */
const crowd = 200
/** How many drivers are near while bookings are measured. */
const drivers = 40
/** Frames come from the whole crowd: with fewer, a process's idle cost would dominate the figure. */
const framesEach = 50
const frameEveryMs = 100
const bookingsEach = 30
/** Each process has compiled what it needs after so many rounds of its own. */
const warmRounds = 4
const idleMs = 10_000
/** Time for the work that follows a booking or a frame (notices, storing positions) to finish (ms). */
const settleMs = 2600
const offeredWithinMs = 30_000

type Nats = Awaited<ReturnType<typeof startNats>>

type Stage = {
  servers: readonly RunningProcess[]
  sockets: readonly Socket[]
  town: Town
  cpuMs: () => number
  /** cancels all bookings and frees every driver */
  endAll: () => Promise<void>
  countOffers: (booking: string) => Promise<number>
}

const pick = <T>(all: readonly T[], i: number): T => {
  const one = all[i % all.length]
  if (one === undefined) throw new Error('nobody is there')
  return one
}

/** Opens the drivers' sockets, distributed over the servers in turn. */
const openDrivers = async (servers: readonly RunningProcess[], people: readonly Person[]): Promise<Socket[]> => {
  const sockets: Socket[] = []
  for (const [i, { token }] of people.entries()) sockets.push(await openApp(pick(servers, i).origin, token, 'driver'))
  return sockets
}

const tellPlaces = (sockets: readonly Socket[], step = 0): void =>
  sockets.forEach((socket, i) => {
    const at = Date.now()
    const place = {
      lat: pickup.lat + ((i % 20) - 10) * 0.0003,
      lng: pickup.lng + (Math.floor(i / 20) - 5) * 0.0005 + step * 0.00001,
    }
    const fix = { ...place, accuracy: 5, heading: null, at, seq: at }
    socket.send(JSON.stringify({ type: 'positions', device, sentAt: at, fixes: [fix] }))
  })

const openStage = async (
  postgres: BenchDatabase,
  town: Town,
  counts: { servers: number; drivers: number; nats?: Nats },
): Promise<Stage & { close: () => Promise<void> }> => {
  const database = await postgres.open()
  // where the drivers of the stage before were is known to nobody: only those who tell their places are near
  await database.db.deleteFrom('driverPosition').execute()
  const { nats = null } = counts
  const overNats = nats && { WAYFARE_BUS: 'nats', NATS_URL: nats.url }
  const several: Record<string, string> = counts.servers > 1 ? (overNats ?? { WAYFARE_BUS: 'postgres' }) : {}
  const servers: RunningProcess[] = []
  for (let i = 0; i < counts.servers; i++) servers.push(await startServer(postgres.url, several))
  const sockets = await openDrivers(servers, town.drivers.slice(0, counts.drivers))
  const endAll = async (): Promise<void> => {
    await database.db
      .updateTable('booking')
      .set({ status: statuses.find(isCancelled) })
      .execute()
    await database.db.updateTable('appUser').set({ queue: false }).where('userType', '=', 'driver').execute()
  }
  const countOffers = async (booking: string): Promise<number> => {
    const { count } = await database.db
      .selectFrom('bookingOffer')
      .select((select) => select.fn.countAll<bigint>().as('count'))
      .where('bookingId', '=', asId<'booking'>(booking))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const others = [...servers, ...(nats ? [nats] : [])]
  const cpuMs = (): number => others.reduce((sum, one) => sum + (one.cpuMs() ?? Number.NaN), postgres.cpuMs())
  const close = async (): Promise<void> => {
    for (const socket of sockets) await socket.close()
    for (const server of servers) await server.stop()
    await database.close()
  }
  return { servers, sockets, town, cpuMs, endAll, countOffers, close }
}

const book = async ({ servers, town }: Stage, i: number): Promise<string> => {
  const { token } = pick(town.riders, i)
  const { origin } = pick(servers, i)
  const body = await requestQuote(origin, town.carType, token)
  return String((await mustSend(`${origin}/api/bookings`, 'POST', { token, body })).body['id'])
}

/** Returns the processor time per booking (ms), including its quote and the offers to all drivers near. */
const costBookings = async (stage: Stage): Promise<number> => {
  tellPlaces(stage.sockets.slice(0, drivers))
  await pause(settleMs)
  const before = stage.cpuMs()
  for (let i = 0; i < bookingsEach; i++) await book(stage, i)
  await pause(settleMs)
  const cost = (stage.cpuMs() - before) / bookingsEach
  await stage.endAll()
  return cost
}

/** Returns the processor time per frame of one position (ms). */
const costFrames = async (stage: Stage): Promise<number> => {
  const before = stage.cpuMs()
  for (let step = 1; step <= framesEach; step++) {
    tellPlaces(stage.sockets, step)
    await pause(frameEveryMs)
  }
  await pause(settleMs)
  return (stage.cpuMs() - before) / (framesEach * stage.sockets.length)
}

/** Returns the processor time per second without any requests (ms), which is part of the other figures. */
const costIdle = async (stage: Stage): Promise<number> => {
  const before = stage.cpuMs()
  await pause(idleMs)
  return ((stage.cpuMs() - before) / idleMs) * 1000
}

type Costs = { booking: number; frame: number; idle: number }

type Setup = { servers: number; nats?: Nats; isQuick: boolean }

const measureCosts = async (postgres: BenchDatabase, town: Town, { isQuick, ...setup }: Setup): Promise<Costs> => {
  const stage = await openStage(postgres, town, { ...setup, drivers: crowd })
  const rounds = isQuick ? 2 : 4
  const [bookings, frames]: [number[], number[]] = [[], []]
  for (let round = 0; round < warmRounds * setup.servers; round++) await costBookings(stage)
  for (let round = 0; round < rounds; round++) bookings.push(await costBookings(stage))
  await costFrames(stage)
  for (let round = 0; round < rounds; round++) frames.push(await costFrames(stage))
  const idle = await costIdle(stage)
  await stage.close()
  return { booking: computeMedian(bookings), frame: computeMedian(frames), idle }
}

type Race = { accepts: number; doubles: number; unanswered: number }

/** All drivers with an offer accept it at once, each at their own process; exactly one should succeed. */
const race = async (stage: Stage, i: number): Promise<Race> => {
  tellPlaces(stage.sockets)
  await pause(settleMs)
  const id = await book(stage, i)
  const deadline = Date.now() + offeredWithinMs
  while ((await stage.countOffers(id)) < crowd) {
    if (Date.now() > deadline) throw new Error(`${await stage.countOffers(id)} of ${crowd} drivers were asked`)
    await pause(50)
  }
  const { method, path } = splitPath(acceptTask.path)
  const accept = async ({ token }: Person, at: number): Promise<number> => {
    const url = `${pick(stage.servers, at).origin}/api${path.replace(':id', id)}`
    return (await trySend(url, method, { token, body: undefined })).status
  }
  const answers = await Promise.all(stage.town.drivers.slice(0, crowd).map(accept))
  await stage.endAll()
  const heard = answers.filter((status) => status === 200).length
  return { accepts: answers.length, doubles: Math.max(0, heard - 1), unanswered: heard === 0 ? 1 : 0 }
}

const measureRaces = async (postgres: BenchDatabase, town: Town, count: number): Promise<Race> => {
  const stage = await openStage(postgres, town, { servers: 2, drivers: crowd })
  const all: Race = { accepts: 0, doubles: 0, unanswered: 0 }
  for (let i = 0; i < count; i++) {
    const { accepts, doubles, unanswered } = await race(stage, i)
    all.accepts += accepts
    all.doubles += doubles
    all.unanswered += unanswered
  }
  await stage.close()
  return all
}

/** Two processes together may need this much more than one, of either way to hear of one another. */
const mostRatio = 1.18
/** A core of theirs has to do this much of what one process does with it. */
const leastShare = 0.8

const compare = (measure: string, two: number, one: number, ceiling: number | null = mostRatio): Row[] => {
  const row = { figure: 'scale', peer: null, peerName: '', ratio: null, isKept: false }
  return [
    { ...row, measure: `CPU of ${measure}, two processes`, unit: 'ms', ours: two, peer: one, peerName: 'one process' },
    {
      ...row,
      measure: `the same, times that of one process`,
      unit: '',
      ours: two / one,
      ...(ceiling === null ? {} : { ceiling }),
    },
  ]
}

export const measureScale = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: 40, drivers: crowd, online: true })
  await database.close()
  const sharing = await measureSharing()
  const nats = await startNats()
  if (!nats) console.log('  no nats-server is installed: two processes over NATS are not measured')
  const one = await measureCosts(postgres, town, { servers: 1, isQuick })
  const two = await measureCosts(postgres, town, { servers: 2, isQuick })
  const far = nats && (await measureCosts(postgres, town, { servers: 2, nats, isQuick }))
  const races = await measureRaces(postgres, town, isQuick ? 3 : 25)
  const row = { figure: 'scale', unit: '', peer: null, peerName: '', ratio: null, isKept: false }
  return {
    rows: [
      ...compare('a booking with 40 drivers near', two.booking, one.booking),
      ...compare('a frame', two.frame, one.frame),
      ...compare('a second in which nothing happens', two.idle, one.idle, null),
      ...(far ? compare('a booking, over NATS', far.booking, one.booking) : []),
      ...(far ? compare('a frame, over NATS', far.frame, one.frame, null) : []),
      ...(far
        ? [
            {
              ...row,
              measure: 'frames a core over NATS, of those of one process',
              ours: one.frame / far.frame,
              floor: leastShare,
            },
          ]
        : []),
      ...sharing,
      { ...row, measure: `of ${races.accepts} who accepted, heard though another was`, ours: races.doubles, ceiling: 0 },
      { ...row, measure: 'bookings that nobody got though all accepted', ours: races.unanswered, ceiling: 0 },
    ],
  }
}
