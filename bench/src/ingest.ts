// Measures positions end to end: drivers send batches on their sockets until each is acknowledged, compared with a bare server
// that echoes the same frames. An admin watches the map meanwhile.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { openSocket, openSockets, type Socket } from './client.ts'
import { startDatabase } from './database.ts'
import { compareRuns, computeMedian, interleaveRuns, type Measurement, type Row, type Sample } from './measure.ts'
import { startBare, startServer, type RunningProcess } from './process.ts'
import { device, insertTown, pickup, type Town } from './town.ts'

/** A socket may send 60 frames at once and 20 a second after that: each round stays below, and then waits for its next. */
const framesEach = 50
const refillMs = 2600
const fixesEach = 5
const roundWithinMs = 60_000

type Fleet = { name: string; sockets: Socket[]; running: RunningProcess; ackType: string }

/** Makes batches as a phone would send: a few points within some metres of home, with sequence numbers. */
const makeBatches = (driver: number) => {
  const home = { lat: pickup.lat + (driver % 20) * 0.002, lng: pickup.lng + Math.floor(driver / 20) * 0.004 }
  let seq = 0
  return (): string => {
    const now = Date.now()
    const fixes = Array.from({ length: fixesEach }, (_, i) => {
      seq += 1
      return {
        seq,
        at: now - fixesEach + i,
        lat: home.lat + (seq % 5) * 0.00002,
        lng: home.lng,
        heading: 90,
        speed: 8,
        accuracy: 5,
      }
    })
    return JSON.stringify({ type: 'positions', device, sentAt: now, fixes })
  }
}

const checkAck = (frame: Record<string, unknown>, ackType: string): void => {
  const isWhole = frame['type'] === ackType && (ackType === 'positions' || frame['taken'] === fixesEach)
  if (!isWhole) throw new Error(`points were answered ${JSON.stringify(frame)}`)
}

/** Sends all drivers' frames at once; resolves when the last one is acknowledged. */
const sendAll = (fleet: Fleet, texts: readonly string[][]): Promise<void> =>
  new Promise((resolve, reject) => {
    let open = texts.length * framesEach
    const late = setTimeout(() => reject(new Error(`${open} frames were not acknowledged`)), roundWithinMs)
    fleet.sockets.forEach((socket, driver) => {
      socket.listen((frame) => {
        try {
          checkAck(frame, fleet.ackType)
        } catch (error) {
          return reject(error as Error)
        }
        open -= 1
        if (open > 0) return
        clearTimeout(late)
        resolve()
      })
      for (const text of texts[driver] ?? []) socket.send(text)
    })
  })

const makeRound = (fleet: Fleet) => {
  const batches = fleet.sockets.map((_, driver) => makeBatches(driver))
  let readyAt = 0
  return async (): Promise<Sample> => {
    await pause(Math.max(0, readyAt - performance.now()))
    const texts = batches.map((next) => Array.from({ length: framesEach }, next))
    const frames = texts.length * framesEach
    const cpuBefore = fleet.running.cpuMs() ?? Number.NaN
    const since = performance.now()
    await sendAll(fleet, texts)
    const passed = performance.now() - since
    readyAt = performance.now() + refillMs
    const cpu = (fleet.running.cpuMs() ?? Number.NaN) - cpuBefore
    return { frames: (frames / passed) * 1000, cpu: (cpu / frames) * 1000 }
  }
}

/** Counts the cars that an admin's map shows. */
const watchMap = async (origin: string, { admin }: Town) => {
  const seen = new Set<string>()
  const socket = await openSocket(origin, admin.token)
  await socket.ask({ type: 'subscribe', topic: 'drivers' }, 'subscribed')
  socket.listen((frame) => {
    if (frame.type !== 'drivers') return
    for (const { id } of frame['drivers'] as { id: string }[]) seen.add(id)
  })
  return () => seen.size
}

const contest = async (ours: Fleet, bare: Fleet, isQuick: boolean): Promise<Row[]> => {
  const rounds = await interleaveRuns(isQuick ? 3 : 7, [
    { name: ours.name, round: makeRound(ours) },
    { name: bare.name, round: makeRound(bare) },
  ])
  const pair = { figure: 'ingest', ours: ours.name, peer: bare.name }
  const frames = compareRuns(rounds, { ...pair, measure: 'frames', title: 'frames acknowledged', unit: '/s', kind: 'speed' })
  const points = {
    ...frames,
    measure: 'points acknowledged',
    ours: frames.ours * fixesEach,
    peer: null,
    peerName: '',
    ratio: null,
    isKept: false,
  }
  const cpuOf = (name: string): number => computeMedian(rounds.of(name).map(({ cpu = Number.NaN }) => cpu))
  const [mine, theirs] = [cpuOf(ours.name), cpuOf(bare.name)]
  if (Number.isNaN(mine)) return [frames, points]
  const cpu = {
    ...points,
    measure: 'processor time a frame',
    unit: 'us',
    ours: mine,
    peer: theirs,
    peerName: bare.name,
    ratio: theirs / mine,
  }
  return [frames, points, cpu]
}

export const measureIngest = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: 0, drivers: isQuick ? 60 : 200, online: true })
  await database.close()
  const server = await startServer(postgres.url)
  const bare = await startBare()
  const countCars = await watchMap(server.origin, town)
  const drivers = await openSockets(
    server.origin,
    town.drivers.map(({ token }) => token),
  )
  const echoes = await openSockets(
    bare.origin,
    town.drivers.map(() => undefined),
  )
  const rows = await contest(
    { name: 'server', sockets: drivers, running: server, ackType: 'positionsTaken' },
    { name: 'bare echo', sockets: echoes, running: bare, ackType: 'positions' },
    isQuick,
  )
  if (countCars() < town.drivers.length) throw new Error(`the admin's map shows ${countCars()} of ${town.drivers.length} cars`)
  return { rows }
}
