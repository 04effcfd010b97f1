// Legal holds on people: while one lasts, nothing of theirs is erased or expires.
import type { setPersonHold as holdEndpoint } from '@wayfare/contract/people-edit'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { checkUnlocked } from '../../lock.ts'
import { publishPerson, updateUser } from '../accounts/commands-users.ts'
import { getPersonView } from './queries-person.ts'

export const setPersonHold = (deps: Deps, actor: UserActor, { id, held }: ParsedInputOf<typeof holdEndpoint>) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const user = await tx
      .selectFrom('appUser')
      .select(['id', 'userType', 'approved', 'fleetAdminId', 'legalHold'])
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw new Refusal('not_found')
    if (user.legalHold !== held) {
      await updateUser(deps, tx, id, { legalHold: held })
      await publishPerson(tx, user, user.fleetAdminId)
      const [before, after] = [{ legalHold: !held }, { legalHold: held }]
      await recordAudit(tx, actor, { action: 'accounts.setLegalHold', object: { kind: 'person', id }, before, after })
    }
    return getPersonView(deps, actor, id, tx)
  })
