// Writes positions to PostgreSQL in batches: every 2 s, every 500 points, and at shutdown. Points of a trip are acknowledged only
// after they have been written, so that no acknowledged point is lost with the process.
import type { BookingId, UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { Deps, Tx } from '../../deps.ts'
import type { DriverPosition } from '../../realtime/positions.ts'
import { insertDevicePoints } from '../bookings/track.ts'

type TripPoint = {
  bookingId: BookingId
  device: string
  seq: bigint
  at: Date
  lat: number
  lng: number
  accuracyM: number | null
  heading: number | null
  speed: number | null
  receivedAt: Date
}

export type PositionFlush = {
  /** adds points of a trip, which are stored permanently */
  add: (points: readonly TripPoint[]) => void
  /** notes that a driver's last position has changed */
  touch: (position: DriverPosition) => void
  /** resolves when everything added so far is in the database */
  settled: () => Promise<void>
  /** writes everything pending now */
  now: () => Promise<void>
  /** the number of points not yet written */
  waiting: () => number
  stop: () => Promise<void>
}

const everyMs = 2000
const mostWaiting = 500
const mostInOneInsert = 1000

/** Rounds to a four-byte float. PostgreSQL refuses smaller numbers, and the whole batch with them. */
const toSingle = (number: number | null): number | null => number && Math.fround(number)

const fitPoint = ({ accuracyM, heading, speed, ...point }: TripPoint): TripPoint => ({
  ...point,
  accuracyM: toSingle(accuracyM),
  heading: toSingle(heading),
  speed: toSingle(speed),
})

/** Upserts all positions in one statement. The newer position wins, whatever the order in which processes write. */
const savePositions = async (tx: Tx, positions: readonly DriverPosition[]): Promise<void> => {
  if (positions.length === 0) return
  const column = <T>(pick: (position: DriverPosition) => T): T[] => positions.map(pick)
  await sql`
    insert into driver_position (driver_id, lat, lng, heading, at, device, seq)
    select * from unnest(
      ${column((p) => p.driverId)}::text[], ${column((p) => p.lat)}::float8[], ${column((p) => p.lng)}::float8[],
      ${column((p) => toSingle(p.heading))}::real[], ${column((p) => new Date(p.at).toISOString())}::timestamptz[],
      ${column((p) => p.device)}::text[], ${column((p) => p.seq)}::bigint[]
    ) as fresh(driver_id, lat, lng, heading, at, device, seq)
    where exists (select from app_user where app_user.id = fresh.driver_id)
    on conflict (driver_id) do update set
      lat = excluded.lat, lng = excluded.lng, heading = excluded.heading, at = excluded.at, device = excluded.device, seq = excluded.seq
    where driver_position.at < excluded.at or (driver_position.device = excluded.device and driver_position.seq < excluded.seq)`.execute(
    tx,
  )
}

type Batch = { points: TripPoint[]; positions: Map<UserId, DriverPosition> }

const save = (deps: Pick<Deps, 'db'>, { points, positions }: Batch): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    for (let i = 0; i < points.length; i += mostInOneInsert)
      await insertDevicePoints(tx, points.slice(i, i + mostInOneInsert).map(fitPoint))
    // sorted, so that two processes cannot deadlock
    await savePositions(
      tx,
      [...positions.values()].toSorted((a, b) => (a.driverId < b.driverId ? -1 : 1)),
    )
  })

type Waiter = { resolve: () => void; upTo: number }

export const makeFlush = (deps: Pick<Deps, 'db' | 'log'>): PositionFlush => {
  let batch: Batch = { points: [], positions: new Map() }
  let added = 0
  let written = 0
  let waiters: Waiter[] = []
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isStopped = false

  const plan = (ms: number) => {
    if (!isStopped) timer ??= setTimeout(() => void run(), ms)
  }
  const giveBack = (failed: Batch) => {
    const fresh = batch
    batch = { points: [...failed.points, ...fresh.points], positions: new Map([...failed.positions, ...fresh.positions]) }
  }
  const writeOnce = async () => {
    const taken = batch
    const upTo = added
    batch = { points: [], positions: new Map() }
    try {
      await save(deps, taken)
    } catch (error) {
      giveBack(taken)
      throw error
    }
    written = upTo
    const done = waiters.filter((waiter) => waiter.upTo <= written)
    waiters = waiters.filter((waiter) => waiter.upTo > written)
    for (const { resolve } of done) resolve()
  }
  const run = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    // one write at a time; points that arrive meanwhile go into the next
    for (let before = running; before; before = running) await before.catch(() => {})
    if (batch.points.length === 0 && batch.positions.size === 0) return
    running = writeOnce()
    try {
      await running
    } catch (error) {
      deps.log.warn({ err: error, points: batch.points.length }, 'positions cannot be written now')
      plan(everyMs)
    } finally {
      running = null
    }
  }
  return {
    add: (points) => {
      batch.points.push(...points)
      added += points.length
      if (batch.points.length >= mostWaiting) void run()
      else plan(everyMs)
    },
    touch: (position) => {
      batch.positions.set(position.driverId, position)
      plan(everyMs)
    },
    settled: () => {
      if (written >= added) return Promise.resolve()
      return new Promise((resolve) => waiters.push({ resolve, upTo: added }))
    },
    now: run,
    waiting: () => batch.points.length,
    stop: async () => {
      isStopped = true
      await run()
    },
  }
}
