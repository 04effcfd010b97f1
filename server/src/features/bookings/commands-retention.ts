// Lets go of what bookings kept longer than the operator wants it: photos of parcels, and the ways they were driven.
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Expired, Expiring } from '../../jobs/expiring.ts'
import { removePhotosOf } from '../files/commands.ts'
import { selectOldPhotos } from '../files/queries.ts'
import { isExpirable, lockExpirable } from './queries-retention.ts'
import { deleteTracksOf, listTracked } from './track.ts'

const photosAtOnce = 100

/** Both photos of a booking go with the first. */
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

/** A way is as old as the end of its trip. */
export const expireTracks = (deps: Deps, { before, after }: Expiring): Promise<Expired> =>
  inTx(deps, async (tx) => {
    const tracked = await listTracked(tx, after, tripsAtOnce)
    const last = tracked.at(-1)
    if (last === undefined) return { removed: 0, after: null }
    const old = await tx
      .selectFrom('booking')
      .select('id')
      .where('id', 'in', tracked)
      .where((e) => e(e.fn.coalesce('tripEndAt', 'cancelledAt', 'tripDate'), '<', before))
      .execute()
    const ids = await lockExpirable(
      tx,
      old.map(({ id }) => id),
    )
    const removed = ids.length === 0 ? 0 : await deleteTracksOf(tx, ids)
    return { removed, after: tracked.length < tripsAtOnce ? null : last }
  })
