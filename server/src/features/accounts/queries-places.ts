// Reads of saved places.
import type { UserId } from '@wayfare/core/ids'
import type { Db } from '../../deps.ts'
import { presentPlace } from './present.ts'

/** Home and work first, then the most used. */
export const listSavedPlaces = async (db: Db, userId: UserId) => {
  const rows = await db
    .selectFrom('savedAddress')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('mark', (order) => order.asc().nullsLast())
    .orderBy('count', 'desc')
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(presentPlace)
}
