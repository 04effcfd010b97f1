// Invitations: a mail with a link by which a person whom others added sets a password. It works once and ends with time.
import type { Person } from '@wayfare/contract/accounts-people'
import type { UserActor } from '@wayfare/core/accounts'
import { isInternalEmail } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { audit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { checkUnlocked } from '../../lock.ts'
import { dayMs, takeAttempt } from './commands-attempts.ts'
import { sendLink } from './commands-links.ts'
import type { Addressee } from './commands-links.ts'
import { presentPerson } from './present-people.ts'
import { findPersonRow } from './queries-people.ts'

/** Mails the link and notes when. */
export const sendInvitation = async (deps: Deps, tx: Tx, to: Addressee): Promise<void> => {
  await sendLink(deps, tx, to, 'invitation')
  await tx.updateTable('appUser').set({ invitedAt: deps.now() }).where('id', '=', to.id).execute()
}

/** Mails of this kind that one person gets in a day, whoever sends them. */
const mostInvitations = 5

export const invitePerson = async (deps: Deps, actor: UserActor, id: UserId): Promise<Person> => {
  const row = await findPersonRow(deps, actor, id)
  if (!row) throw new Refusal('not_found')
  if (row.userType !== 'rider') checkUnlocked(deps)
  if (row.hasWayIn || isInternalEmail(row.email)) throw new Refusal('conflict')
  await takeAttempt(deps, [{ kind: 'invitation', subject: id, most: mostInvitations, windowMs: dayMs }])
  return inTx(deps, async (tx) => {
    await sendInvitation(deps, tx, row)
    await audit(tx, actor, { action: 'accounts.invite', object: { kind: 'person', id }, after: { email: row.email } })
    const now = await findPersonRow(deps, actor, id, tx)
    if (!now) throw new Refusal('not_found')
    return presentPerson(deps, actor, now)
  })
}
