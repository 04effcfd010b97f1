// The one place where a person comes into being after the seed, by registration, by a provider or by an admin, and is changed later.
import type { Role } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { DomainEvent } from '@wayfare/core/events'
import { asId, type UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { NewRow, RowChange } from '../../db/tables.ts'
import { nextVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitAll, emitEvent } from '../../events.ts'

/** `email` in lower case; a person without one gets an internal address below .invalid. */
export type NewUser = Omit<NewRow<'appUser'>, 'id' | 'name'> & { firstName: string; lastName: string }

/** Many at once, none with a way to sign in yet: in the place of whoever is taken, also a moment ago, is null. */
export const createUsers = async (deps: Deps, tx: Tx, users: readonly NewUser[]): Promise<(UserId | null)[]> => {
  if (users.length === 0) return []
  const rows = users.map((user) => ({
    ...user,
    id: asId<'user'>(deps.newId(16)),
    name: `${user.firstName} ${user.lastName}`,
  }))
  const made = await tx
    .insertInto('appUser')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = new Set<string>(made.map(({ id }) => id))
  return rows.map(({ id }) => (ids.has(id) ? id : null))
}

/** An address or number that another one took, also when both arrive together. */
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505'

/** Changes a person's columns; who edits an earlier version is told so. Refuses with user_exists. */
export const updateUser = (deps: Pick<Deps, 'now'>, tx: Tx, id: UserId, change: RowChange<'appUser'>) =>
  tx
    .updateTable('appUser')
    .set({ ...change, ...nextVersion, updatedAt: deps.now() })
    .where('id', '=', id)
    .returning(['approved', 'fleetAdminId'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isTaken(error) ? new Refusal('user_exists') : error
    })

/** The drivers of a fleet whose admin goes are nobody's. */
export const releaseDriversOf = (tx: Tx, fleetAdmin: UserId) =>
  tx
    .updateTable('appUser')
    .set({ fleetAdminId: null, ...nextVersion, updatedAt: sql`now()` })
    .where('fleetAdminId', '=', fleetAdmin)
    .returning(['id', 'approved', 'removedAt'])
    .execute()

export const markInvited = async (tx: Tx, ids: readonly UserId[], at: Date): Promise<void> => {
  await tx.updateTable('appUser').set({ invitedAt: at }).where('id', 'in', ids).execute()
}

/** The number is that of the phone which a code was sent to; the first time what waits for a proven contact hears of it. */
export const markMobileProven = async (tx: Tx, id: UserId, mobile: string): Promise<void> => {
  const first = await tx
    .updateTable('appUser')
    .set({ provenMobile: mobile })
    .where('id', '=', id)
    .where('provenMobile', 'is distinct from', mobile)
    .returning('approved')
    .executeTakeFirst()
  if (first?.approved) await emitEvent(tx, { type: 'AccountApproved', userId: id })
}

type Told = { id: UserId; userType: Role; approved: boolean }

/** By which it is heard that a list of people is to be read again, and what else follows from a person as it is now. */
export const listPersonEvents = ({ id, userType, approved }: Told, fleetAdmin: UserId | null): DomainEvent[] => {
  const changed = { type: 'PersonChanged', userId: id, userType, fleetAdmin } as const
  return userType === 'driver' ? [changed, { type: 'DriverAccountChanged', userId: id, fleetAdmin, approved }] : [changed]
}

export const publishPerson = (tx: Tx, person: Told, fleetAdmin: UserId | null): Promise<void> =>
  emitAll(tx, listPersonEvents(person, fleetAdmin))
