// One driver for the card on the map: identity, vehicle and current activity.
import type { DriverState } from '@wayfare/contract/desk'
import { computeAverageRating, formatPersonName, type UserActor } from '@wayfare/core/accounts'
import { busyStatuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { presentDrop, presentPickup } from '../bookings/queries.ts'

const findRow = ({ db }: Deps, actor: UserActor, id: UserId) =>
  db
    .selectFrom('appUser')
    .leftJoin('carType', 'carType.id', 'appUser.carTypeId')
    .leftJoin('driverPosition', 'driverPosition.driverId', 'appUser.id')
    .select(['firstName', 'lastName', 'mobile', 'profileImage', 'carTypeId', 'carType.name as carTypeName'])
    .select(['vehicleMake', 'vehicleModel', 'vehicleNumber', 'ratingSum', 'ratingCount', 'approved', 'blockedAt', 'queue'])
    .select(['driverActiveStatus', 'driverPosition.at as seenAt'])
    .where('appUser.id', '=', id)
    .where('userType', '=', 'driver')
    .where('appUser.removedAt', 'is', null)
    .where(isOfFleet(actor))
    .executeTakeFirst()

const findBooking = async ({ db }: Deps, driver: UserId): Promise<DriverState['booking']> => {
  const row = await db
    .selectFrom('booking')
    .select(['id', 'status', 'customerName'])
    .select(['pickupLat', 'pickupLng', 'pickupAddress', 'dropLat', 'dropLng', 'dropAddress'])
    .where('driverId', '=', driver)
    .where('status', 'in', busyStatuses)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    status: row.status,
    customerName: row.customerName,
    pickup: presentPickup(row),
    drop: presentDrop(row),
  }
}

export const getDriverNow = async (deps: Deps, actor: UserActor, id: UserId): Promise<DriverState> => {
  const row = await findRow(deps, actor, id)
  if (!row) throw new Refusal('not_found')
  const seesContact = !isLocked(deps)
  const { firstName, lastName, ratingSum, ratingCount, carTypeId, mobile, seenAt, blockedAt, ...rest } = row
  return {
    ...rest,
    blocked: !row.approved && blockedAt !== null,
    id,
    name: formatPersonName({ firstName, lastName }),
    mobile: seesContact ? mobile : null,
    contactHidden: !seesContact,
    carType: carTypeId,
    rating: ratingCount === 0 ? null : computeAverageRating(ratingSum, ratingCount),
    seenAt: deps.positions.last(id)?.at ?? seenAt?.getTime() ?? null,
    booking: await findBooking(deps, id),
  }
}
