// A shared trip as whoever has a link to it sees it: the car, its plate, the driver's first name, where it is and when it is there.
import type { getSharedTrip as getEndpoint, SharedTrip } from '@wayfare/contract/trips-share'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { findHeading, isAtPickup, isFollowable, isTracked, type Status } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId, UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { findBookingRow, type BookingRow } from '../bookings/queries.ts'
import { findTripAhead } from './queries.ts'

/** Of a token as links have it; anything else is hashed as well, and found nowhere. */
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

/** Null once it is over. */
export const findSharedTrip = async (deps: Deps, id: BookingId): Promise<SharedTrip | null> => {
  const row = await findBookingRow(deps.db, id)
  if (!row || !isFollowable(row.status)) return null
  const { last, etaS } = await findTripAhead(deps, row)
  return { id, phase: phaseOf(row.status), car: await presentCar(deps, row), last, etaS }
}

/** The booking that a link leads to; null: none, or it was taken back. */
const findShared = async (deps: Deps, token: string): Promise<BookingId | null> => {
  const row = await selectOpen(deps).select('bookingId').where('tokenHash', '=', hashToken(deps, token)).executeTakeFirst()
  return row?.bookingId ?? null
}

/** Whether this link leads to this trip, and it is not over. */
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

/** Links to a trip of one's own; none leads to one that is over. */
export const countShares = async (deps: Deps, actor: UserActor, id: BookingId): Promise<{ links: number }> => {
  const row = await findBookingRow(deps.db, id)
  if (row?.customerId !== actor.id) throw new Refusal('not_found')
  const { links } = await selectOpen(deps)
    .select((e) => e.fn.countAll<bigint>().as('links'))
    .where('bookingId', '=', id)
    .executeTakeFirstOrThrow()
  return { links: isFollowable(row.status) ? Number(links) : 0 }
}
