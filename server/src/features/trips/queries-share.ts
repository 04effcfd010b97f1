// A shared trip as seen by anybody with a link: car, plate, the driver's first name, position and time of arrival.
import type { getSharedTrip as getEndpoint, SharedTrip } from '@wayfare/contract/trips-share'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { findHeading, isAtPickup, isFollowable, isTracked, type Status } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId, UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { findBookingRow, type BookingRow } from '../bookings/queries.ts'
import { findTripAhead } from './queries.ts'

/** The hash of a link's token. Anything else is hashed, too, and not found. */
export const hashToken = ({ secrets }: Pick<Deps, 'secrets'>, token: string): string => secrets.hash(token, 'trip share')

const selectOpen = ({ db }: Pick<Deps, 'db'>) => db.selectFrom('tripShare').where('withdrawnAt', 'is', null)

const findFirstName = async ({ db }: Deps, driver: UserId): Promise<string> => {
  const row = await db.selectFrom('appUser').select('firstName').where('id', '=', driver).executeTakeFirst()
  return row?.firstName ?? ''
}

const phaseOf = (status: Status): SharedTrip['phase'] => {
  if (!isTracked(status)) return 'looking'
  if (isAtPickup(status)) return 'waiting'
  return findHeading(status) === 'pickup' ? 'coming' : 'driving'
}

const presentCar = async (deps: Deps, row: BookingRow): Promise<SharedTrip['car']> =>
  row.driverId === null
    ? null
    : {
        driverFirstName: await findFirstName(deps, row.driverId),
        typeName: row.carTypeName,
        make: row.vehicleMake,
        model: row.vehicleModel,
        plate: row.vehicleNumber,
      }

/** A shared trip; null once it is over. */
export const findSharedTrip = async (deps: Deps, id: BookingId): Promise<SharedTrip | null> => {
  const row = await findBookingRow(deps.db, id)
  if (!row || !isFollowable(row.status)) return null
  const { last, etaS } = await findTripAhead(deps, row)
  return { id, phase: phaseOf(row.status), car: await presentCar(deps, row), last, etaS }
}

/** The booking of a link; null if there is none, or the link was withdrawn. */
const findShared = async (deps: Deps, token: string): Promise<BookingId | null> => {
  const row = await selectOpen(deps).select('bookingId').where('tokenHash', '=', hashToken(deps, token)).executeTakeFirst()
  return row?.bookingId ?? null
}

/** True if the link belongs to this trip and the trip is not over. */
export const mayFollowShared = async (deps: Deps, id: BookingId, token: string): Promise<boolean> => {
  if ((await findShared(deps, token)) !== id) return false
  const row = await findBookingRow(deps.db, id)
  return row !== undefined && isFollowable(row.status)
}

export const getSharedTrip = async (
  deps: Deps,
  { token }: ParsedInputOf<typeof getEndpoint>,
): Promise<OutputOf<typeof getEndpoint>> => {
  const id = await findShared(deps, token)
  const trip = id && (await findSharedTrip(deps, id))
  if (!trip) throw new Refusal('share_ended')
  return trip
}

/** The number of links to the rider's own trip; 0 once it is over. */
export const countShares = async (deps: Deps, actor: UserActor, id: BookingId): Promise<{ links: number }> => {
  const row = await findBookingRow(deps.db, id)
  if (row?.customerId !== actor.id) throw new Refusal('not_found')
  const { links } = await selectOpen(deps)
    .select((e) => e.fn.countAll<bigint>().as('links'))
    .where('bookingId', '=', id)
    .executeTakeFirstOrThrow()
  return { links: isFollowable(row.status) ? Number(links) : 0 }
}
