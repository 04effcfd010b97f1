// A person's row for the back office: its own columns and related data.
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { sql, type ExpressionBuilder } from 'kysely'
import { isPersonInScope } from '../../db/fleet-scope.ts'
import { deskColumns } from '../../db/person-columns.ts'
import type { Tables } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { selectBalance } from '../accounts/queries.ts'

type Where = ExpressionBuilder<Tables, 'appUser'>

/** Related data beside a row's own columns; computed only for the rows of a page. */
const beside = (currency: string) => (of: Where) => [
  of.selectFrom('carType').select('name').whereRef('carType.id', '=', 'appUser.carTypeId').as('carTypeName'),
  of
    .selectFrom('appUser as fleet')
    .select(sql<string>`fleet.first_name || ' ' || fleet.last_name`.as('name'))
    .whereRef('fleet.id', '=', 'appUser.fleetAdminId')
    .as('fleetAdminName'),
  selectBalance(of, currency),
  // not `exists`: the planner ignores how few rows a page has and would read the whole table
  sql<boolean>`coalesce(proven_mobile is not null or (select true from auth_credential where user_id = app_user.id limit 1), false)`.as(
    'hasWayIn',
  ),
  sql<boolean>`coalesce((select confirmed_at is not null from second_factor where user_id = app_user.id), false)`.as(
    'secondFactor',
  ),
]

export const selectPeople = (db: Db | Tx, currency: string) =>
  db.selectFrom('appUser').select(deskColumns).select(beside(currency))

export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

/** Refuses if the person is removed, unknown, or outside the actor's scope. */
export const getPersonRow = (deps: Deps, actor: UserActor, id: UserId, db: Db | Tx = deps.db): Promise<PersonRow> =>
  selectPeople(db, deps.settings().code)
    .where('id', '=', id)
    .where((where) => isPersonInScope(where, actor))
    .executeTakeFirstOrThrow(() => new Refusal('not_found'))
