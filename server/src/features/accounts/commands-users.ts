// The one place where a person comes into being after the seed: by registration, by a provider, or by an admin.
import type { Role } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { DomainEvent } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import type { Insertable } from 'kysely'
import type { AppUserTable } from '../../db/tables.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitAll } from '../../events.ts'

/** `email` in lower case; a person without one gets an internal address below .invalid. */
export type NewUser = Omit<Insertable<AppUserTable>, 'id' | 'name'> & { firstName: string; lastName: string }

/**
 * How the person will sign in: by a password (already hashed, see hashPassword), or as the account of a provider. One who is
 * invited chooses later.
 */
export type NewCredential = { passwordHash: string } | { providerId: string; accountId: string }

/** Gives the user one more way in; a provider's account that belongs to somebody already is refused with user_exists. */
export const addCredential = async (deps: Deps, tx: Tx, userId: UserId, credential: NewCredential): Promise<void> => {
  const way =
    'passwordHash' in credential
      ? { providerId: 'credential', accountId: userId, password: credential.passwordHash }
      : { ...credential, password: null }
  const added = await tx
    .insertInto('authCredential')
    .values({ id: deps.newId(16), userId, ...way })
    .onConflict((conflict) => conflict.columns(['providerId', 'accountId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Refusal('user_exists')
}

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

/**
 * Lays the person and the way to sign in into the database. Refuses with user_exists when the e-mail or mobile is taken, also
 * when two arrive together, and with reg_error when only the referral id is: another number will do.
 */
export const createUser = async (deps: Deps, tx: Tx, user: NewUser, credential: NewCredential | null): Promise<UserId> => {
  const [id = null] = await createUsers(deps, tx, [user])
  if (id === null) {
    const taken = await tx
      .selectFrom('appUser')
      .select('id')
      .where((where) => where.or([where('email', '=', user.email), where('mobile', '=', user.mobile ?? null)]))
      .executeTakeFirst()
    throw new Refusal(taken ? 'user_exists' : 'reg_error')
  }
  if (credential) await addCredential(deps, tx, id, credential)
  return id
}

type Told = { id: UserId; userType: Role; approved: boolean }

/** By which it is heard that a list of people is to be read again, and what else follows from a person as it is now. */
export const newsOf = ({ id, userType, approved }: Told, fleetAdminId: string | null): DomainEvent[] => {
  const fleetAdmin = fleetAdminId === null ? null : asId<'user'>(fleetAdminId)
  const changed = { type: 'PersonChanged', userId: id, userType, fleetAdmin } as const
  return userType === 'driver' ? [changed, { type: 'DriverAccountChanged', userId: id, fleetAdmin, approved }] : [changed]
}

export const tellPerson = (tx: Tx, person: Told, fleetAdminId: string | null): Promise<void> =>
  emitAll(tx, newsOf(person, fleetAdminId))
