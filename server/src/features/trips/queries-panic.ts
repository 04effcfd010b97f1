// Reads emergency alerts, for the desk.
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { listPanics as listEndpoint } from '@wayfare/contract/trips'
import type { UserActor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'

/** Admins see all drivers' alerts, fleet admins those of their current drivers. */
export const canSeePanics = (actor: UserActor, driver: { fleetAdminId: string | null } | undefined): boolean =>
  actor.role === 'admin' || (actor.role === 'fleetadmin' && driver?.fleetAdminId === actor.id)

const selectOpen = (deps: Deps) =>
  deps.db
    .selectFrom('panic')
    .innerJoin('booking', 'booking.id', 'panic.bookingId')
    .innerJoin('appUser as driver', 'driver.id', 'panic.driverId')
    .select(['panic.id', 'panic.bookingId', 'panic.at', 'panic.lat', 'panic.lng', 'panic.address', 'panic.driverId'])
    .select('panic.raisedBy')
    // of the driver at the time of the alert, not the booking's current one
    .select(['driver.mobile as driverContact', 'driver.vehicleNumber', 'customerName', 'customerContact'])
    .select(sql<string>`trim(driver.first_name || ' ' || driver.last_name)`.as('driverName'))
    .where('panic.answeredAt', 'is', null)
    .orderBy('panic.at', 'desc')
    .limit(100)

/** Unanswered alerts, latest first. */
export const listPanics = async (deps: Deps, actor: UserActor): Promise<OutputOf<typeof listEndpoint>> => {
  const rows = await selectOpen(deps).where(isOfFleet(actor, 'driver.fleetAdminId')).execute()
  const seesContacts = !isLocked(deps)
  return {
    panics: rows.map(({ id, bookingId, at, lat, lng, driverId, driverName, driverContact, customerContact, ...row }) => ({
      ...row,
      id,
      bookingId: bookingId,
      at: at.getTime(),
      place: lat === null || lng === null ? null : { lat, lng },
      driver: driverId,
      driverName: driverName ?? '',
      driverContact: seesContacts ? driverContact : null,
      customerContact: seesContacts ? customerContact : null,
    })),
  }
}
