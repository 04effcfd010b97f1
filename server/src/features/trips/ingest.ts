// Positions in: believed or refused, put on the grid, told to watchers and handed to the flush. No SQL on the way of a frame:
// what must be known of the driver is kept in memory and made fresh by events.
import { isTracked, isUnderWay } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { DomainEvent } from '@wayfare/core/events'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { followClock, followHeading, isPlausible, readHeading, type DeviceClock, type Trail } from '@wayfare/core/tracking'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { sendPositions } from '@wayfare/contract/trips'
import type { Deps } from '../../deps.ts'
import { startReader } from '../../events-readers.ts'
import { readLatestCursor } from '../../events.ts'
import { getEtas, type Leg } from '../../realtime/etas.ts'
import type { DriverPosition } from '../../realtime/positions.ts'
import { makeFlush, type PositionFlush } from './flush.ts'
import { makeTripFollower, type TripMemory } from './queries-driven.ts'
import { findLeg, findSharer, findTripOf, loadPositions, makeForgetAbsent, presentAhead, type PositionSharer } from './queries.ts'

type Batch = ParsedInputOf<typeof sendPositions>
type Taken = OutputOf<typeof sendPositions>

type Ingest = {
  /** refuses with other_device unless this is the active device of a driver who is online or on a trip */
  take: (driver: UserId, batch: Batch) => Promise<Taken>
  /** an event that may change what is known of drivers */
  handle: (event: DomainEvent) => Promise<void>
  flush: PositionFlush
  /** what is known of a trip that is on */
  recall: (id: BookingId) => TripMemory
}

type Trip = NonNullable<PositionSharer['booking']>

/** `accuracyM`, `speed` and the heading that was `said`: of the device, null where it did not say. */
type Point = DriverPosition & { accuracyM: number | null; said: number | null; speed: number | null }

/** What is kept of a driver who shares a position. */
type State = {
  sharer: PositionSharer
  loadedAt: number
  /** highest number seen, by device */
  seqs: Map<string, number>
  /** of the device that sent last */
  clock: DeviceClock | null
  device: string
  /** the last point believed: where the driver said he was when going online does not count, older points may still come */
  last: Point | null
  /** which way the car faces */
  trail: Trail | null
  /** points in a row that did not fit the last one believed */
  jumps: DriverPosition[]
}

/** A frame from a device that seems not to be the active one may be ahead of the event that says it is. */
const reloadAfterMs = 200
/** So many points over so long that fit one another, but not the last one: it was the last one that was wrong. */
const jumpsToBelieve = 8
const jumpsForMs = 15_000

const serverTimeOf = (state: State, device: string, sentAt: number, now: number): ((at: number) => number) => {
  const clock = followClock(state.device === device ? state.clock : null, { sentAt, heardAt: now })
  state.clock = clock
  state.device = device
  return (at) => Math.min(at + clock.offsetMs, now)
}

const tripPointOf = (bookingId: BookingId, { device, seq, at, lat, lng, accuracyM, said, speed }: Point, receivedAt: Date) => ({
  bookingId,
  device,
  seq: BigInt(seq),
  at: new Date(at),
  lat,
  lng,
  accuracyM,
  heading: said,
  speed,
  receivedAt,
})

const mayShare = ({ isOnline, activeDevice, booking }: PositionSharer, device: string): boolean =>
  activeDevice === device && (isOnline || booking !== null)

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** The states of drivers; each is loaded once and then follows the events. */
const makeStates = (deps: Deps) => {
  const states = new Map<UserId, State>()
  const loading = new Map<UserId, Promise<State>>()

  const read = async (driver: UserId): Promise<State> => {
    const loadedAt = performance.now()
    const sharer = await findSharer(deps, driver)
    const known = states.get(driver)
    if (known) return Object.assign(known, { sharer, loadedAt })
    const seqs = new Map(sharer.kept ? [[sharer.kept.device, sharer.kept.seq]] : [])
    const state: State = { sharer, loadedAt, seqs, clock: null, device: '', last: null, trail: null, jumps: [] }
    states.set(driver, state)
    return state
  }
  const load = async (driver: UserId): Promise<State> => {
    const known = loading.get(driver)
    if (known) return known
    const fresh = read(driver).finally(() => loading.delete(driver))
    loading.set(driver, fresh)
    return fresh
  }
  /** as the driver is now: a look that is under way may have been taken before the news */
  const reload = async (driver: UserId): Promise<State> => {
    await loading.get(driver)?.catch(() => {})
    return load(driver)
  }
  return {
    get: (driver: UserId) => states.get(driver),
    /** known, or about to be */
    has: (driver: UserId) => states.has(driver) || loading.has(driver),
    load,
    reload,
    forget: (driver: UserId) => states.delete(driver),
  }
}

/** Believes a point or not; after a run of points that fit one another the last believed one is given up. */
const isBelieved = (state: State, previous: DriverPosition | null, next: Point, now: number): boolean => {
  if (isPlausible(previous, next, now)) return true
  const isFine = isPlausible(null, next, now) && (!previous || next.at >= previous.at)
  if (!isFine || (state.sharer.booking && isUnderWay(state.sharer.booking.status))) return false
  const lastJump = state.jumps.at(-1)
  state.jumps = lastJump && isPlausible(lastJump, next, now) ? [...state.jumps, next] : [next]
  const [first] = state.jumps
  return first !== undefined && state.jumps.length >= jumpsToBelieve && next.at - first.at >= jumpsForMs
}

/** What a point is measured against: the last one of this driver, or where he said he was, if that was before. */
const previousOf = (state: State, known: DriverPosition | null, at: number): DriverPosition | null =>
  state.last ?? (known && known.at <= at ? known : null)

type Believed = { points: Point[]; refused: number }

/** Numbers count up with time: a small step back is the clock's inaccuracy. */
const forwardOf = (state: State, at: number): number => {
  const stepBack = (state.last?.at ?? 0) - at
  return stepBack > 0 && stepBack < 5000 ? at + stepBack : at
}

/** Believes each fix that is new or not, and puts the newest on the grid. */
const takeFixes = (deps: Deps, driver: UserId, state: State, { device, sentAt, fixes }: Batch): Believed => {
  const now = deps.now().getTime()
  const timeOf = serverTimeOf(state, device, sentAt, now)
  const believed: Believed = { points: [], refused: 0 }
  const seen = state.seqs.get(device) ?? -1
  for (const { seq, lat, lng, ...fix } of fixes.filter((each) => each.seq > seen).toSorted((a, b) => a.seq - b.seq)) {
    if (seq === state.seqs.get(device)) continue
    state.seqs.set(device, seq)
    const known = deps.positions.last(driver)
    const at = forwardOf(state, timeOf(fix.at))
    const trail = followHeading(state.trail ?? known, { lat, lng, heading: fix.heading, speed: fix.speed })
    const point: DriverPosition = { driverId: driver, lat, lng, heading: trail.heading, at, device, seq }
    const measured = { accuracyM: fix.accuracy ?? null, said: readHeading(fix), speed: fix.speed ?? null, ...point }
    if (!isBelieved(state, previousOf(state, known, at), measured, now)) {
      believed.refused += 1
      continue
    }
    state.last = measured
    state.trail = trail
    state.jumps = []
    believed.points.push(measured)
    if (!known || known.at <= at) deps.positions.put(point)
  }
  return believed
}

/** @internal */
export const makeIngest = (deps: Deps): Ingest => {
  const states = makeStates(deps)
  const flush = makeFlush(deps)
  const etas = getEtas(deps)
  const follower = makeTripFollower(deps)

  const publish = (bookingId: BookingId, leg: Leg | null, { lat, lng, heading, at }: DriverPosition) =>
    deps.bus.publish(`booking.${bookingId}`, {
      position: { lat, lng, heading, at: Math.round(at) },
      ...presentAhead(leg && etas.last(leg)),
    })

  const findState = async (driver: UserId, device: string): Promise<State> => {
    const known = states.get(driver) ?? (await states.load(driver))
    if (mayShare(known.sharer, device)) return known
    await pause(Math.max(0, reloadAfterMs - (performance.now() - known.loadedAt)))
    const fresh = await states.reload(driver)
    if (!mayShare(fresh.sharer, device)) throw new Refusal('other_device')
    return fresh
  }
  const tellWatchers = (booking: Trip, points: readonly Point[], newest: DriverPosition) => {
    const leg = findLeg(booking)
    // the driver went on while the router thought
    const tellAgain = () => publish(booking.id, leg, deps.positions.last(newest.driverId) ?? newest)
    if (leg) etas.follow(leg, points, tellAgain)
    publish(booking.id, leg, newest)
  }
  const take = async (driver: UserId, batch: Batch): Promise<Taken> => {
    const state = await findState(driver, batch.device)
    const { points, refused } = takeFixes(deps, driver, state, batch)
    const seq = state.seqs.get(batch.device) ?? -1
    const newest = points.at(-1)
    const placed = newest && deps.positions.last(driver)
    if (placed) flush.touch({ ...placed, device: batch.device, seq })
    const { booking } = state.sharer
    const isOn = booking !== null && isTracked(booking.status)
    const isOfTrip = ({ at }: { at: number }) => findTripOf(state.sharer, at + (state.clock?.offsetMs ?? 0)) !== null
    if (!isOn && !batch.fixes.some(isOfTrip)) return { seq, taken: points.length, refused }
    const receivedAt = deps.now()
    flush.add(
      points.flatMap((point) => {
        const id = findTripOf(state.sharer, point.at)
        return id === null ? [] : [tripPointOf(id, point, receivedAt)]
      }),
    )
    if (isOn && placed) tellWatchers(booking, points, placed)
    // also when all points were sent before: the earlier ones may still be on their way to the database
    await flush.settled()
    if (booking && isUnderWay(booking.status)) follower.note(booking, points.length)
    return { seq, taken: points.length, refused }
  }

  const forgetAbsent = makeForgetAbsent(deps)
  const refresh = async (driver: UserId): Promise<void> => {
    // of one who reports to another process no more is known than the place
    if (!states.has(driver) && !deps.positions.isOwn(driver)) return forgetAbsent(driver)
    const before = deps.positions.last(driver)
    const { sharer } = await states.reload(driver)
    // only now: points may have come while the driver was read
    const last = deps.positions.last(driver)
    if (sharer.isOnline || sharer.booking) {
      if (last && last.seq === 0) flush.touch({ ...last, seq: states.get(driver)?.seqs.get(last.device) ?? 0 })
      return
    }
    // a place that came meanwhile may be that of a driver who has gone online since
    if (last !== before) return refresh(driver)
    deps.positions.remove(driver)
    states.forget(driver)
  }
  const handle = async (event: DomainEvent) => {
    if (event.type === 'UserChanged' || event.type === 'UserRemoved') return refresh(event.userId)
    if (event.type !== 'BookingMoved') return
    if (!isTracked(event.to)) {
      etas.forget(event.bookingId)
      follower.forget(event.bookingId)
    }
    if (event.audience.driver) await refresh(event.audience.driver)
  }
  return { take, handle, flush, recall: follower.recall }
}

const ingests = new WeakMap<Deps['positions'], Ingest>()

/** The process's one ingest: requests are given copies of deps, the grid of positions is always the same. @internal */
export const getIngest = (deps: Deps): Ingest => {
  const known = ingests.get(deps.positions)
  if (known) return known
  const { once: _once, ...own } = deps
  const made = makeIngest(own)
  ingests.set(deps.positions, made)
  return made
}

/** Takes a batch from a socket or from REST. */
export const ingestPositions = (deps: Deps, driver: UserId, batch: Batch): Promise<Taken> => getIngest(deps).take(driver, batch)

/** Writes the points that wait in this process: before a trip's distance is measured. */
export const flushPositions = (deps: Deps): Promise<void> => getIngest(deps).flush.now()

/** What this process knows of a trip from following it. */
export const recallTrip = (deps: Deps, id: BookingId): TripMemory => getIngest(deps).recall(id)

/** Loads the positions of drivers who are online and keeps them fresh until stopped; stopping writes what waits. */
export const startIngest = async (deps: Deps) => {
  const ingest = getIngest(deps)
  // before the look at who is online: news that come meanwhile are about what it finds
  const from = await readLatestCursor(deps.db)
  const forget = await loadPositions(deps)
  const reader = await startReader({ deps, name: 'positions', durable: false, from, handle: ingest.handle })
  return {
    ...reader,
    stop: async () => {
      forget()
      await reader.stop()
      await ingest.flush.stop()
    },
  }
}
