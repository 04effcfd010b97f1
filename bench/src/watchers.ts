// People who watch a car: 200 cars at their pickups, each told of once a second and watched by five sockets. Processor time of a
// position that reaches a watcher, the car's own frame and its acknowledgement included, against socket.io with a room for each
// trip.
import { setTimeout as pause } from 'node:timers/promises'
import { statusAfter } from '@wayfare/core/lifecycle'
import { openSocket, type Socket } from './client.ts'
import { startDatabase } from './database.ts'
import { computeMedian, type Measurement, type Row } from './measure.ts'
import { startRooms, startServer, type RunningProcess } from './process.ts'
import { openRoomSocket, type RoomSocket } from './rooms-client.ts'
import { device, insertTown, makeLocalDeps, makeTemplate, pickup, placeDrivers, type Town } from './town.ts'

const watchersEach = 5
/** The frames of a second are spread over it. */
const slices = 20

type Contender = {
  running: RunningProcess
  cars: number
  send: (car: number, seq: number) => void
  /** positions that reached a watcher so far */
  reached: () => number
}

const placeOf = (car: number, seq: number) => ({
  lat: pickup.lat + (car % 20) * 0.002 + (seq % 5) * 0.000_09,
  lng: pickup.lng + Math.floor(car / 20) * 0.004,
})

const fixOf = (car: number, seq: number) => ({ seq, at: Date.now(), ...placeOf(car, seq), heading: 90, speed: 10, accuracy: 5 })

/** A trip for each driver, whose car waits at the pickup: where it drives to is no part of what is measured. */
const layTrips = async (cars: number) => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: cars, drivers: cars, online: true })
  const { deps, close } = await makeLocalDeps(database, postgres.url, '.')
  placeDrivers(deps, town)
  const template = await makeTemplate(deps, town)
  const pairs = town.drivers.map(({ actor }, i) => [actor.id, town.riders[i]?.actor.id ?? ''])
  await database.directPool.query(
    `insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', 'WATCHED' || given.n, 'quote_id', null, 'status', '${statusAfter('arrive')}',
        'driver_id', given.driver, 'customer_id', given.rider, 'accepted_at', now() - interval '5 min', 'driver_arrive_at', now()))).*
      from booking b, unnest($2::text[], $3::text[]) with ordinality given (driver, rider, n) where b.id = $1`,
    [template, pairs.map(([driver]) => driver), pairs.map(([, rider]) => rider)],
  )
  await database.directPool.query(`update booking set status = '${statusAfter('cancel')}' where id = $1`, [template])
  await close()
  await database.close()
  return { postgres, town }
}

const openWatchers = async ({ origin }: RunningProcess, { riders }: Town, onPosition: () => void): Promise<void> => {
  for (const [car, { token }] of riders.entries()) {
    for (let i = 0; i < watchersEach; i++) {
      const socket = await openSocket(origin, token)
      await socket.ask({ type: 'subscribe', topic: `booking:WATCHED${car + 1}` }, 'subscribed')
      socket.listen(({ type }) => void (type === 'position' && onPosition()))
    }
  }
}

const startOurs = async (cars: number): Promise<Contender> => {
  const { postgres, town } = await layTrips(cars)
  const running = await startServer(postgres.url, { LIVE_SOCKETS_PER_NETWORK: String(cars * (watchersEach + 2)) })
  let reached = 0
  await openWatchers(running, town, () => (reached += 1))
  const sockets: Socket[] = []
  for (const { token } of town.drivers) sockets.push(await openSocket(running.origin, token))
  const send = (car: number, seq: number): void =>
    sockets[car]?.send(JSON.stringify({ type: 'positions', device, sentAt: Date.now(), fixes: [fixOf(car, seq)] }))
  return { running, cars, send, reached: () => reached }
}

const startPeer = async (cars: number): Promise<Contender> => {
  const running = await startRooms()
  const watchers: RoomSocket[] = []
  const drivers: RoomSocket[] = []
  for (let car = 0; car < cars; car++) {
    for (let i = 0; i < watchersEach; i++) {
      const watcher = await openRoomSocket(running.origin)
      await watcher.ask('watch', `trip-${car}`)
      watchers.push(watcher)
    }
    drivers.push(await openRoomSocket(running.origin))
  }
  const send = (car: number, seq: number): void => drivers[car]?.emit('position', `trip-${car}`, fixOf(car, seq))
  return { running, cars, send, reached: () => watchers.reduce((sum, watcher) => sum + watcher.heard().events, 0) }
}

/** So many seconds, each car once in each. */
const drive = async ({ cars, send }: Contender, fromS: number, forS: number): Promise<void> => {
  const begin = Date.now()
  for (let tick = 0; tick < forS * slices; tick++) {
    for (let car = tick % slices; car < cars; car += slices) send(car, fromS + Math.floor(tick / slices))
    await pause(Math.max(0, begin + ((tick + 1) * 1000) / slices - Date.now()))
  }
  await pause(1500)
}

type Round = { cpuUs: number; share: number }

const measureRound = async (contender: Contender, fromS: number, forS: number): Promise<Round> => {
  const cpuNow = (): number => contender.running.cpuMs() ?? Number.NaN
  const idleFrom = cpuNow()
  await pause(forS * 1000 + 1500)
  const [from, reachedFrom] = [cpuNow(), contender.reached()]
  await drive(contender, fromS, forS)
  const reached = contender.reached() - reachedFrom
  const wanted = contender.cars * watchersEach * forS
  // of positions that come closer together than a second the newest is sent
  if (reached < wanted * 0.7) throw new Error(`${reached} of ${wanted} positions reached a watcher`)
  return { cpuUs: ((cpuNow() - from - (from - idleFrom)) / reached) * 1000, share: reached / wanted }
}

export const measureWatchers = async (isQuick: boolean): Promise<Measurement> => {
  const cars = isQuick ? 60 : 200
  const forS = isQuick ? 4 : 8
  const contenders = { ours: await startOurs(cars), peer: await startPeer(cars) }
  // a driver's first frame looks up the driver
  await drive(contenders.ours, 1, 2)
  const rounds: Record<keyof typeof contenders, Round[]> = { ours: [], peer: [] }
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    for (const name of ['ours', 'peer'] as const) rounds[name].push(await measureRound(contenders[name], 10 + round * 100, forS))
  }
  const medianOf = (name: keyof typeof rounds, measure: keyof Round): number =>
    computeMedian(rounds[name].map((round) => round[measure]))
  const compare = (measure: keyof Round, title: string, unit: string): Row => {
    const [ours, peer] = [medianOf('ours', measure), medianOf('peer', measure)]
    const ratio = measure === 'share' ? ours / peer : peer / ours
    return { figure: 'watchers', measure: title, unit, ours, peer, peerName: 'socket.io rooms', ratio, isKept: false }
  }
  return {
    rows: [
      compare('cpuUs', `processor time of a position that reaches a watcher, ${cars * watchersEach} watch ${cars} cars`, 'us'),
      compare('share', 'positions of each second that reached them', ''),
    ],
  }
}
