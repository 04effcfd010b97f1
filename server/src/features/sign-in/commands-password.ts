// Passwords: limited guesses, resets by a mailed link, changes by their owner.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/sign-in'
import type { UserActor } from '@wayfare/core/accounts'
import { checkEmail, checkPassword } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import type { MailTemplate } from '@wayfare/core/events'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { getNetwork } from '../../http/limits.ts'
import { omitOnceKey } from '../../http/once.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { checkUnlocked } from '../../lock.ts'
import { isCommonPassword } from './auth-common-passwords.ts'
import { hashPassword } from './auth.ts'
import { consumeAttempt, hourMs, isAttemptLeft } from '../accounts/commands-attempts.ts'
import { isHeldByPhone } from './commands-codes.ts'
import { claimPasswordTry, makeOwnGuess } from './commands-guesses.ts'
import { checkMail, consumeLink, sendLink, sendMail } from '../accounts/commands-links.ts'
import { endSessions, type SessionCaller } from './commands-sessions.ts'
import { markVerified } from '../accounts/commands-verification.ts'

/** Refuses with password_wrong unless this is the user's password. */
export const checkOwnPassword = async (deps: Deps, actor: UserActor, password: string): Promise<void> => {
  const row = await deps.db
    .selectFrom('appUser')
    .leftJoin('authCredential', (join) =>
      join.onRef('authCredential.userId', '=', 'appUser.id').on('authCredential.providerId', '=', 'credential'),
    )
    .select('authCredential.password as stored')
    .where('appUser.id', '=', actor.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('user_issue_contact_admin')
  if (!(await claimPasswordTry(deps, makeOwnGuess(actor.id), { stored: row.stored, password })))
    throw new Refusal('password_wrong')
}

/** Checks a new password against the operator's rule; the modern rule also refuses common passwords. */
export const checkNewPassword = (deps: Deps, password: string): void => {
  const { passwordRule } = deps.settings()
  const problem = checkPassword(password, passwordRule)
  if (problem) throw new Refusal(problem)
  if (passwordRule === 'modern' && isCommonPassword(password)) throw new Refusal('password_common')
}

/** Sets a password. The shared passwords shown on a demo's sign-in page cannot be changed. */
const setPassword = async (deps: Deps, tx: Tx, userId: UserId, passwordHash: string): Promise<void> => {
  const user = await tx
    .selectFrom('appUser')
    .select(['id', 'email', 'firstName', 'language', 'demo'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.demo) checkUnlocked(deps)
  await tx
    .insertInto('authCredential')
    .values({ id: deps.newId(16), userId, accountId: userId, providerId: 'credential', password: passwordHash })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password: passwordHash, updatedAt: sql`now()` }),
    )
    .execute()
  await sendMail(deps, tx, user, { template: 'password_changed', link: '/login?forgot=1' })
}

const done = { done: true } as const

const forgotContext = 'accounts.forgotPassword'

/** Same answer after the same work, whether or not the address is known: a job looks it up later. */
export const requestPasswordReset = async (deps: Deps, { email }: ParsedInputOf<typeof contract.forgotPassword>, ip: string) => {
  const problem = checkEmail(email)
  if (problem) throw new Refusal(problem)
  const mail = checkMail(deps)
  const network = getNetwork(ip)
  await consumeAttempt(deps, [{ kind: 'forgot network', subject: network, most: 30, windowMs: hourMs }])
  const sealed = deps.secrets.seal(email.trim().toLowerCase(), forgotContext)
  await enqueueJob(deps.db, 'accounts.forgotPassword', { sealed })
  return { ...done, mail }
}

/** Reset mails per account and hour; the links in all of them work. */
const mostLinks = 5

/** Why no reset link is sent to a person's mailbox, as the template of the mail that says so; null if one may be sent. */
const findClosed = async (deps: Deps, db: Db | Tx, userId: UserId): Promise<MailTemplate | null> => {
  if (await isHeldByPhone(deps, db, userId)) return 'sign_in_by_code'
  const row = await db.selectFrom('appUser').select('emailByDesk').where('id', '=', userId).executeTakeFirst()
  return row?.emailByDesk ? 'address_by_desk' : null
}

/** The second half of requestPasswordReset, as a job. */
export const sendResetLink = async (deps: Deps, sealed: string): Promise<void> => {
  const email = deps.secrets.open(sealed, forgotContext)
  if (email === null) return
  const user = await deps.db
    .selectFrom('appUser')
    .select(['id', 'email', 'firstName', 'language'])
    .where('email', '=', email)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!user) return
  if (!(await isAttemptLeft(deps, [{ kind: 'forgot account', subject: user.id, most: mostLinks, windowMs: hourMs }]))) return
  const closed = await findClosed(deps, deps.db, user.id)
  await inTx(deps, (tx) =>
    closed ? sendMail(deps, tx, user, { template: closed, link: '/login' }) : sendLink(deps, tx, user, 'reset_password'),
  )
  deps.log.info({ userId: user.id, closed }, 'whoever forgot a password was written to')
}

/** Removes ways to sign in that were added before the address was verified: they may not belong to its owner. */
const endUnprovenWays = async (tx: Tx, userId: UserId): Promise<void> => {
  const unproven = tx.selectFrom('appUser').select('id').where('id', '=', userId).where('emailVerified', '=', false)
  await tx.deleteFrom('authCredential').where('userId', 'in', unproven).where('providerId', '!=', 'credential').execute()
}

/** Sets a password by link. A mailed link also verifies the address. Every session ends, whoever gave the link. */
export const resetPassword = async (deps: Deps, { token, password }: ParsedInputOf<typeof contract.resetPassword>) => {
  checkNewPassword(deps, password)
  const passwordHash = await hashPassword(password)
  // not stored under the idempotency key: the hash of the request would help to guess the password
  return inTx(omitOnceKey(deps), async (tx) => {
    const { userId, purpose } = await consumeLink(deps, tx, token, ['reset_password', 'handed_reset', 'invitation'])
    // who proved the phone after the link was sent does not lose the account to whose mailbox it is; what the desk handed over
    // stays good
    if (purpose === 'reset_password' && (await findClosed(deps, tx, userId))) throw new Refusal('link_expired')
    await setPassword(deps, tx, userId, passwordHash)
    await endUnprovenWays(tx, userId)
    if (purpose !== 'handed_reset') await markVerified(tx, userId)
    await endSessions(tx, userId, 'all')
    deps.log.info({ userId, purpose }, 'a password was set by a link')
    return done
  })
}

/** Changes the password and ends all other sessions, in case someone else knew the old one. */
export const changePassword = async (
  deps: Deps,
  actor: UserActor,
  { current, password }: ParsedInputOf<typeof contract.changePassword>,
  session: SessionCaller,
) => {
  await checkOwnPassword(deps, actor, current)
  checkNewPassword(deps, password)
  const passwordHash = await hashPassword(password)
  return inTx(omitOnceKey(deps), async (tx) => {
    await setPassword(deps, tx, actor.id, passwordHash)
    await endSessions(tx, actor.id, { except: session.id ?? '' })
    await emitEvent(tx, { type: 'UserChanged', userId: actor.id })
    deps.log.info({ userId: actor.id }, 'a password was changed by its owner')
    const object = { kind: 'person', id: actor.id } as const
    await recordAudit(tx, actor, { action: 'accounts.changePassword', object, after: { password: 'changed' } })
    return done
  })
}
