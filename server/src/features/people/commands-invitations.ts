// Invitations: a mailed link by which a person added by others sets a password. It works once and expires.
import { type UserActor, isInternalEmail } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { omitOnceKey } from '../../http/once.ts'
import { checkUnlocked } from '../../lock.ts'
import { markInvited } from '../accounts/commands-users.ts'
import { consumeAttempt, dayMs } from '../accounts/commands-attempts.ts'
import { lacksMail, makeLink, sendLinks, type Addressee } from '../accounts/commands-links.ts'
import { getPersonView } from './queries-person.ts'
import { getPersonRow, type PersonRow } from './queries-row.ts'

/** Mails each person a link and stores when; without a mail service the desk hands links over itself. */
export const sendInvitations = async (deps: Deps, tx: Tx, people: readonly Addressee[]): Promise<void> => {
  if (lacksMail(deps) || people.length === 0) return
  await sendLinks(deps, tx, people, 'invitation')
  await markInvited(
    tx,
    people.map(({ id }) => id),
    deps.now(),
  )
}

export const sendInvitation = (deps: Deps, tx: Tx, to: Addressee): Promise<void> => sendInvitations(deps, tx, [to])

/** Invitation mails one person gets per day, whoever sends them. */
const mostInvitations = 5

/** The row of a person this actor may invite, by mail or (if none can be sent) by hand; counts as one more invitation. */
const getInvitable = async (deps: Deps, actor: UserActor, id: UserId, isByHand: boolean) => {
  const row = await getPersonRow(deps, actor, id)
  if (row.userType !== 'rider') checkUnlocked(deps)
  if (isByHand !== lacksMail(deps)) throw new Refusal(isByHand ? 'conflict' : 'not_configured')
  if (row.hasWayIn || isInternalEmail(row.email)) throw new Refusal('conflict')
  await consumeAttempt(deps, [{ kind: 'invitation', subject: id, most: mostInvitations, windowMs: dayMs }])
  return row
}

type HandedLink = { purpose: 'invitation' | 'handed_reset'; action: string }

/** Makes a link for the desk to hand over; its secret is not stored. */
export const handOverLink = (deps: Deps, actor: UserActor, row: PersonRow, { purpose, action }: HandedLink) =>
  inTx(omitOnceKey(deps), async (tx) => {
    const made = await makeLink(deps, tx, row, purpose)
    const after = { email: row.email, expiresAt: made.expiresAt }
    await recordAudit(tx, actor, { action, object: { kind: 'person', id: row.id }, after })
    return made
  })

/** Makes an invitation link, where no mail can be sent. */
export const issueInvitationLink = async (deps: Deps, actor: UserActor, id: UserId) =>
  handOverLink(deps, actor, await getInvitable(deps, actor, id, true), {
    purpose: 'invitation',
    action: 'accounts.invitationLink',
  })

export const invitePerson = async (deps: Deps, actor: UserActor, id: UserId) => {
  const row = await getInvitable(deps, actor, id, false)
  return inTx(deps, async (tx) => {
    await sendInvitation(deps, tx, row)
    await recordAudit(tx, actor, { action: 'accounts.invite', object: { kind: 'person', id }, after: { email: row.email } })
    return getPersonView(deps, actor, id, tx)
  })
}
