// Writes to accounts for other features: a driver's state and rating, the language, and deleting saved data.
import { type UserActor, isBlocked } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { LatLng } from '@wayfare/core/geo'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { getMe } from './queries.ts'

/** Marks a driver busy or free. */
export const setQueue = async (tx: Tx, driverId: UserId, queue: boolean): Promise<void> => {
  await tx
    .updateTable('appUser')
    .set({ queue, updatedAt: sql`now()` })
    .where('id', '=', driverId)
    .execute()
  await emitEvent(tx, { type: 'UserChanged', userId: driverId })
}

/** Adds one rating to the driver's average. */
export const addRating = async (tx: Tx, driverId: UserId, stars: number): Promise<void> => {
  await tx
    .updateTable('appUser')
    .set((e) => ({ ratingSum: e('ratingSum', '+', stars), ratingCount: e('ratingCount', '+', 1) }))
    .where('id', '=', driverId)
    .execute()
  await emitEvent(tx, { type: 'UserChanged', userId: driverId })
}

/**
 * Switches a driver online or offline. Going online makes this device the one that shares the position; any other device is then
 * refused. Going offline from a device that is not the active one is allowed: the person at the wheel decides.
 */
export const setOnline = (
  deps: Deps,
  actor: UserActor,
  { online, device, location }: { online: boolean; device: string; location?: LatLng | undefined },
) =>
  inTx(deps, async (tx) => {
    const own = tx.selectFrom('appUser').select(['approved', 'userType', 'blockedAt', 'queue']).where('id', '=', actor.id)
    const row = await own.forUpdate().executeTakeFirst()
    if (!row?.approved) throw new Refusal(row && isBlocked(row) ? 'account_blocked' : 'require_approval')
    await tx
      .updateTable('appUser')
      .set({ driverActiveStatus: online, activeDevice: device, updatedAt: sql`now()` })
      .where('id', '=', actor.id)
      .execute()
    await emitEvent(tx, { type: 'UserChanged', userId: actor.id })
    // The position stays in memory even if the commit fails, which is harmless: who is online is read from the table.
    // During a trip only points that were really driven may count, because the fare is measured from them.
    if (online && location && !row.queue) {
      deps.positions.put({ driverId: actor.id, ...location, heading: null, at: deps.now().getTime(), device, seq: 0 })
    }
    return getMe(deps, actor.id, tx)
  })

/** Takes a driver without a trip offline when they sign out. */
export const goOffDuty = async (tx: Tx, actor: UserActor): Promise<void> => {
  if (actor.role !== 'driver') return
  await tx
    .updateTable('appUser')
    .set({ driverActiveStatus: false, updatedAt: sql`now()` })
    .where('id', '=', actor.id)
    .where('queue', '=', false)
    .execute()
  await emitEvent(tx, { type: 'UserChanged', userId: actor.id })
}

/** Moves all users of language `from` to `to`, when the operator changes a language's locale. */
export const replaceLanguage = async (tx: Tx, from: string, to: string): Promise<void> => {
  await tx.updateTable('appUser').set({ language: to }).where('language', '=', from).execute()
}

/** Deletes a removed person's saved places and views. */
export const deleteSavedData = async (tx: Tx, userId: UserId): Promise<void> => {
  for (const table of ['savedAddress', 'tableView'] as const) await tx.deleteFrom(table).where('userId', '=', userId).execute()
}
