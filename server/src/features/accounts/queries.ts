// Reads of users: the caller, a driver for a booking, the drivers of a fleet.
import { computeAverageRating, formatPersonName, type UserActor } from '@wayfare/core/accounts'
import { owesTooMuch } from '@wayfare/core/dispatch'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { sql, type ExpressionBuilder } from 'kysely'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Tables } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { presentMe } from './present.ts'

/** The wallet balance in minor units of the currency; 0 before the first posting. */
export const findBalance = async (db: Db | Tx, userId: UserId, currency: string): Promise<bigint> => {
  const row = await db
    .selectFrom('ledgerAccount')
    .select('balanceMinor')
    .where('kind', '=', 'wallet')
    .where('ownerId', '=', userId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row?.balanceMinor ?? 0n
}

/** The same as a subquery beside a person's row. */
export const selectBalance = (of: ExpressionBuilder<Tables, 'appUser'>, currency: string) =>
  of
    .selectFrom('ledgerAccount')
    .select('balanceMinor')
    .whereRef('ownerId', '=', 'appUser.id')
    .where('kind', '=', 'wallet')
    .where('currency', '=', currency)
    .as('balance')

const findLocation = async (deps: Deps, db: Db | Tx, userId: UserId) => {
  const fresh = deps.positions.last(userId)
  if (fresh) return { lat: fresh.lat, lng: fresh.lng }
  const kept = await db.selectFrom('driverPosition').select(['lat', 'lng']).where('driverId', '=', userId).executeTakeFirst()
  return kept ?? null
}

const noSuchUser = (): Refusal => new Refusal('user_issue_contact_admin')

const selectOwnRow = (db: Db | Tx, userId: UserId) =>
  db
    .selectFrom('appUser')
    .leftJoin('secondFactor', 'secondFactor.userId', 'appUser.id')
    .selectAll('appUser')
    .select('confirmedAt')
    .where('id', '=', userId)
    .where('removedAt', 'is', null)

/** The caller's row, and since when they have a second factor; refuses with user_issue_contact_admin if they are gone. */
export const getOwnRow = (db: Db | Tx, userId: UserId) => selectOwnRow(db, userId).executeTakeFirstOrThrow(noSuchUser)

/** True if the person can sign in by password; a subquery beside the person's row. */
const selectPassword = (of: ExpressionBuilder<Tables, 'appUser'>) =>
  of
    .exists(
      of
        .selectFrom('authCredential')
        .select('id')
        .whereRef('userId', '=', 'appUser.id')
        .where('providerId', '=', 'credential')
        .where('password', 'is not', null),
    )
    .as('hasPassword')

/** The caller's own record; refuses as getOwnRow does. */
export const getMe = async (deps: Deps, userId: UserId, db: Db | Tx = deps.db) => {
  const settings = deps.settings()
  const row = await selectOwnRow(db, userId)
    .select((of) => [selectBalance(of, settings.code), selectPassword(of)])
    .executeTakeFirstOrThrow(noSuchUser)
  const location = row.userType === 'driver' ? await findLocation(deps, db, userId) : null
  const [hasPassword, secondFactor] = [Boolean(row.hasPassword), row.confirmedAt !== null]
  return presentMe(row, { wallet: row.balance ?? 0n, settings, location, hasPassword, secondFactor })
}

/** A driver's record, locked until the transaction ends, so that two acceptances by one driver go one after the other. */
export const getDriverForBooking = async ({ settings }: Pick<Deps, 'settings'>, tx: Tx, driverId: UserId) => {
  const row = await tx
    .with('locked', (db) =>
      db
        .selectFrom('appUser')
        .selectAll()
        .where('id', '=', driverId)
        .where('userType', '=', 'driver')
        .where('removedAt', 'is', null)
        .forUpdate(),
    )
    .selectFrom('locked')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('lockedAt'))
    .executeTakeFirst()
  if (!row) throw new Refusal('user_issue_contact_admin')
  const { negativeBalance, code } = settings()
  return {
    id: driverId,
    /** by the database's clock, once the lock was acquired */
    lockedAt: row.lockedAt,
    /** the wallet must be settled before the next task */
    owes: !negativeBalance && owesTooMuch(await findBalance(tx, driverId, code), { negativeBalance }),
    approved: row.approved,
    queue: row.queue,
    driverActiveStatus: row.driverActiveStatus,
    name: formatPersonName(row),
    mobile: row.mobile,
    profileImage: row.profileImage,
    rating: computeAverageRating(row.ratingSum, row.ratingCount),
    vehicleNumber: row.vehicleNumber,
    vehicleMake: row.vehicleMake,
    vehicleModel: row.vehicleModel,
    carType: row.carTypeId,
    fleetAdmin: row.fleetAdminId,
  }
}

export type BookingDriver = Awaited<ReturnType<typeof getDriverForBooking>>

/** Drivers with state and last position: all for an admin, their own for a fleet admin. */
export const listDrivers = async (deps: Deps, actor: UserActor) => {
  const rows = await deps.db
    .selectFrom('appUser')
    .leftJoin('driverPosition', 'driverPosition.driverId', 'appUser.id')
    .select(['appUser.id', 'firstName', 'lastName', 'vehicleNumber', 'carTypeId', 'queue', 'driverActiveStatus'])
    .select(['driverPosition.lat', 'driverPosition.lng', 'driverPosition.heading', 'driverPosition.at'])
    .where('userType', '=', 'driver')
    .where('removedAt', 'is', null)
    .where(isOfFleet(actor))
    .orderBy('firstName')
    .execute()
  return rows.map((row) => {
    const id = row.id
    const live = deps.positions.last(id)
    const kept = row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng }
    return {
      id,
      name: formatPersonName(row),
      vehicleNumber: row.vehicleNumber,
      carType: row.carTypeId,
      queue: row.queue,
      driverActiveStatus: row.driverActiveStatus,
      location: live ? { lat: live.lat, lng: live.lng } : kept,
      heading: live ? live.heading : row.heading,
      seenAt: live ? live.at : (row.at?.getTime() ?? null),
    }
  })
}

/** The drivers' details for the desk's map, beside their positions; null for all drivers. */
export const listRoster = async ({ db }: Pick<Deps, 'db'>, ids: readonly UserId[] | null) => {
  const rows = await db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName', 'vehicleNumber', 'carTypeId', 'queue', 'driverActiveStatus', 'fleetAdminId'])
    .where('userType', '=', 'driver')
    .where('removedAt', 'is', null)
    .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
    .execute()
  return rows.map(({ firstName, lastName, carTypeId, ...row }) => ({
    ...row,
    name: formatPersonName({ firstName, lastName }),
    carType: carTypeId,
  }))
}

/** True if a person can sign in already: by password, a provider, or a verified phone. */
export const hasWayIn = async (db: Db | Tx, userId: UserId): Promise<boolean> => {
  const person = db.selectFrom('appUser').select('id').where('id', '=', userId)
  const row = await person
    .where((where) =>
      where.or([
        where('provenMobile', 'is not', null),
        where.exists(where.selectFrom('authCredential').select('id').whereRef('userId', '=', 'appUser.id')),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

export const findMobile = async (db: Db | Tx, userId: UserId): Promise<string | null> =>
  (await db.selectFrom('appUser').select('mobile').where('id', '=', userId).executeTakeFirst())?.mobile ?? null
