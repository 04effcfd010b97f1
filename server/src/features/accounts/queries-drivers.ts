// Drivers' accounts for those who approve them: all for an admin, a fleet admin's own, contacts hidden under the demo lock.
import type * as contract from '@wayfare/contract/accounts-register'
import type { DriverAccount } from '@wayfare/contract/accounts-register'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { cursorOf, placeOf } from '../../db/keyset.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { isLocked } from '../../lock.ts'

/** The drivers this person may know of. */
const driversOf = (db: Db | Tx, actor: UserActor) =>
  db
    .selectFrom('appUser')
    .where('userType', '=', 'driver')
    .where('appUser.removedAt', 'is', null)
    .$if(actor.role !== 'admin', (query) => query.where('fleetAdminId', '=', actor.id))

const selectAccount = (db: Db | Tx, actor: UserActor) =>
  driversOf(db, actor)
    .leftJoin('carType', 'carType.id', 'appUser.carTypeId')
    .select(['appUser.id', 'firstName', 'lastName', 'email', 'emailVerified', 'mobile', 'profileImage', 'appUser.createdAt'])
    .select(['vehicleMake', 'vehicleModel', 'vehicleNumber', 'carTypeId', 'carType.name as carTypeName', 'otherInfo'])
    .select(['licenseImage', 'approved', 'queue'])
    .select(sql<bigint>`(extract(epoch from app_user.created_at) * 1000000)::bigint`.as('micros'))

type Row = Awaited<ReturnType<ReturnType<typeof selectAccount>['executeTakeFirstOrThrow']>>

const present = ({ micros: _micros, carTypeId, createdAt, ...row }: Row, contactHidden: boolean): DriverAccount => ({
  ...row,
  id: asId(row.id),
  carType: carTypeId === null ? null : asId(carTypeId),
  createdAt: createdAt.getTime(),
  contactHidden,
  ...(contactHidden ? { email: null, mobile: null } : {}),
})

/** Null for one who is no driver, removed, or none of this person's business. */
export const findDriverAccount = async (
  deps: Deps,
  actor: UserActor,
  id: UserId,
  db: Db | Tx = deps.db,
): Promise<DriverAccount | null> => {
  const row = await selectAccount(db, actor).where('appUser.id', '=', id).executeTakeFirst()
  return row ? present(row, isLocked(deps)) : null
}

const shown = ['name', 'vehicleNumber', 'vehicleMake', 'vehicleModel'] as const
/** What is hidden cannot be found by guessing either. */
const searched = (contactHidden: boolean) => (contactHidden ? shown : ([...shown, 'email', 'mobile'] as const))

type Page = OutputOf<typeof contract.listDriverAccounts>

/** A page of the drivers one may approve, newest first. */
export const listDriverAccounts = async (
  deps: Deps,
  actor: UserActor,
  input: ParsedInputOf<typeof contract.listDriverAccounts>,
): Promise<Page> => {
  const contactHidden = isLocked(deps)
  const before = input.cursor === undefined ? null : placeOf(input.cursor)
  const pattern = `%${input.search.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const rows = await selectAccount(deps.db, actor)
    .$if(input.approved !== undefined, (query) => query.where('approved', '=', input.approved === 'true'))
    .$if(pattern !== '%%', (query) =>
      query.where((where) => where.or(searched(contactHidden).map((column) => where(`appUser.${column}`, 'ilike', pattern)))),
    )
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(app_user.created_at, app_user.id) < ('epoch'::timestamptz + ${before?.micros ?? '0'}::bigint * interval '1 microsecond', ${before?.id ?? ''})`,
      ),
    )
    .orderBy('appUser.createdAt', 'desc')
    .orderBy('appUser.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const waiting = await driversOf(deps.db, actor)
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('approved', '=', false)
    .executeTakeFirstOrThrow()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    accounts: page.map((row) => present(row, contactHidden)),
    nextCursor: rows.length > input.limit && last ? cursorOf(last) : null,
    waiting: Number(waiting.count),
  }
}
