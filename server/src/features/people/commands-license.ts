// A driver's licence photo, stored by the desk: an admin for any driver, a fleet admin for their own.
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { recordAudit } from '../../audit.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { checkUnlocked } from '../../lock.ts'
import { storeImage } from '../files/commands.ts'
import { publishPerson, updateUser } from '../accounts/commands-users.ts'
import { getPersonView } from './queries-person.ts'
import { getPersonRow } from './queries-row.ts'

const replace = async (deps: Deps, tx: Tx, id: UserId, licenseImage: string) => {
  const driver = tx.selectFrom('appUser').select('id').where('id', '=', id).where('userType', '=', 'driver')
  if (!(await driver.where('removedAt', 'is', null).forUpdate().executeTakeFirst())) throw new Refusal('not_found')
  return updateUser(deps, tx, id, { licenseImage })
}

export const setLicense = async (deps: Deps, actor: UserActor, id: UserId, bytes: Buffer) => {
  checkUnlocked(deps)
  const before = await getPersonRow(deps, actor, id)
  if (before.userType !== 'driver') throw new Refusal('not_found')
  return storeImage(deps, { ownerId: id, purpose: 'driverDocument' }, bytes, async (tx, licenseImage) => {
    const { approved, fleetAdminId } = await replace(deps, tx, id, licenseImage)
    await emitEvent(tx, { type: 'UserChanged', userId: id })
    await publishPerson(tx, { id, userType: 'driver', approved }, fleetAdminId)
    const object = { kind: 'person', id } as const
    await recordAudit(tx, actor, {
      action: 'accounts.setLicense',
      object,
      before: { licenseImage: before.licenseImage },
      after: { licenseImage },
    })
    // the driver may have changed fleets meanwhile
    return getPersonView(deps, actor, id, tx)
  })
}
