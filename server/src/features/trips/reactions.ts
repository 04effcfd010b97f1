import { isFollowable } from '@wayfare/core/booking'
import type { DomainEvent } from '@wayfare/core/events'
import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'

export const reactions = {
  /** Where a person was last is nobody's business once they are gone. */
  UserRemoved: async ({ db }: Deps, { userId }: { userId: UserId }): Promise<void> => {
    await db.deleteFrom('driverPosition').where('driverId', '=', userId).execute()
  },
  /** Links go with the trip; a booking that its driver gave back is followed on. */
  BookingMoved: async ({ db }: Deps, { bookingId, from, to }: Extract<DomainEvent, { type: 'BookingMoved' }>): Promise<void> => {
    if (isFollowable(from) && !isFollowable(to)) await db.deleteFrom('tripShare').where('bookingId', '=', bookingId).execute()
  },
}
