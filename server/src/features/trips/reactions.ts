import { isFollowable } from '@wayfare/core/booking'
import type { DomainEvent } from '@wayfare/core/events'
import type { UserId } from '@wayfare/core/ids'
import { isRaisedBy } from '../../db/raised-by.ts'
import type { Deps } from '../../deps.ts'

export const reactions = {
  /** Deletes the last position of a removed person. */
  UserRemoved: async ({ db }: Deps, { userId }: { userId: UserId }): Promise<void> => {
    await db.deleteFrom('driverPosition').where('driverId', '=', userId).execute()
    const nowhere = { lat: null, lng: null, address: null }
    await db
      .updateTable('panic')
      .set(nowhere)
      .where((where) => isRaisedBy(where, userId))
      .execute()
  },
  /** Links end with the trip; they stay if a booking only loses its driver. */
  BookingMoved: async ({ db }: Deps, { bookingId, from, to }: Extract<DomainEvent, { type: 'BookingMoved' }>): Promise<void> => {
    if (isFollowable(from) && !isFollowable(to)) await db.deleteFrom('tripShare').where('bookingId', '=', bookingId).execute()
  },
}
