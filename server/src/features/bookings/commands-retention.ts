// Deletes what bookings have kept beyond the operator's retention times: photos of parcels, and tracks of trips.
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Expired, Expiring } from '../../jobs/expiring.ts'
import { removePhotosOf } from '../files/commands.ts'
import { selectOldPhotos } from '../files/queries.ts'
import { isExpirable, lockExpirable } from './queries-retention.ts'
import { deletePackedOf, listTracked, packTrackOf } from './track-packed.ts'

const photosAtOnce = 100

/** Deletes photos of parcels; both photos of a booking go when the older one is due. */
export const expirePhotos = (deps: Deps, { before }: Expiring): Promise<Expired> =>
  inTx(deps, async (tx) => {
    const old = await selectOldPhotos(tx, before).where(isExpirable).limit(photosAtOnce).execute()
    const ids = await lockExpirable(
      tx,
      old.map(({ id }) => id),
    )
    if (ids.length === 0) return { removed: 0, after: null }
    const removed = await removePhotosOf(tx, tx.selectFrom('booking').select('id').where('id', 'in', ids))
    await tx.updateTable('booking').set({ pickupImage: null, deliverImage: null }).where('id', 'in', ids).execute()
    return { removed, after: old.length < photosAtOnce ? null : '' }
  })

const tripsAtOnce = 50

/** Packs the tracks of trips that ended before the given time. */
export const packTracks = (deps: Deps, { before, after }: Expiring): Promise<Expired> =>
  inTx(deps, async (tx) => {
    const tracked = await listTracked(tx, after, tripsAtOnce)
    const last = tracked.at(-1)
    if (last === undefined) return { removed: 0, after: null }
    const endedAt = sql<Date>`coalesce(trip_end_at, cancelled_at, trip_date)`
    const over = await tx
      .selectFrom('booking')
      .select(['id', endedAt.as('endedAt')])
      .where('id', 'in', tracked)
      .where(endedAt, '<', before)
      .execute()
    const ids = new Set(
      await lockExpirable(
        tx,
        over.map(({ id }) => id),
      ),
    )
    let packed = 0
    for (const booking of over) if (ids.has(booking.id)) packed += await packTrackOf(tx, booking)
    return { removed: packed, after: tracked.length < tripsAtOnce ? null : last }
  })

/** Deletes old tracks, all of which are packed by then. */
export const expireTracks = (deps: Deps, { before }: Expiring): Promise<Expired> =>
  inTx(deps, async (tx) => {
    const old = await tx
      .selectFrom('trackPacked')
      .innerJoin('booking', 'booking.id', 'trackPacked.bookingId')
      .select('booking.id')
      .where('endedAt', '<', before)
      .where(isExpirable)
      .orderBy('endedAt')
      .limit(tripsAtOnce)
      .execute()
    const ids = await lockExpirable(
      tx,
      old.map(({ id }) => id),
    )
    if (ids.length === 0) return { removed: 0, after: null }
    return { removed: await deletePackedOf(tx, ids), after: old.length < tripsAtOnce ? null : '' }
  })
