// Creates people with a way to sign in, and adds further ways later.
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import type { Deps, Tx } from '../../deps.ts'
import { createUsers, type NewUser } from '../accounts/commands-users.ts'

/**
 * How the person will sign in: with a password (already hashed, see hashPassword) or a provider's account. Invited people choose
 * later.
 */
type NewCredential = { passwordHash: string } | { providerId: string; accountId: string }

/** Adds a way to sign in; refuses with user_exists if the provider's account already belongs to someone. */
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
 * Inserts the person and the way to sign in. Refuses with user_exists if the e-mail or mobile is taken, even by a concurrent
 * request, and with reg_error if only the referral id is: another number will do.
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
