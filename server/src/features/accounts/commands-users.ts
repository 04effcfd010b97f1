// The only place that inserts people after the seed (by registration, by a provider or by an admin) and that changes them later.
import type { Role } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { DomainEvent } from '@wayfare/core/events'
import { asId, type UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { NewRow, RowChange } from '../../db/tables.ts'
import { nextVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitAll, emitEvent } from '../../events.ts'

/** `email` in lower case; a person without one gets an internal address under .invalid. */
export type NewUser = Omit<NewRow<'appUser'>, 'id' | 'name'> & { firstName: string; lastName: string }

/** Inserts many people, none with a way to sign in yet; null in place of each whose address or number is taken. */
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

/** True if the address or number is taken, even if both inserts arrive at the same time. */
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505'

/** Changes a person's columns; an edit of an outdated version is refused. Refuses with user_exists. */
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

/** Releases the drivers of a fleet admin who is removed. */
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

/** Marks the number as verified by a code; the first time, an event informs whatever waits for a verified contact. */
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

/** The events after a change of a person: lists must be reloaded, and whatever else follows from the person's current state. */
export const listPersonEvents = ({ id, userType, approved }: Told, fleetAdmin: UserId | null): DomainEvent[] => {
  const changed = { type: 'PersonChanged', userId: id, userType, fleetAdmin } as const
  return userType === 'driver' ? [changed, { type: 'DriverAccountChanged', userId: id, fleetAdmin, approved }] : [changed]
}

export const publishPerson = (tx: Tx, person: Told, fleetAdmin: UserId | null): Promise<void> =>
  emitAll(tx, listPersonEvents(person, fleetAdmin))
