// Tracks of past trips, packed into one row per trip instead of one per point. The only writer of track_packed.
import type { BookingId } from '@wayfare/core/ids'
import { packTrack, unpackTrack, type PackedPoint } from '@wayfare/core/track-pack'
import { sql } from 'kysely'
import type { Db, Tx } from '../../deps.ts'

/** The device name for points that come from steps. */
export const stepDevice = '#step'

/** Tolerance for differing clocks (ms). */
const clockMs = 5000

/** True if the time (epoch ms) is not before the start; always false without a start. */
export const isSince = (began: Date | null, at: number): boolean => began !== null && at >= began.getTime() - clockMs

type Packed = { points: PackedPoint[]; acceptedAt: Date | null; tripStartAt: Date | null }

/** The points of a packed track in order of time; none if it is not packed. */
export const readPacked = async (db: Tx | Db, id: BookingId): Promise<Packed> => {
  const row = await db
    .selectFrom('trackPacked')
    .innerJoin('booking', 'booking.id', 'trackPacked.bookingId')
    .select(['way', 'acceptedAt', 'tripStartAt'])
    .where('bookingId', '=', id)
    .executeTakeFirst()
  return row ? { ...row, points: unpackTrack(row.way) } : { points: [], acceptedAt: null, tripStartAt: null }
}

/** The next bookings by id that have points: one index lookup per booking, however many points it has. */
export const listTracked = async (tx: Tx, after: string, most: number): Promise<BookingId[]> => {
  const { rows } = await sql<{ id: BookingId }>`
    with recursive tracked (id, place) as (
      (select booking_id, 1 from track_point where booking_id > ${after} order by booking_id limit 1)
      union all
      select (select booking_id from track_point where booking_id > tracked.id order by booking_id limit 1), place + 1
      from tracked where id is not null and place < ${most}
    ) select id from tracked where id is not null order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

const readRows = async (tx: Tx, id: BookingId): Promise<PackedPoint[]> => {
  const rows = await tx
    .selectFrom('trackPoint')
    .select(['at', 'lat', 'lng', 'status', 'accuracyM', 'heading', 'device'])
    .where('bookingId', '=', id)
    .orderBy('at')
    .orderBy('seq')
    .execute()
  return rows.map(({ at, device, ...row }) => ({ at: at.getTime(), isStep: device === stepDevice, ...row }))
}

/** Packs a booking's points into one row, together with those packed before; returns how many it packed. */
export const packTrackOf = async (tx: Tx, { id, endedAt }: { id: BookingId; endedAt: Date }): Promise<number> => {
  const rows = await readRows(tx, id)
  if (rows.length === 0) return 0
  const { points: before } = await readPacked(tx, id)
  const points = [...before, ...rows].toSorted((a, b) => a.at - b.at)
  const row = { endedAt, points: points.length, way: Buffer.from(packTrack(points)) }
  await tx
    .insertInto('trackPacked')
    .values({ bookingId: id, ...row })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(row))
    .execute()
  await tx.deleteFrom('trackPoint').where('bookingId', '=', id).execute()
  return rows.length
}

/** Deletes packed tracks; returns how many points they had. */
export const deletePackedOf = async (tx: Tx, ids: readonly BookingId[]): Promise<number> => {
  const rows = await tx
    .deleteFrom('trackPacked')
    .where('bookingId', 'in', [...ids])
    .returning('points')
    .execute()
  return rows.reduce((sum, { points }) => sum + points, 0)
}
