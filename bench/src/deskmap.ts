// The desk's map: 3,000 drivers move every second, and eight desks look at a part of the town in which 300 of them are. Bytes a desk
// on real sockets, told by view and by whole lists in the same run; and what a second costs of the processor in this process, without
// the lists' query: beside 3,000 frames that come in, a server's own clock shows nothing of it.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { asId } from '@wayfare/core/ids'
import { makeBoard, makeInView, writeChanges, writeWhole } from '@wayfare/server/realtime/drivers-board'
import { WebSocket } from 'ws'
import { openSockets, type Socket } from './client.ts'
import { startCrowd } from './crowd.ts'
import { rememberStop } from './leftovers.ts'
import { computeMedian, type Measurement, type Row } from './measure.ts'
import { device, pickup } from './town.ts'

const desks = 8
const metresPerDegree = 111_195
const narrow = Math.cos((pickup.lat * Math.PI) / 180)
/** the side of the town (m); a tenth of it is in view */
const townM = 12_000
const viewM = townM * Math.sqrt(0.1)
const speed = 10
const legS = 40
const mostBytes = 5000

const placeAt = (eastM: number, northM: number) => ({
  lat: pickup.lat + northM / metresPerDegree,
  lng: pickup.lng + eastM / metresPerDegree / narrow,
})

/** Somewhere in [0, 1) for each number, evenly spread. */
const spread = (n: number, step: number): number => (n * step) % 1

/** Round a square of its own, which lies as it likes, with ten metres a second. */
const driveAt = (car: number, atS: number) => {
  const home = { east: (spread(car, 0.754_877_666) - 0.5) * townM, north: (spread(car, 0.569_840_291) - 0.5) * townM }
  const since = atS + spread(car, 0.618_033_989) * legS * 4
  const leg = Math.floor(since / legS) % 4
  const along = (since % legS) * speed
  const side = legS * speed
  const [x, y] = [
    [along, 0],
    [side, along],
    [side - along, side],
    [0, side - along],
  ][leg] as [number, number]
  const turned = car % 360
  const angle = (turned * Math.PI) / 180
  const place = placeAt(
    home.east + x * Math.cos(angle) - y * Math.sin(angle),
    home.north + x * Math.sin(angle) + y * Math.cos(angle),
  )
  return { ...place, heading: (((90 - turned - leg * 90) % 360) + 360) % 360 }
}

const view = (() => {
  const [low, high] = [placeAt(-viewM / 2, -viewM / 2), placeAt(viewM / 2, viewM / 2)]
  return { south: low.lat, west: low.lng, north: high.lat, east: high.lng }
})()

const countInView = (cars: number, atS: number): number =>
  Array.from({ length: cars }, (_, car) => driveAt(car, atS)).filter(
    ({ lat, lng }) => lat >= view.south && lat <= view.north && lng >= view.west && lng <= view.east,
  ).length

/** Every driver says once a second where he is; they are spread over the second. */
const drive = (sockets: readonly Socket[]): void => {
  const slices = 20
  let tick = 0
  const timer = setInterval(() => {
    const at = Date.now()
    const seq = Math.floor(tick / slices) + 1
    for (let car = tick % slices; car < sockets.length; car += slices) {
      const fix = { seq, at, ...driveAt(car, at / 1000), speed, accuracy: 5 }
      sockets[car]?.send(JSON.stringify({ type: 'positions', device, sentAt: at, fixes: [fix] }))
    }
    tick += 1
  }, 1000 / slices)
  rememberStop(async () => clearInterval(timer))
}

type Desk = { bytes: () => number; close: () => void }

const openDesk = async (origin: string, token: string, frame: object): Promise<Desk> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  })
  rememberStop(async () => socket.terminate())
  let bytes = 0
  socket.on('message', (data: Buffer) => (bytes += data.length))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'subscribe', topic: 'drivers', ...frame }))
  return { bytes: () => bytes, close: () => socket.close() }
}

const measureDesks = async (open: () => Promise<Desk>[], forS: number): Promise<number> => {
  const all = await Promise.all(open())
  await pause(3000)
  const total = () => all.reduce((sum, { bytes }) => sum + bytes(), 0)
  const first = total()
  await pause(forS * 1000)
  const bytes = (total() - first) / forS / all.length
  for (const { close } of all) close()
  await pause(2000)
  return bytes
}

const inSmallUnits = (degrees: number): number => Math.round(degrees * 100_000)

/** Milliseconds of a second's work for all desks, by view and by whole lists. */
const measureWork = (cars: number): [views: number, lists: number] => {
  const board = makeBoard()
  const names = { name: 'Bench driver', vehicleNumber: 'ABC 12D', carType: null }
  const told = Array.from({ length: desks }, () => ({ inView: makeInView(view), names: new Set<number>(), isFirst: true }))
  const counts = { free: cars, busy: 0, stale: 0, offline: 0 }
  const times: [number[], number[]] = [[], []]
  for (let second = 0; second < 60; second++) {
    const places = Array.from({ length: cars }, (_, car) => ({ id: asId<'user'>(`BENCH${car}`), ...driveAt(car, second) }))
    const sightings = places.map(({ id, lat, lng, heading }) => ({
      id,
      lat: inSmallUnits(lat),
      lng: inSmallUnits(lng),
      heading,
      state: 0,
    }))
    const list = places.map(({ id, lat, lng, heading }) => ({
      ...names,
      id,
      queue: false,
      driverActiveStatus: true,
      location: { lat, lng },
      heading,
      seenAt: second,
    }))
    const since = performance.now()
    const changes = board.step(sightings, counts)
    for (const one of told)
      if (one.isFirst) writeWhole(board, one, () => names)
      else writeChanges(changes, one, () => names)
    const between = performance.now()
    // each frame is made bytes once for each socket
    const text = JSON.stringify({ type: 'drivers', drivers: list })
    for (let desk = 0; desk < desks; desk++) Buffer.from(text)
    times[0].push(between - since)
    times[1].push(performance.now() - between)
  }
  return [computeMedian(times[0]), computeMedian(times[1])]
}

const row = (measure: string, unit: string, [ours, peer]: [number, number], more: Partial<Row> = {}): Row => ({
  figure: 'deskmap',
  measure,
  unit,
  ours,
  peer,
  peerName: 'whole lists',
  ratio: peer / ours,
  isKept: false,
  ...more,
})

export const measureDeskMap = async (isQuick: boolean): Promise<Measurement> => {
  const count = isQuick ? 1000 : 3000
  const forS = isQuick ? 8 : 20
  const { town, server } = await startCrowd({ riders: 0, drivers: count })
  drive(
    await openSockets(
      server.origin,
      town.drivers.map(({ token }) => token),
    ),
  )
  await pause(5000)
  const desksOf = (frame: object) => () => Array.from({ length: desks }, () => openDesk(server.origin, town.admin.token, frame))
  const lists = await measureDesks(desksOf({}), forS)
  const views = await measureDesks(desksOf({ view }), forS)
  const inView = countInView(count, Date.now() / 1000)
  return {
    rows: [
      row(`bytes a second and desk, ${inView} of ${count} drivers in view`, 'B', [views, lists], {
        ceiling: mostBytes,
      }),
      row(`work of a second for ${desks} desks`, 'ms', measureWork(count)),
    ],
  }
}
