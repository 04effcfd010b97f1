// Takes in positions: accepts or rejects them, updates the grid, tells watchers, and passes them to the flush. A frame causes no
// SQL: the facts about its driver are kept in memory and refreshed by events.
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
  /** takes a batch; refuses with other_device unless it comes from the active device of a driver who is online or on a trip */
  take: (driver: UserId, batch: Batch) => Promise<Taken>
  /** handles an event that may change what is known of drivers */
  handle: (event: DomainEvent) => Promise<void>
  flush: PositionFlush
  /** what is known of a trip under way */
  recall: (id: BookingId) => TripMemory
}

type Trip = NonNullable<PositionSharer['booking']>

/** `accuracyM`, `speed` and `said` (the heading) as reported by the device; null if not reported. */
type Point = DriverPosition & { accuracyM: number | null; said: number | null; speed: number | null }

/** The state of a driver who shares a position. */
type State = {
  sharer: PositionSharer
  loadedAt: number
  /** the highest sequence number seen, by device */
  seqs: Map<string, number>
  /** of the device that sent the last batch */
  clock: DeviceClock | null
  device: string
  /** the last accepted point; the position given when going online does not count, since older points may still arrive */
  last: Point | null
  /** the car's heading */
  trail: Trail | null
  /** consecutive points that were not plausible after the last accepted one */
  jumps: DriverPosition[]
}

/** A frame from a seemingly inactive device may precede the event that activates it: reload its state after this long (ms). */
const reloadAfterMs = 200
/** If this many points over this long (ms) fit one another but not the last accepted one, that one was wrong. */
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

/** The states of drivers; each is loaded once and then kept up to date by events. */
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
  /** loads the state anew: a load already under way may be older than the event */
  const reload = async (driver: UserId): Promise<State> => {
    await loading.get(driver)?.catch(() => {})
    return load(driver)
  }
  return {
    get: (driver: UserId) => states.get(driver),
    /** loaded or being loaded */
    has: (driver: UserId) => states.has(driver) || loading.has(driver),
    load,
    reload,
    forget: (driver: UserId) => states.delete(driver),
  }
}

/** Whether a point is accepted. After a run of points that fit one another, the last accepted one is given up. */
const isBelieved = (state: State, previous: DriverPosition | null, next: Point, now: number): boolean => {
  if (isPlausible(previous, next, now)) return true
  const isFine = isPlausible(null, next, now) && (!previous || next.at >= previous.at)
  if (!isFine || (state.sharer.booking && isUnderWay(state.sharer.booking.status))) return false
  const lastJump = state.jumps.at(-1)
  state.jumps = lastJump && isPlausible(lastJump, next, now) ? [...state.jumps, next] : [next]
  const [first] = state.jumps
  return first !== undefined && state.jumps.length >= jumpsToBelieve && next.at - first.at >= jumpsForMs
}

/** The point to compare with: the driver's last accepted one, or an older position given when going online. */
const previousOf = (state: State, known: DriverPosition | null, at: number): DriverPosition | null =>
  state.last ?? (known && known.at <= at ? known : null)

type Believed = { points: Point[]; refused: number }

/** Sequence numbers increase with time, so a small step back is an inaccuracy of the clock. */
const forwardOf = (state: State, at: number): number => {
  const stepBack = (state.last?.at ?? 0) - at
  return stepBack > 0 && stepBack < 5000 ? at + stepBack : at
}

/** Accepts or rejects each new fix, and puts the newest on the grid. */
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
    // the driver has moved while the route was computed
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
    // even if all points were repeated: the originals may not be written yet
    await flush.settled()
    if (booking && isUnderWay(booking.status)) follower.note(booking, points.length)
    return { seq, taken: points.length, refused }
  }

  const forgetAbsent = makeForgetAbsent(deps)
  const refresh = async (driver: UserId): Promise<void> => {
    // for a driver connected to another process, only the position is known here
    if (!states.has(driver) && !deps.positions.isOwn(driver)) return forgetAbsent(driver)
    const before = deps.positions.last(driver)
    const { sharer } = await states.reload(driver)
    // read now, since points may have arrived while the driver was loaded
    const last = deps.positions.last(driver)
    if (sharer.isOnline || sharer.booking) {
      if (last && last.seq === 0) flush.touch({ ...last, seq: states.get(driver)?.seqs.get(last.device) ?? 0 })
      return
    }
    // a position that arrived meanwhile may mean that the driver went online again
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

/** The process's only ingest. It is found by the grid of positions, since requests get copies of deps. @internal */
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

/** Writes this process's pending points, before a trip's distance is measured. */
export const flushPositions = (deps: Deps): Promise<void> => getIngest(deps).flush.now()

/** What this process remembers of a trip that it has followed. */
export const recallTrip = (deps: Deps, id: BookingId): TripMemory => getIngest(deps).recall(id)

/** Loads the positions of online drivers and keeps them up to date until stopped. Stopping writes pending points. */
export const startIngest = async (deps: Deps) => {
  const ingest = getIngest(deps)
  // read before the online drivers are, so that no event in between is missed
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
