// Writes to users: what happens to a person, a driver's state and rating, saved places.
import type { Me } from '@wayfare/contract/accounts'
import type { UserActor } from '@wayfare/core/accounts'
import type { Stop } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { distanceKm } from '@wayfare/core/geo'
import type { LatLng } from '@wayfare/core/geo'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emit } from '../../events.ts'
import { isBlocked } from './present.ts'
import { getMe } from './queries.ts'

/** A place within this distance (km) of a saved one is the same place. Source: specification, section 9. */
const samePlaceKm = 0.1

/** Forgets sessions that have ended by themselves. */
export const forgetOldSessions = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('authSession').where('expiresAt', '<', now).execute()
}

/** Marks a driver busy or free. */
export const setQueue = async (tx: Tx, driverId: UserId, queue: boolean): Promise<void> => {
  await tx
    .updateTable('appUser')
    .set({ queue, updatedAt: sql`now()` })
    .where('id', '=', driverId)
    .execute()
  await emit(tx, { type: 'UserChanged', userId: driverId })
}

/** Adds one rating to the driver's average. */
export const addRating = async (tx: Tx, driverId: UserId, stars: number): Promise<void> => {
  await tx
    .updateTable('appUser')
    .set((e) => ({ ratingSum: e('ratingSum', '+', stars), ratingCount: e('ratingCount', '+', 1) }))
    .where('id', '=', driverId)
    .execute()
  await emit(tx, { type: 'UserChanged', userId: driverId })
}

/** Counts a drop address: one within 0.1 km of a saved one raises its count, another is added with count 1. */
export const saveDropAddress = async (tx: Tx, userId: UserId, stop: Stop): Promise<void> => {
  await tx.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate().execute()
  const saved = await tx.selectFrom('savedAddress').selectAll().where('userId', '=', userId).execute()
  const same = saved.find((address) => distanceKm(address, stop) <= samePlaceKm)
  if (same) {
    await tx
      .updateTable('savedAddress')
      .set((e) => ({ count: e('count', '+', 1), updatedAt: sql`now()` }))
      .where('id', '=', same.id)
      .execute()
    return
  }
  const { lat, lng, add } = stop
  const id = sql<string>`gen_random_uuid()::text`
  await tx.insertInto('savedAddress').values({ id, userId, description: add, lat, lng, count: 1 }).execute()
}

/**
 * Switches a driver on or off. Going online makes the device the one that shares the position; any other device is then
 * refused. Going off from a device that is not the active one is allowed: the person at the wheel decides.
 */
export const setOnline = (
  deps: Deps,
  actor: UserActor,
  { online, device, location }: { online: boolean; device: string; location?: LatLng | undefined },
): Promise<Me> =>
  inTx(deps, async (tx) => {
    const own = tx.selectFrom('appUser').select(['approved', 'userType', 'blockedAt', 'queue']).where('id', '=', actor.id)
    const row = await own.forUpdate().executeTakeFirst()
    if (!row?.approved) throw new Refusal(row && isBlocked(row) ? 'account_blocked' : 'require_approval')
    await tx
      .updateTable('appUser')
      .set({ driverActiveStatus: online, activeDevice: device, updatedAt: sql`now()` })
      .where('id', '=', actor.id)
      .execute()
    await emit(tx, { type: 'UserChanged', userId: actor.id })
    // Known in memory even if the commit fails, which does no harm: only who is online in the table is asked.
    // On a trip only points that can have been driven count, for the fare is measured from them.
    if (online && location && !row.queue) {
      deps.positions.put({ driverId: actor.id, ...location, heading: null, at: deps.now().getTime(), device, seq: 0 })
    }
    return getMe(deps, actor.id, tx)
  })
