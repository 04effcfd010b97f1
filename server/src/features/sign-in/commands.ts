// The single entry point that all ways to sign in lead to: it checks who may enter, and opens the session.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { Me } from '@wayfare/contract/accounts'
import type { signIn as signInEndpoint } from '@wayfare/contract/sign-in'
import type { signInSecondFactor as secondFactorEndpoint } from '@wayfare/contract/sign-in-second-factor'
import { isBlocked, isRole } from '@wayfare/core/accounts'
import { checkSignIn } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { omitOnceKey } from '../../http/once.ts'
import { getDelivery } from '../../jobs/messages.ts'
import { checkBaseSettings } from '../settings/commands-license.ts'
import type { Auth } from './auth.ts'
import { hourMs, isAttemptLeft } from '../accounts/commands-attempts.ts'
import { findDevice, makeDeviceCookie } from './commands-devices.ts'
import { sendLink, type Addressee } from '../accounts/commands-links.ts'
import { claimEmail } from '../accounts/commands-verification.ts'
import { claimPasswordTry, makeSignInGuess } from './commands-guesses.ts'
import { checkSecondFactor, completeSecondFactor } from './commands-second-factor.ts'
import { endCallerSession, type SessionCaller } from './commands-sessions.ts'
import { getMe } from '../accounts/queries.ts'

/** A person who has been authenticated as this user; `secondFactorPassed` if this is the second step already. */
type Entry = {
  userId: UserId
  /** the way of signing in: password, code, or the name of a provider */
  method: string
  session: SessionCaller
  secondFactorPassed?: boolean
}

export type SignInResult = { me: Me; token: string; cookies: string[] }

/** Verification mails per hour that are sent because someone with the right password could not enter. */
const mostReminders = 3

/** Sends another verification mail, if allowed; true if one was sent. */
const remindToVerify = async (deps: Deps, user: Addressee): Promise<boolean> => {
  const cap = { kind: 'verification mail', subject: user.id, most: mostReminders, windowMs: hourMs }
  if (!(await isAttemptLeft(deps, [cap]))) return false
  await inTx(deps, (tx) => sendLink(deps, tx, user, 'verify_email'))
  return true
}

/** Refuses people who may not enter, each with the specification's key. */
const checkEntry = async (deps: Deps, { userId, method }: Entry): Promise<void> => {
  const user = await deps.db
    .selectFrom('appUser')
    .select(['id', 'userType', 'approved', 'email', 'emailVerified', 'firstName', 'language', 'blockedAt'])
    .where('id', '=', userId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!user) throw new Refusal('user_issue_contact_admin')
  if (!isRole(user.userType)) throw new Refusal('not_valid_user_type')
  if (!user.approved) throw new Refusal(isBlocked(user) ? 'account_blocked' : 'require_approval')
  if (method !== 'password' || !deps.settings().emailVerify || user.emailVerified) return
  const sent = await remindToVerify(deps, user)
  throw new Refusal('email_verify_message', { mail: getDelivery(deps, 'mail'), sent })
}

/** Opens a session, or refuses; ends the session from which it was requested. */
export const startSession = async (given: Deps, auth: Auth, entry: Entry): Promise<SignInResult> => {
  const deps = omitOnceKey(given)
  const { userId, method, session } = entry
  const facts = { userId, method, ip: session.ip }
  try {
    await checkEntry(deps, entry)
    await checkBaseSettings(deps)
    if (!entry.secondFactorPassed) await checkSecondFactor(deps, { userId: userId, method })
  } catch (error) {
    if (error instanceof Refusal) deps.log.info({ ...facts, key: error.key }, 'kept out')
    throw error
  }
  const { token, cookies } = await auth.openSession(userId, session.headers)
  await endCallerSession(deps, session)
  deps.log.info(facts, 'signed in')
  const known = makeDeviceCookie(deps, session.headers, userId)
  return { me: await getMe(deps, userId), token, cookies: [...cookies, known] }
}

type Found = { id: UserId; emailByDesk: boolean; password: string | null; changedAt: Date | null }

const findByEmail = async (deps: Deps, email: string): Promise<Found | null> => {
  const row = await deps.db
    .selectFrom('appUser')
    .leftJoin('authCredential', (join) =>
      join.onRef('authCredential.userId', '=', 'appUser.id').on('authCredential.providerId', '=', 'credential'),
    )
    .select(['appUser.id', 'emailByDesk', 'authCredential.password', 'authCredential.updatedAt as changedAt'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ? { ...row, id: row.id } : null
}

/** Signing in with an address entered by the desk confirms it. */
const claimIfDesks = async ({ db }: Deps, { id, emailByDesk }: Found): Promise<void> => {
  if (emailByDesk) await claimEmail(db, id)
}

/**
 * Signs in by e-mail and password. An unknown address takes the same work and gets the same answer as a wrong password, and no
 * session is opened before everything is checked.
 */
export const signIn = async (deps: Deps, auth: Auth, input: ParsedInputOf<typeof signInEndpoint>, session: SessionCaller) => {
  const problem = checkSignIn(input)
  if (problem) throw new Refusal(problem)
  const email = input.email.trim().toLowerCase()
  const user = await findByEmail(deps, email)
  const device = user && findDevice(deps, session.headers, user.id)
  const at = { email, ip: session.ip, version: user?.changedAt?.toISOString() ?? '' }
  const guess = makeSignInGuess(at, device, input.challenge)
  const isRight = await claimPasswordTry(deps, guess, { stored: user?.password ?? null, password: input.password })
  if (!user || !isRight) {
    deps.log.info({ userId: user?.id ?? null, method: 'password', ip: session.ip }, 'a sign-in failed')
    throw new Refusal('login_error')
  }
  await claimIfDesks(deps, user)
  return startSession(deps, auth, { userId: user.id, method: 'password', session })
}

/** The second step: a person who passed the first one, in whatever way, signs in with the second factor. */
export const signInSecondFactor = async (
  deps: Deps,
  auth: Auth,
  input: ParsedInputOf<typeof secondFactorEndpoint>,
  session: SessionCaller,
): Promise<SignInResult> => {
  const { userId, method } = await completeSecondFactor(deps, input)
  return startSession(deps, auth, { userId, method, session, secondFactorPassed: true })
}
