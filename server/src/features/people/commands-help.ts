// What the desk does for whoever cannot come in by themselves: vouches for an address, hands over a link, turns off a second step whose
// app is lost. Each is audited.
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

/** Links of this kind that are made for one person in a day. */
const mostLinks = 10

/** One with an address to sign in with. */
const getAddressed = async (deps: Deps, actor: UserActor, id: UserId, tx?: Tx) => {
  const row = await getPersonRow(deps, actor, id, tx)
  checkUnlocked(deps)
  if (isInternalEmail(row.email)) throw new Refusal('conflict')
  return row
}

export const verifyPerson = (deps: Deps, actor: UserActor, id: UserId) =>
  inTx(deps, async (tx) => {
    // until the end, so that the address that is vouched for is the one that was read
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

/** The link of a new password. */
export const issueResetLink = async (deps: Deps, actor: UserActor, id: UserId) => {
  const row = await getAddressed(deps, actor, id)
  // who signed in knows the password, and changes it on the own page
  if (row.id === actor.id) throw new Refusal('not_yourself')
  await consumeAttempt(deps, [{ kind: 'handed link', subject: id, most: mostLinks, windowMs: dayMs }])
  return handOverLink(deps, actor, row, { purpose: 'handed_reset', action: 'accounts.resetLink' })
}

/** For one who has lost the app and the backup codes. Whoever is in is out, as the lost device may be in other hands. */
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
