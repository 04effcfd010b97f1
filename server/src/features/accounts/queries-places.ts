// Reads of saved places.
import type { UserId } from '@wayfare/core/ids'
import type { Db } from '../../deps.ts'
import { presentPlace } from './present.ts'

const selectPlaces = (db: Db, userIds: readonly UserId[]) =>
  db
    .selectFrom('savedAddress')
    .selectAll()
    .where('userId', 'in', userIds)
    .orderBy('mark', (order) => order.asc().nullsLast())
    .orderBy('count', 'desc')
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()

/** Home and work first, then the most used. */
export const listSavedPlaces = async (db: Db, userId: UserId) => (await selectPlaces(db, [userId])).map(presentPlace)

/** The same for several users in one read; users without places are missing from the map. */
export const listPlacesByUser = async (db: Db, userIds: readonly UserId[]) => {
  const byUser = new Map<UserId, ReturnType<typeof presentPlace>[]>()
  if (userIds.length === 0) return byUser
  for (const row of await selectPlaces(db, userIds))
    byUser.set(row.userId, [...(byUser.get(row.userId) ?? []), presentPlace(row)])
  return byUser
}
