// The desk's help for people who cannot sign in: verifies an address for them, hands over a link, or turns off a second factor
// whose app is lost. Each action is audited.
import { type UserActor, isInternalEmail } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { checkUnlocked } from '../../lock.ts'
import { consumeAttempt, dayMs } from '../accounts/commands-attempts.ts'
import { sendMail } from '../accounts/commands-links.ts'
import { claimEmail, markVerified } from '../accounts/commands-verification.ts'
import { deleteSecondFactor } from '../sign-in/commands-second-factor.ts'
import { endSessions } from '../sign-in/commands-sessions.ts'
import { handOverLink } from './commands-invitations.ts'
import { getPersonView } from './queries-person.ts'
import { getPersonRow } from './queries-row.ts'

/** How many handed-over links one person can get per day. */
const mostLinks = 10

/** The person's row; refuses if there is no address to sign in with. */
const getAddressed = async (deps: Deps, actor: UserActor, id: UserId, tx?: Tx) => {
  const row = await getPersonRow(deps, actor, id, tx)
  checkUnlocked(deps)
  if (isInternalEmail(row.email)) throw new Refusal('conflict')
  return row
}

export const verifyPerson = (deps: Deps, actor: UserActor, id: UserId) =>
  inTx(deps, async (tx) => {
    // locked until the end, so that the verified address is the one that was read
    await tx.selectFrom('appUser').select('id').where('id', '=', id).forUpdate().execute()
    const { email, emailVerified } = await getAddressed(deps, actor, id, tx)
    if (emailVerified) throw new Refusal('conflict')
    await markVerified(tx, id)
    await claimEmail(tx, id)
    await recordAudit(tx, actor, {
      action: 'accounts.verifyPerson',
      object: { kind: 'person', id },
      before: { email, emailVerified: false },
      after: { email, emailVerified: true },
    })
    return getPersonView(deps, actor, id, tx)
  })

/** Makes a link for a new password. */
export const issueResetLink = async (deps: Deps, actor: UserActor, id: UserId) => {
  const row = await getAddressed(deps, actor, id)
  // admins who are signed in change their own password on their own page
  if (row.id === actor.id) throw new Refusal('not_yourself')
  await consumeAttempt(deps, [{ kind: 'handed link', subject: id, most: mostLinks, windowMs: dayMs }])
  return handOverLink(deps, actor, row, { purpose: 'handed_reset', action: 'accounts.resetLink' })
}

/** For someone who lost the app and the backup codes. Ends all sessions, because the lost device may be in other hands. */
export const dropSecondFactor = (deps: Deps, actor: UserActor, id: UserId) =>
  inTx(deps, async (tx) => {
    await tx.selectFrom('appUser').select('id').where('id', '=', id).forUpdate().execute()
    const row = await getPersonRow(deps, actor, id, tx)
    checkUnlocked(deps)
    if (row.id === actor.id) throw new Refusal('not_yourself')
    if (!row.secondFactor) throw new Refusal('conflict')
    await deleteSecondFactor(tx, id)
    await endSessions(tx, id, 'all')
    const { language } = await tx.selectFrom('appUser').select('language').where('id', '=', id).executeTakeFirstOrThrow()
    const to = { id, email: row.email, firstName: row.firstName, language }
    if (!isInternalEmail(row.email)) await sendMail(deps, tx, to, { template: 'second_factor_dropped', link: '/login' })
    await recordAudit(tx, actor, {
      action: 'accounts.dropSecondFactor',
      object: { kind: 'person', id },
      before: { secondFactor: true },
      after: { secondFactor: false },
    })
    return getPersonView(deps, actor, id, tx)
  })
