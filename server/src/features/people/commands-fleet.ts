// A driver who changes fleet takes the current trip along. The database does that; here everybody who sees the trip is notified.
import { busyStatuses } from '@wayfare/core/booking'
import type { UserId } from '@wayfare/core/ids'
import type { Tx } from '../../deps.ts'
import { emitAll } from '../../events.ts'

const select = (tx: Tx) =>
  tx
    .selectFrom('booking')
    .select(['id', 'customerId', 'driverId', 'fleetAdminId'])
    .where('status', 'in', busyStatuses)
    .orderBy('id')
    .forUpdate()

type Trip = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** Locked before the person's row: the same order as in the steps of a trip. */
export const lockTrips = (tx: Tx, driver: UserId): Promise<Trip[]> => select(tx).where('driverId', '=', driver).execute()

export const lockTripsOfFleet = (tx: Tx, fleetAdmin: UserId): Promise<Trip[]> =>
  select(tx).where('fleetAdminId', '=', fleetAdmin).execute()

/** Notifies both fleets, the new one and the one that loses the trip, also over open sockets. */
export const publishTrips = (tx: Tx, trips: readonly Trip[], fleetAdmin: UserId | null): Promise<void> =>
  emitAll(
    tx,
    trips.flatMap(({ id, customerId, driverId, fleetAdminId }) =>
      [fleetAdminId, fleetAdmin].map((whose) => {
        const people = { customer: customerId, driver: driverId, requestedDrivers: [] }
        return { type: 'BookingChanged', bookingId: id, audience: { ...people, fleetAdmin: whose } }
      }),
    ),
  )
