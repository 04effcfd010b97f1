// Who is near: positions from memory, and one question to the database about who of them may be asked.
import { FRESH_MS, radiusM } from '@wayfare/core/dispatch'
import { distanceM } from '@wayfare/core/geo'
import type { LatLng } from '@wayfare/core/geo'
import { asId } from '@wayfare/core/ids'
import type { CarTypeId, UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

type NearDriver = LatLng & { id: UserId; carType: CarTypeId; heading: number | null; distanceM: number }

/** More than these are never looked at: nobody asks the thousandth nearest driver. */
const mostLookedAt = 1000

/** Drivers (app_user) who need not settle a debt first: where the operator allows none, those whose wallet is not below zero. */
export const mayTakeTasks = ({ negativeBalance, code }: { negativeBalance: boolean; code: string }) =>
  negativeBalance
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from ledger_account where kind = 'wallet' and owner_id = app_user.id and currency = ${code} and balance_minor < 0)`

/** Free drivers of a car type (null: of any) within the operator's radius of the pickup, nearest first. */
export const findEligible = async (
  deps: Pick<Deps, 'db' | 'positions' | 'settings' | 'now'>,
  { pickup, carType }: { pickup: LatLng; carType: CarTypeId | null },
): Promise<NearDriver[]> => {
  const { driverRadius, convertToMile } = deps.settings()
  const within = { radiusM: radiusM(driverRadius, convertToMile), limit: mostLookedAt, oldest: deps.now().getTime() - FRESH_MS }
  const near = deps.positions.near(pickup, within)
  if (near.length === 0) return []
  const rows = await deps.db
    .selectFrom('appUser')
    .select(['id', 'carTypeId'])
    .where(
      'id',
      'in',
      near.map(({ driverId }) => driverId),
    )
    .where('userType', '=', 'driver')
    .where('approved', '=', true)
    .where('queue', '=', false)
    .where('driverActiveStatus', '=', true)
    .where('removedAt', 'is', null)
    .where(mayTakeTasks(deps.settings()))
    .$if(carType !== null, (query) => query.where('carTypeId', '=', carType))
    .execute()
  const carTypes = new Map(rows.map((row) => [row.id, row.carTypeId]))
  return near.flatMap(({ driverId, lat, lng, heading }) => {
    const drives = carTypes.get(driverId)
    if (!drives) return []
    return [{ id: driverId, lat, lng, heading, carType: asId<'carType'>(drives), distanceM: distanceM({ lat, lng }, pickup) }]
  })
}
