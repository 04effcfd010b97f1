// The points of a trip, from its steps and from devices. The only writer of track_point.
import { dueStatuses, findTripEnd, isUnderWay, statusAt, statuses, type Status } from '@wayfare/core/booking'
import type { DrivenFix } from '@wayfare/core/driven'
import type { LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { statusAfter } from '@wayfare/core/lifecycle'
import { computeOnlineSince, type TrackPoint } from '@wayfare/core/tracking'
import { sql } from 'kysely'
import type { NewRow } from '../../db/tables.ts'
import type { Db, Tx } from '../../deps.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { isSince, readPacked, stepDevice } from './track-packed.ts'

/** The device name for points that were unpacked. */
const packedDevice = '#packed'

/** Inserts points and returns the new ones; points that exist already (same device and number) are left unchanged. */
const insertTrackPoints = async (tx: Tx | Db, points: readonly NewRow<'trackPoint'>[]) => {
  if (points.length === 0) return []
  return tx
    .insertInto('trackPoint')
    .values([...points])
    .onConflict((conflict) => conflict.doNothing())
    .returning(['bookingId', 'at'])
    .execute()
}

/** Late positions come in batches: the trip is measured again once for all that arrive within this time (ms). */
const collectMs = 3000

export const planMeasuring = (tx: Tx, bookingId: BookingId): Promise<void> =>
  enqueueJob(
    tx,
    'trips.measureAgain',
    { bookingId },
    { jobKey: `measure:${bookingId}`, runAt: new Date(Date.now() + collectMs), keepRunAt: true },
  )

/**
 * Schedules a new measurement of trips that ended unpaid and have received points since. Runs after the points are inserted: by
 * then their foreign key has waited for a drop under way, and a later drop counts them itself (`countDrivenFixes`).
 */
const planForLate = async (tx: Tx, inserted: readonly { bookingId: BookingId; at: Date }[]): Promise<void> => {
  if (inserted.length === 0) return
  const over = await tx
    .selectFrom('booking')
    .select(['id', 'tripStartAt', 'tripEndAt'])
    .where('id', 'in', [...new Set(inserted.map(({ bookingId }) => bookingId))])
    .where('status', 'in', dueStatuses)
    .where('category', '=', 'taxi')
    .execute()
  for (const { id, tripStartAt, tripEndAt } of over) {
    const isOfTrip = (at: Date): boolean => tripStartAt !== null && tripEndAt !== null && at >= tripStartAt && at <= tripEndAt
    if (inserted.some(({ bookingId, at }) => bookingId === id && isOfTrip(at))) await planMeasuring(tx, id)
  }
}

/** Inserts points that devices sent on trips. Their status follows from the booking's own times, however late they arrive. */
export const insertDevicePoints = async (
  tx: Tx,
  points: readonly (Omit<NewRow<'trackPoint'>, 'status'> & { bookingId: BookingId })[],
): Promise<void> => {
  if (points.length === 0) return
  const rows = await tx
    .selectFrom('booking')
    .select(['id', 'driverArriveAt', 'tripStartAt'])
    .where('id', 'in', [...new Set(points.map(({ bookingId }) => bookingId))])
    .execute()
  const times = new Map(rows.map((row) => [row.id, row]))
  const known = points.flatMap((point) => {
    const booking = times.get(point.bookingId)
    // points from before the start are not driven distance
    return booking ? [{ status: statusAt(booking, point.at), ...point }] : []
  })
  await planForLate(tx, await insertTrackPoints(tx, known))
}

/** Inserts the point of a step; `version` is the booking's version with that step. */
export const logTrackPoint = async (
  tx: Tx,
  point: LatLng & { bookingId: BookingId; version: number; status: Status; at: Date },
): Promise<void> => {
  const { version, ...rest } = point
  await insertTrackPoints(tx, [{ ...rest, device: stepDevice, seq: BigInt(version) }])
}

/** All points of a trip in order of time. */
export const readTrackPoints = async (db: Tx | Db, bookingId: BookingId): Promise<TrackPoint[]> => {
  const rows = await db
    .selectFrom('trackPoint')
    .select(['lat', 'lng', 'at', 'status'])
    .where('bookingId', '=', bookingId)
    // leaves out the points of former drivers; clocks may differ a little
    .where(sql<boolean>`at >= (select accepted_at - interval '5 seconds' from booking where id = ${bookingId})`)
    .orderBy('at')
    .orderBy('seq')
    .execute()
  const { points, acceptedAt } = await readPacked(db, bookingId)
  const packed = points.filter(({ at }) => isSince(acceptedAt, at)).map(({ lat, lng, at, status }) => ({ lat, lng, at, status }))
  return [...packed, ...rows.map(({ lat, lng, at, status }) => ({ lat, lng, at: at.getTime(), status }))]
}

/** When the server first received a position of the trip that was taken after the given time (epoch ms). */
export const findFirstHeard = async (db: Tx | Db, bookingId: BookingId, said: number): Promise<number | null> => {
  const row = await db
    .selectFrom('trackPoint')
    .select((point) => point.fn.min('receivedAt').as('receivedAt'))
    .where('bookingId', '=', bookingId)
    .where('receivedAt', '>', new Date(computeOnlineSince(said)))
    .executeTakeFirst()
  return row?.receivedAt?.getTime() ?? null
}

const selectDriven = (db: Tx | Db, id: BookingId) =>
  db
    .selectFrom('trackPoint')
    .where('bookingId', '=', id)
    .where(sql<boolean>`at >= (select trip_start_at - interval '5 seconds' from booking where id = ${id})`)

/** The number of device positions of a trip. */
export const countDrivenFixes = async (db: Tx | Db, id: BookingId): Promise<number> => {
  const { count, isPacked } = await selectDriven(db, id)
    .select((point) => point.fn.countAll<bigint>().as('count'))
    .select(sql<boolean>`exists (select from track_packed where booking_id = ${id})`.as('isPacked'))
    .where('device', '!=', stepDevice)
    .executeTakeFirstOrThrow()
  if (!isPacked) return Number(count)
  const packed = (await readPackedFixes(db, id)).filter(({ device }) => device !== stepDevice)
  return packed.length + Number(count)
}

/** A trip's device positions and its start; `receivedAt` is when the newest of them arrived, null if unknown. */
export type DrivenFixes = { fixes: DrivenFix[]; start: LatLng | null; receivedAt: Date | null }

const selectFixes = (db: Tx | Db, id: BookingId) =>
  selectDriven(db, id).select(['lat', 'lng', 'at', 'accuracyM', 'heading', 'speed', 'device', 'status', 'receivedAt'])

type FixRow = Awaited<ReturnType<ReturnType<typeof selectFixes>['execute']>>[number]

/** The positions of a packed track, which has no device, time of arrival or speed any more. */
const readPackedFixes = async (db: Tx | Db, id: BookingId): Promise<FixRow[]> => {
  const { points, tripStartAt } = await readPacked(db, id)
  return points
    .filter(({ at }) => isSince(tripStartAt, at))
    .map(({ at, isStep, ...point }) => ({
      at: new Date(at),
      speed: null,
      device: isStep ? stepDevice : packedDevice,
      receivedAt: null,
      ...point,
    }))
}

const presentFix = ({ lat, lng, at, accuracyM, heading, speed }: FixRow): DrivenFix => ({
  lat,
  lng,
  at: at.getTime(),
  accuracyM,
  heading,
  speed,
})

const findNewest = (rows: readonly FixRow[]): Date | null => {
  const times = rows.map(({ receivedAt }) => receivedAt?.getTime() ?? 0)
  return rows.length > 0 ? new Date(times.reduce((newest, time) => Math.max(newest, time), 0)) : null
}

/** The known positions and those that arrived after them; null if that is not the complete list. */
const readNewFixes = async (
  db: Tx | Db,
  id: BookingId,
  { fixes, start, receivedAt }: DrivenFixes,
): Promise<DrivenFixes | null> => {
  if (!receivedAt) return null
  const [rows, count] = await Promise.all([
    selectFixes(db, id).where('receivedAt', '>', receivedAt).execute(),
    countDrivenFixes(db, id),
  ])
  if (fixes.length + rows.length !== count) return null
  return { fixes: [...fixes, ...rows.map(presentFix)], start, receivedAt: findNewest(rows) ?? receivedAt }
}

/** Reads a trip's device positions. `known`: an earlier result, so that only the rest has to be read. */
export const readDrivenFixes = async (db: Tx | Db, id: BookingId, known: DrivenFixes | null = null): Promise<DrivenFixes> => {
  const grown = known && (await readNewFixes(db, id, known))
  if (grown) return grown
  const rows = [...(await readPackedFixes(db, id)), ...(await selectFixes(db, id).execute())]
  const sent = rows.filter(({ device }) => device !== stepDevice)
  const start = rows.find(({ device, status }) => device === stepDevice && isUnderWay(status))
  return { fixes: sent.map(presentFix), start: start ?? null, receivedAt: findNewest(sent) }
}

const beforeStart = statuses.filter((status) => findTripEnd(status) === 'pickup')

/** After a start that was reported late, marks the points taken since then as driven. */
export const countSince = async (tx: Tx, bookingId: BookingId): Promise<void> => {
  await tx
    .updateTable('trackPoint')
    .set({ status: statusAfter('start') })
    .where('bookingId', '=', bookingId)
    .where('status', 'in', beforeStart)
    .where('at', '>=', (booking) => booking.selectFrom('booking').select('tripStartAt').where('id', '=', bookingId))
    .execute()
}
