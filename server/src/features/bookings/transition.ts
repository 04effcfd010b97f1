// The only writer of a booking's status: locks the row, lets core/lifecycle choose the next status and its effects or refuse,
// writes row and history, applies the effects, and publishes the change.
import type { Actor } from '@wayfare/core/accounts'
import { checkAccept } from '@wayfare/core/dispatch'
import { Refusal } from '@wayfare/core/errors'
import type { Audience } from '@wayfare/core/events'
import { computeCancelFee } from '@wayfare/core/fare'
import type { LatLng } from '@wayfare/core/geo'
import { asId, type BookingId, type UserId } from '@wayfare/core/ids'
import { decideTransition, type Effect, type Move } from '@wayfare/core/lifecycle'
import { makeRecord } from '@wayfare/core/records'
import { sql } from 'kysely'
import { bookingColumnNames } from '../../db/booking-columns.ts'
import type { RowChange, Tables } from '../../db/tables.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { setQueue } from '../accounts/commands.ts'
import { saveDropAddress } from '../accounts/commands-places.ts'
import { getDriverForBooking, type BookingDriver } from '../accounts/queries.ts'
import { presentActor, writePriceChange } from './commands-changes.ts'
import { startDispatch } from './commands-waiting.ts'
import { chargeCancelFee, settleTrip, undoPayment } from './payment.ts'
import { presentDrop, readBookingFacts, type BookingRow } from './present.ts'
import { listRequested } from './queries.ts'
import { logTrackPoint } from './track.ts'

export type BookingPatch = Omit<RowChange<'booking'>, 'id' | 'status' | 'version'>

/** A step that was reported late: when it was done by the device, when the server heard of it, and the accepted time. */
export type LateStep = { said: Date; told: Date; at: Date | null }

export type Change = {
  actor: Actor
  id: BookingId
  move: Move
  /** where the driver is, for the trip's track */
  position?: LatLng | null
  /** set for a step that was reported late */
  late?: LateStep | null
  /** the row, if the caller has already locked it */
  locked?: BookingRow
  /** further columns, given the locked row and the time of the change by the database's clock */
  patch?: (row: BookingRow, at: Date) => BookingPatch
}

/** Hours to rate a paid trip before it completes by itself. */
const ratingHours = 24

/** A booking whose row is locked by this transaction. */
export type LockedBooking = BookingRow

/** When each locked row was locked, by the database's clock. */
const lockMoments = new WeakMap<BookingRow, Date>()

/**
 * Locks a booking by id alone: a condition on the status could pick the wrong index, and the rules check it anyway. The clock is read
 * once the lock is held. `free`: only if no other transaction holds the lock.
 */
export const findLockedBooking = async (tx: Tx, id: BookingId, { free = false } = {}): Promise<BookingRow | null> => {
  const found = await tx
    .with('locked', (db) => {
      const one = db.selectFrom('booking').select(bookingColumnNames).where('id', '=', id).forUpdate()
      return free ? one.skipLocked() : one
    })
    .selectFrom('locked')
    .select(bookingColumnNames)
    .select(sql<Date>`clock_timestamp()`.as('lockedAt'))
    .executeTakeFirst()
  if (!found) return null
  const { lockedAt, ...row } = found
  lockMoments.set(row, lockedAt)
  return row
}

export const lockBooking = async (tx: Tx, id: BookingId): Promise<BookingRow> => {
  const row = await findLockedBooking(tx, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const listAudience = (row: BookingRow, requestedDrivers: UserId[]): Audience => ({
  customer: row.customerId,
  driver: row.driverId,
  fleetAdmin: row.fleetAdminId,
  requestedDrivers,
})

/** Writes columns other than the status of a locked booking. */
export const writeBooking = (tx: Tx, { id, version }: BookingRow, columns: RowChange<'booking'>): Promise<BookingRow> =>
  tx
    .updateTable('booking')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .returning(bookingColumnNames)
    .executeTakeFirstOrThrow()

/** Publishes that the booking changed, so that its open pages reload it. */
export const publishChange = (tx: Tx, row: BookingRow): Promise<void> =>
  emitEvent(tx, { type: 'BookingChanged', bookingId: row.id, audience: listAudience(row, []) })

/** The database's clock. Read it once all locks are held; then it is before the previous step only if the clock was set back. */
export const readClock = async (tx: Tx): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  return rows[0]?.at ?? new Date()
}

/** The earliest time of the next step (epoch ms): no step precedes the previous one. */
export const findEarliestStep = (row: BookingRow): number =>
  Math.max(
    ...[row.createdAt, row.acceptedAt, row.driverArriveAt, row.tripStartAt, row.tripEndAt, row.paidAt].map(
      (at) => at?.getTime() ?? 0,
    ),
  )

/** The time of a step: the accepted one, between the previous step and now. */
const momentOf = (row: BookingRow, believed: Date | null | undefined, now: Date): Date => {
  const earliest = findEarliestStep(row)
  const latest = Math.max(now.getTime(), earliest)
  return new Date(believed ? Math.min(Math.max(believed.getTime(), earliest), latest) : latest)
}

/** Whole seconds between two times, never negative; 0 without a start. */
export const countSeconds = (from: Date | null, to: Date): number =>
  from ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)) : 0

const driverColumns = [
  'driverId',
  'driverName',
  'driverImage',
  'driverContact',
  'driverRating',
  'vehicleNumber',
  'vehicleMake',
  'vehicleModel',
  'fleetAdminId',
] as const

/** Resets a booking to before its acceptance: the next driver takes the parcel's photo anew, and cancellation fees count anew. */
const dropDriver = ({ row, at }: Writing): BookingPatch => ({
  ...makeRecord(driverColumns, () => null),
  acceptedAt: null,
  driverArriveAt: null,
  arrivedAwayM: null,
  pickupImage: null,
  noTaker: null,
  // it waits from now on, so that the search for drivers starts over
  releaseAt: row.releaseAt > at ? row.releaseAt : at,
})

const stamps: { [Type in Move['type']]: (row: BookingRow, at: Date) => BookingPatch } = {
  prepay: (row, at) => ({ prepaid: true, releaseAt: row.releaseAt > at ? row.releaseAt : at }),
  accept: (_row, at) => ({ acceptedAt: at, noTaker: null }),
  reassign: () => ({}),
  arrive: (_row, at) => ({ driverArriveAt: at }),
  start: (_row, at) => ({ tripStartAt: at }),
  reach: (row, at) => ({ tripEndAt: at, totalTripTimeS: countSeconds(row.tripStartAt, at) }),
  awaitPayment: () => ({}),
  pay: (_row, at) => ({ paidAt: at }),
  complete: (_row, at) => ({ completedAt: at }),
  cancel: (_row, at) => ({ cancelledAt: at }),
}

/** Locks the accepting driver, so that a concurrent second acceptance waits here and finds the driver busy. */
const lockDriver = async (deps: Deps, tx: Tx, driverId: UserId, row: BookingRow): Promise<BookingDriver> => {
  const driver = await getDriverForBooking(deps, tx, driverId)
  const problem = checkAccept(driver, row.carTypeId)
  if (problem) throw new Refusal(problem)
  return driver
}

const copyDriver = ({ driver }: Writing): Pick<BookingPatch, (typeof driverColumns)[number]> =>
  driver
    ? {
        driverId: driver.id,
        driverName: driver.name,
        driverImage: driver.profileImage,
        driverContact: driver.mobile,
        driverRating: driver.rating,
        vehicleNumber: driver.vehicleNumber,
        vehicleMake: driver.vehicleMake,
        vehicleModel: driver.vehicleModel,
        fleetAdminId: driver.fleetAdmin,
      }
    : {}

/** The cancellation fee, by the minutes since a driver accepted. */
const writeCancelFee = ({ row, at }: Writing): BookingPatch => {
  const slabs = row.cancelSlabs.map(({ minsDelayed, amount }) => ({ minsDelayed, amount: BigInt(amount) }))
  return { cancelFeeMinor: computeCancelFee(slabs, countSeconds(row.acceptedAt, at)) }
}

const patchOf = async (
  tx: Tx,
  row: BookingRow,
  { deps, actor, move, patch, late }: Change & { deps: Deps },
  effects: readonly Effect[],
): Promise<{ patch: BookingPatch; at: Date }> => {
  const driver = effects.includes('copyDriver') && actor.kind === 'user' ? await lockDriver(deps, tx, actor.id, row) : null
  // the driver was locked after the booking, so that time is the later one
  const now = driver?.lockedAt ?? lockMoments.get(row)
  const at = momentOf(row, late?.at, now ?? (await readClock(tx)))
  const cancelled = move.type === 'cancel' ? { reason: move.reason, cancelledBy: cancellerOf(actor) } : {}
  const ofEffects = effects.map((effect) => executors[effect].columns?.({ row, at, driver }))
  return { patch: Object.assign({ ...stamps[move.type](row, at), ...cancelled }, ...ofEffects, patch?.(row, at)), at }
}

const cancellerOf = (actor: Actor): Tables['booking']['cancelledBy'] => (actor.kind === 'user' ? actor.role : 'system')

const isOnePerDriver = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'booking_one_per_driver'

type Step = { actor: Actor; patch: RowChange<'booking'>; at: Date; late: LateStep | null }

/** Writes row and history in one statement. */
const writeStep = async (tx: Tx, before: BookingRow, { actor, patch, at, late }: Step): Promise<BookingRow> => {
  const { id, version } = before
  const step = {
    bookingId: id,
    version: version + 1,
    fromStatus: before.status,
    toStatus: patch.status ?? before.status,
    ...presentActor(actor),
    at,
    saidAt: late?.said ?? null,
    toldAt: late?.at ? late.told : null,
  }
  const row = await tx
    .with('step', (db) => db.insertInto('bookingStep').values(step))
    .updateTable('booking')
    .set({ ...patch, version: version + 1 })
    .where('id', '=', id)
    .returning(bookingColumnNames)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isOnePerDriver(error) ? new Refusal('driver_busy') : error
    })
  await writePriceChange(tx, actor, { before, row }, at)
  return row
}

/** The input of an effect's columns: the previous row, and the accepting driver, if any. */
type Writing = { row: BookingRow; at: Date; driver: BookingDriver | null }

type Done = { deps: Deps; before: BookingRow; row: BookingRow; position: LatLng | null; at: Date | null }

const freeDriver = async (tx: Tx, { before }: Done): Promise<void> => {
  if (before.driverId !== null) await setQueue(tx, before.driverId, false)
}

const logStep = async (tx: Tx, { deps, row, position, at }: Done): Promise<void> => {
  if (!position) return
  const { id: bookingId, version, status } = row
  const { lat, lng } = position
  await logTrackPoint(tx, { bookingId, version, status, at: at ?? deps.now(), lat, lng })
}

const scheduleCompletion = (tx: Tx, { deps, row }: Done): Promise<void> =>
  enqueueJob(
    tx,
    'bookings.complete',
    { bookingId: row.id },
    { runAt: new Date(deps.now().getTime() + ratingHours * 3_600_000), jobKey: `complete:${row.id}` },
  )

/** An effect writes further columns of the booking, does something else in the transaction, or both. */
type Executor =
  | { columns: (writing: Writing) => BookingPatch; deed?: (tx: Tx, done: Done) => Promise<void> }
  | { columns?: undefined; deed: (tx: Tx, done: Done) => Promise<void> }

const executors: Record<Effect, Executor> = {
  copyDriver: { columns: copyDriver },
  dropDriver: { columns: dropDriver },
  startDispatch: { deed: (tx, { row }) => startDispatch(tx, row) },
  markDriverBusy: { deed: (tx, { row }) => setQueue(tx, asId(row.driverId ?? ''), true) },
  freeDriver: { deed: freeDriver },
  logTrackPoint: { deed: logStep },
  saveDropAddress: { deed: (tx, { before, row }) => saveDropAddress(tx, row.customerId, presentDrop(row), presentDrop(before)) },
  settleTrip: { deed: (tx, { deps, row }) => settleTrip(tx, deps, row) },
  undoPayment: { deed: (tx, { row }) => undoPayment(tx, row) },
  chargeCancelFee: { columns: writeCancelFee, deed: (tx, { deps, row }) => chargeCancelFee(tx, deps, row) },
  scheduleCompletion: { deed: scheduleCompletion },
}

/** Moves a booking to its next status with all effects, in the caller's transaction, or refuses. Returns the new row. */
export const transitionBooking = async (tx: Tx, deps: Deps, change: Change): Promise<BookingRow> => {
  const { actor, id, move } = change
  const before = change.locked ?? (await lockBooking(tx, id))
  const requested = await listRequested(tx, before)
  const decision = decideTransition(readBookingFacts(before, requested), actor, move)
  if (!decision.ok) throw new Refusal(decision.key)
  const { patch, at } = await patchOf(tx, before, { ...change, deps }, decision.effects)
  const row = await writeStep(tx, before, { actor, patch: { ...patch, status: decision.next }, at, late: change.late ?? null })
  const done: Done = { deps, before, row, position: change.position ?? null, at: change.late?.at ? at : null }
  for (const effect of decision.effects) await executors[effect].deed?.(tx, done)
  // the driver who lost the booking is told, too
  const audience = listAudience(decision.effects.includes('dropDriver') ? before : row, requested)
  await emitEvent(tx, { type: 'BookingMoved', bookingId: id, move: move.type, from: before.status, to: row.status, audience })
  return row
}
