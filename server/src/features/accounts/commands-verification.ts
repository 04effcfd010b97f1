// The e-mail address: its owner is whoever can read a link that was mailed there.
import type { Actor, UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { consumeAttempt, hourMs } from './commands-attempts.ts'
import { checkMail, consumeLink, sendLink } from './commands-links.ts'

const done = { done: true } as const

/** Marks the address as verified; the first time, an approved account becomes usable. */
export const markVerified = async (tx: Tx, userId: UserId): Promise<void> => {
  const first = await tx
    .updateTable('appUser')
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .where('emailVerified', '=', false)
    .returning('approved')
    .executeTakeFirst()
  if (!first) return
  await emitEvent(tx, { type: 'UserChanged', userId })
  if (first.approved) await emitEvent(tx, { type: 'AccountApproved', userId })
}

/** Confirms an address entered by the desk: its owner signed in with it, or asked for the link while signed in. */
export const claimEmail = async (db: Db | Tx, userId: UserId): Promise<void> => {
  await db.updateTable('appUser').set({ emailByDesk: false }).where('id', '=', userId).where('emailByDesk', '=', true).execute()
}

export const verifyEmail = (deps: Deps, actor: Actor, { token }: { token: string }) =>
  inTx(deps, async (tx) => {
    const { userId } = await consumeLink(deps, tx, token, ['verify_email'])
    await markVerified(tx, userId)
    if (actor.kind === 'user' && actor.id === userId) await claimEmail(tx, userId)
    deps.log.info({ userId }, 'an e-mail address was verified')
    return done
  })

/** Mails per hour that one person may request. */
const mostMails = 5

export const makeMailCap = (subject: UserId) => ({ kind: 'verification mail', subject, most: mostMails, windowMs: hourMs })

/** Refuses with conflict when the address is verified already. */
export const requestVerification = async (deps: Deps, actor: UserActor) => {
  const user = await deps.db
    .selectFrom('appUser')
    .select(['id', 'email', 'emailVerified', 'firstName', 'language'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (user.emailVerified) throw new Refusal('conflict')
  const mail = checkMail(deps)
  await consumeAttempt(deps, [makeMailCap(user.id)])
  return inTx(deps, async (tx) => {
    await claimEmail(tx, user.id)
    await sendLink(deps, tx, user, 'verify_email')
    return { ...done, mail }
  })
}
