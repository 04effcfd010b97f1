// The facts about a trip for notices, and whom they reach.
import type { BookingId, UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { selectReached } from './queries-push.ts'

const selectTrip = (deps: Deps, id: BookingId) =>
  deps.db
    .selectFrom('booking')
    .select(['currency', 'driverName', 'vehicleNumber', 'payableAmountMinor', 'driverShareMinor', 'cancelledBy'])
    .where('booking.id', '=', id)

export const findTrip = (deps: Deps, id: BookingId) => selectTrip(deps, id).executeTakeFirst()

export type Trip = NonNullable<Awaited<ReturnType<typeof findTrip>>>

/** The trip, and which of these people have a device; one query, because it runs at each step. */
export const findTold = (deps: Deps, id: BookingId, people: readonly UserId[]) =>
  selectTrip(deps, id)
    .innerJoinLateral(
      (e) => selectReached(e, people).as('devices'),
      (join) => join.onTrue(),
    )
    .select('reached')
    .executeTakeFirst()
