// A mobile number belongs to one account: who gets a number that its owner has given up.
import { parseFullMobile } from '@wayfare/core/phones'
import { nextVersion } from '../../db/version.ts'
import type { Tx } from '../../deps.ts'

/**
 * Gives a freed number to the oldest account that has the same number in another spelling, in its standard form. To be called
 * whenever an owner no longer has a number, whatever the reason.
 */
export const reassignMobile = async (tx: Tx, mobile: string | null): Promise<void> => {
  if (mobile === null) return
  const waiting = tx.selectFrom('appUser').select(['id', 'mobile']).where('mobileFault', '=', 'taken').orderBy('createdAt')
  const next = (await waiting.execute()).find((one) => one.mobile !== null && parseFullMobile(one.mobile) === mobile)
  if (next)
    await tx
      .updateTable('appUser')
      .set({ mobile, ...nextVersion })
      .where('id', '=', next.id)
      .execute()
}
