// Ensures that, even under concurrent changes, one admin who can sign in is left.
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import type { Tx } from '../../deps.ts'

/** If this person is an admin, locks all admins in a fixed order, so that two admins cannot both remove each other. */
export const lockAdmins = async (tx: Tx, id: UserId): Promise<void> => {
  const user = await tx.selectFrom('appUser').select('userType').where('id', '=', id).executeTakeFirst()
  if (user?.userType !== 'admin') return
  const admins = tx.selectFrom('appUser').select('id').where('userType', '=', 'admin').where('removedAt', 'is', null)
  await admins.orderBy('id').forUpdate().execute()
}

/** Refuses if no other admin is approved, or all others have only an invitation yet. The admins are locked. */
export const checkNotLastAdmin = async (tx: Tx, id: UserId): Promise<void> => {
  const other = await tx
    .selectFrom('appUser')
    .select('id')
    .where('userType', '=', 'admin')
    .where('approved', '=', true)
    .where('removedAt', 'is', null)
    .where('id', '!=', id)
    .where((where) =>
      where.or([
        where('createdByAdmin', '=', false),
        where.exists(where.selectFrom('authCredential').select('id').whereRef('userId', '=', 'appUser.id')),
      ]),
    )
    .executeTakeFirst()
  if (!other) throw new Refusal('last_admin')
}
