// Who is near and may be asked: positions from memory, all else from the database, by the rules of core/dispatch.
import {
  computeRadiusM,
  FRESH_MS,
  isFresh,
  isWithin,
  owesTooMuch,
  type DriverFacts,
  type DriverSearch,
} from '@wayfare/core/dispatch'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { CarTypeId, UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

type SupplyDeps = Pick<Deps, 'db' | 'positions' | 'settings' | 'now'>

type NearDriver = LatLng & { id: UserId; carType: CarTypeId; heading: number | null; distanceM: number }

/** More than these are never looked at: nobody asks the thousandth nearest driver. */
const mostLookedAt = 1000

/** What decides whether a driver may be asked; null for whoever is no driver, or none any more. */
export const findDriverFacts = async ({ db, positions, settings, now }: SupplyDeps, id: UserId): Promise<DriverFacts | null> => {
  const { code, negativeBalance } = settings()
  const row = await db
    .selectFrom('appUser')
    .leftJoin('ledgerAccount as wallet', (join) =>
      join.onRef('wallet.ownerId', '=', 'appUser.id').on('wallet.kind', '=', 'wallet').on('wallet.currency', '=', code),
    )
    .select(['approved', 'queue', 'driverActiveStatus', 'carTypeId', 'balanceMinor'])
    .where('appUser.id', '=', id)
    .where('userType', '=', 'driver')
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { carTypeId, balanceMinor, ...flags } = row
  const last = positions.last(id)
  return {
    ...flags,
    id,
    carType: carTypeId,
    location: last && isFresh(last.at, now().getTime()) ? { lat: last.lat, lng: last.lng } : null,
    owes: owesTooMuch(balanceMinor ?? 0n, { negativeBalance }),
  }
}

/**
 * What listBlockers says of drivers whose place is known, as a condition on app_user: asked of a thousand at once, it is more
 * than twice as quick as reading their facts. A property test holds it against isEligible.
 */
const isUnblocked = ({ code, negativeBalance }: { code: string; negativeBalance: boolean }) => {
  const isDebtor = sql`exists (select from ledger_account
    where kind = 'wallet' and owner_id = app_user.id and currency = ${code} and balance_minor < 0)`
  return sql<boolean>`user_type = 'driver' and removed_at is null and approved and not queue and driver_active_status
    and car_type_id is not null and not ${negativeBalance ? sql`false` : isDebtor}`
}

/** A search within the operator's radius. */
export const searchAround = (
  { settings }: Pick<Deps, 'settings'>,
  wanted: Pick<DriverSearch, 'pickup' | 'carType'>,
): DriverSearch => {
  const { driverRadius, convertToMile } = settings()
  return { ...wanted, radiusM: computeRadiusM(driverRadius, convertToMile) }
}

/** Drivers who may be asked for a car type (null: for any) at a pickup, nearest first. */
export const findEligible = async (deps: SupplyDeps, wanted: Pick<DriverSearch, 'pickup' | 'carType'>): Promise<NearDriver[]> => {
  const search = searchAround(deps, wanted)
  // the grid reckons a little differently: the core decides about the edge
  const within = { radiusM: search.radiusM * 1.001, limit: mostLookedAt, oldest: deps.now().getTime() - FRESH_MS }
  const near = deps.positions.near(search.pickup, within).filter((position) => isWithin(position, search))
  if (near.length === 0) return []
  const rows = await deps.db
    .selectFrom('appUser')
    .select(['id', 'carTypeId'])
    .where('id', '=', sql<UserId>`any(${near.map(({ driverId }) => driverId)})`)
    .where(isUnblocked(deps.settings()))
    .$if(search.carType !== null, (query) => query.where('carTypeId', '=', search.carType))
    .execute()
  const carTypes = new Map(rows.map((row) => [row.id, row.carTypeId]))
  return near.flatMap(({ driverId, lat, lng, heading }) => {
    const carType = carTypes.get(driverId)
    const away = measureDistanceM({ lat, lng }, search.pickup)
    return carType ? [{ id: driverId, lat, lng, heading, carType: carType, distanceM: away }] : []
  })
}
