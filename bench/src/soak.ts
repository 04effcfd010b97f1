// Three quarters of an hour of an ordinary town: 300 robots with open sockets drive, book, ride and pay. What the server keeps
// after a collection must not grow with the time it has run.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { hearTasks, openApp, requestQuote, trySend } from './client.ts'
import { startDatabase } from './database.ts'
import { makeHeapLook, type Held } from './heap.ts'
import { rememberStop } from './leftovers.ts'
import { computeMedian, type Measurement } from './measure.ts'
import { startServer } from './process.ts'
import { device, insertTown, pickup, type Person, type Town } from './town.ts'

type Plan = { drivers: number; riders: number; minutes: number }
const whole: Plan = { drivers: 240, riders: 60, minutes: 45 }
const quick: Plan = { drivers: 48, riders: 12, minutes: 6 }

const positionEveryMs = 4000
/** A step of a ride follows the one before after so long, and a ride of a rider so long after his last. */
const stepMs = 1500
const restMs = 40_000
const offerWithinMs = 30_000
const looks = 15
const mostGrowthMb = 2

type Robot = { person: Person; heard: Set<string>; isBusy: boolean }
type Look = Held & { minute: number }

/** Sends positions from around the pickup until the end, and remembers what it was asked for. */
const startDriver = async (origin: string, person: Person, number: number): Promise<Robot> => {
  const place = { lat: pickup.lat + ((number * 7) % 40) * 0.0004, lng: pickup.lng + ((number * 11) % 40) * 0.0006 }
  const body = { online: true, device, location: place }
  const { status } = await trySend(`${origin}/api/driver/online`, 'PUT', { token: person.token, body })
  if (status !== 200) throw new Error(`a driver could not go online: ${status}`)
  const socket = await openApp(origin, person.token, 'driver')
  let seq = 0
  const timer = setInterval(() => {
    seq += 1
    const lat = place.lat + (seq % 50) * 0.00005
    const fix = { seq, at: Date.now(), lat, lng: place.lng, accuracy: 5, speed: 1.4 }
    socket.send(JSON.stringify({ type: 'positions', device, sentAt: Date.now(), fixes: [fix] }))
  }, positionEveryMs)
  rememberStop(async () => clearInterval(timer))
  return { person, heard: hearTasks(socket), isBusy: false }
}

/** Returns a free robot that was offered the booking; all others forget it. */
const takeDriver = async (robots: readonly Robot[], id: string): Promise<Robot> => {
  const deadline = performance.now() + offerWithinMs
  for (;;) {
    const found = robots.find(({ isBusy, heard }) => !isBusy && heard.has(id))
    if (found) {
      found.isBusy = true
      for (const { heard } of robots) heard.delete(id)
      return found
    }
    if (performance.now() > deadline) throw new Error(`nobody was asked for booking ${id}`)
    await pause(20)
  }
}

/** Sends a request, and retries later if it was rate-limited. */
const send = async (url: string, token: string, body: unknown = {}): Promise<Record<string, unknown>> => {
  for (;;) {
    const answer = await trySend(url, 'POST', { token, body })
    if (answer.status === 200) return answer.body
    if (answer.status !== 429) throw new Error(`POST ${url} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    await pause(5000)
  }
}

const ride = async (origin: string, { carType }: Town, { token }: Person, robots: readonly Robot[]): Promise<void> => {
  const booking = await send(`${origin}/api/bookings`, token, await requestQuote(origin, carType, token))
  const path = `${origin}/api/bookings/${String(booking['id'])}`
  const robot = await takeDriver(robots, String(booking['id']))
  const steps = [
    ['accept', {}],
    ['arrive', {}],
    ['start', { otp: booking['otp'] ?? null }],
    ['reach', {}],
    ['collect-cash', {}],
  ] as const
  for (const [step, body] of steps) {
    await send(`${path}/${step}`, robot.person.token, body)
    await pause(stepMs)
  }
  robot.isBusy = false
  await send(`${path}/rating`, token, { stars: 5, review: '' })
}

/** Rides until stopped, each rider one at a time; `stop` waits for those under way and throws what went wrong. */
const startRiders = async (origin: string, town: Town, robots: readonly Robot[]) => {
  const state = { rides: 0, isOver: false, failure: null as unknown }
  const live = async (rider: Person, number: number): Promise<void> => {
    await openApp(origin, rider.token, 'rider')
    await pause((number * restMs) / town.riders.length)
    while (!state.isOver) {
      await ride(origin, town, rider, robots)
      state.rides += 1
      await pause(state.isOver ? 0 : restMs)
    }
  }
  const all = town.riders.map((rider, number) => live(rider, number).catch((error: unknown) => void (state.failure ??= error)))
  const check = (): void => {
    if (state.failure) throw state.failure
  }
  const stop = async (): Promise<number> => {
    state.isOver = true
    await Promise.all(all)
    check()
    return state.rides
  }
  return { check, stop }
}

/** Starts a server that reports the memory it holds on request. */
const startWatched = async (url: string) => {
  const since = performance.now()
  const { watched, look: ask } = makeHeapLook()
  const server = await startServer(url, {}, watched)
  const look = async (): Promise<Look> => {
    const held = await ask(server.pid)
    const minute = (performance.now() - since) / 60_000
    const { heapMb, residentMb } = held
    console.log(`  minute ${minute.toFixed(0)}: ${heapMb.toFixed(1)} MB after a collection, ${residentMb.toFixed(0)} MB resident`)
    return { minute, ...held }
  }
  return { server, look }
}

/** The last three looks against the second to fourth: by the first, caches are not full and much is not compiled yet. */
const computeGrowthMb = (all: readonly Look[]): number => {
  const heapOf = (part: readonly Look[]): number => computeMedian(part.map(({ heapMb }) => heapMb))
  return heapOf(all.slice(-3)) - heapOf(all.slice(1, 4))
}

export const measureSoak = async (isQuick: boolean): Promise<Measurement> => {
  const plan = isQuick ? quick : whole
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: plan.riders, drivers: plan.drivers, online: false })
  await database.close()
  const { server, look } = await startWatched(postgres.url)
  const robots: Robot[] = []
  for (const [number, person] of town.drivers.entries()) robots.push(await startDriver(server.origin, person, number))
  const riders = await startRiders(server.origin, town, robots)
  const seen: Look[] = []
  for (let i = 0; i < looks; i++) {
    await pause((plan.minutes * 60_000) / looks)
    riders.check()
    seen.push(await look())
  }
  const rides = await riders.stop()
  const row = { figure: 'soak', peer: null, peerName: '', ratio: null, isKept: false }
  const last = seen.at(-1)
  return {
    rows: [
      {
        ...row,
        measure: `growth of the heap after a collection in ${plan.minutes} minutes`,
        unit: 'MB',
        ours: computeGrowthMb(seen),
        // in six minutes the events that are kept in memory do not fill their room
        ...(isQuick ? {} : { ceiling: mostGrowthMb }),
      },
      { ...row, measure: 'heap after a collection, at the end', unit: 'MB', ours: last?.heapMb ?? Number.NaN },
      { ...row, measure: 'resident memory, at the end', unit: 'MB', ours: last?.residentMb ?? Number.NaN },
      { ...row, measure: `rides of ${plan.drivers + plan.riders} robots`, unit: '', ours: rides },
    ],
  }
}
