// The user behind a provider's account: found, linked to an account that is certainly theirs, or created as a rider.
import { checkName, isEmail } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { omitOnceKey } from '../../http/once.ts'
import type { SocialPerson } from './auth-social-http.ts'
import { findReferralId } from '../accounts/commands-referral.ts'
import { publishPerson } from '../accounts/commands-users.ts'
import { addCredential, createUser } from './commands-users.ts'

const maxName = 80

/** The provider's name for the person, cleaned up so that it is a valid name; a single space if missing. */
const nameOf = (given: string | null): string => {
  const name = (given ?? '').replaceAll(/\p{C}+/gu, ' ').trim()
  const short = [...name].slice(0, maxName).join('')
  return checkName(short) === null ? short : ' '
}

const emailOf = ({ email }: SocialPerson): string | null => {
  const plain = (email ?? '').trim().toLowerCase()
  return isEmail(plain) ? plain : null
}

/** The start of the referral id. Facebook: the first name, or temp; Apple, which often gives none: rider. */
const referralStart = ({ provider, firstName }: SocialPerson): string => {
  if (provider === 'apple') return 'rider'
  const name = nameOf(firstName)
  return name === ' ' ? 'temp' : name
}

const findKnown = async (tx: Tx, { provider, subject }: SocialPerson): Promise<UserId | null> => {
  const way = tx.selectFrom('authCredential').select('userId').where('providerId', '=', provider)
  const known = await way.where('accountId', '=', subject).executeTakeFirst()
  return known ? known.userId : null
}

/**
 * Links the account with this address if both sides have verified it: otherwise whoever first typed the address somewhere would
 * own the account of the person who reads its mail. Refuses with user_exists.
 */
const joinByEmail = async (deps: Deps, tx: Tx, person: SocialPerson, email: string): Promise<UserId | null> => {
  const user = await tx
    .selectFrom('appUser')
    .select(['id', 'emailVerified', 'emailByDesk'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return null
  if (!person.emailVerified || !user.emailVerified || user.emailByDesk) throw new Refusal('user_exists')
  const userId = user.id
  await addCredential(deps, tx, userId, { providerId: person.provider, accountId: person.subject })
  return userId
}

const createRider = async (deps: Deps, tx: Tx, person: SocialPerson, email: string | null): Promise<UserId> => {
  const rider = {
    userType: 'rider' as const,
    loginType: person.provider,
    approved: true,
    firstName: nameOf(person.firstName),
    lastName: nameOf(person.lastName),
    email: email ?? `${deps.newId(20).toLowerCase()}@social.invalid`,
    emailVerified: email !== null && person.emailVerified,
    referralId: await findReferralId(deps, tx, referralStart(person)),
  }
  const id = await createUser(deps, tx, rider, { providerId: person.provider, accountId: person.subject })
  await emitEvent(tx, { type: 'AccountApproved', userId: id })
  await publishPerson(tx, { id, userType: 'rider', approved: true }, null)
  return id
}

/** The user whom the provider confirms; of several concurrent first visits one creates the account, the others find it. */
export const findOrCreateSocialUser = (deps: Deps, person: SocialPerson): Promise<UserId> =>
  inTx(omitOnceKey(deps), async (tx) => {
    const name = JSON.stringify([person.provider, person.subject])
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
    const known = await findKnown(tx, person)
    if (known) return known
    const email = emailOf(person)
    const joined = email === null ? null : await joinByEmail(deps, tx, person, email)
    return joined ?? createRider(deps, tx, person, email)
  })
