// The one place where a person comes into being after the seed: by registration, by a provider, or by an admin.
import type { Role } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import type { Insertable } from 'kysely'
import type { AppUserTable } from '../../db/tables.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emit } from '../../events.ts'

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

/**
 * Lays the person and the way to sign in into the database. Refuses with user_exists when the e-mail or mobile is taken, also
 * when two arrive together, and with reg_error when only the referral id is: another number will do.
 */
export const createUser = async (deps: Deps, tx: Tx, user: NewUser, credential: NewCredential | null): Promise<UserId> => {
  const id = asId<'user'>(deps.newId(16))
  const name = `${user.firstName} ${user.lastName}`
  const made = await tx
    .insertInto('appUser')
    .values({ ...user, id, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
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

/** Who hears that a list of people is to be read again, and what else follows from a person as it is now. */
export const tellPerson = async (
  tx: Tx,
  { id, userType, approved }: { id: UserId; userType: Role; approved: boolean },
  fleetAdminId: string | null,
): Promise<void> => {
  const fleetAdmin = fleetAdminId === null ? null : asId<'user'>(fleetAdminId)
  await emit(tx, { type: 'PersonChanged', userId: id, userType, fleetAdmin })
  if (userType === 'driver') await emit(tx, { type: 'DriverAccountChanged', userId: id, fleetAdmin, approved })
}
