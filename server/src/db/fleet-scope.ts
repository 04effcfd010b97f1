// Promise: of what belongs to fleets an admin reaches all, and everybody else what is of the own fleet.
import type { UserActor } from '@wayfare/core/accounts'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from './tables.ts'

/** Of any rows; `column` holds whose fleet they are of. */
export const isOfFleet = ({ role, id }: UserActor, column = 'fleetAdminId'): Expression<SqlBool> =>
  role === 'admin' ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${id}`

/** Of people: of a fleet are its drivers, and nobody reaches those who are removed. */
export const isPersonInScope = (where: ExpressionBuilder<Tables, 'appUser'>, actor: UserActor): Expression<SqlBool> =>
  where.and([
    where('appUser.removedAt', 'is', null),
    isOfFleet(actor, 'appUser.fleetAdminId'),
    ...(actor.role === 'admin' ? [] : [where('appUser.userType', '=', 'driver')]),
  ])
