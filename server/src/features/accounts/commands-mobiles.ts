// One number is one account: what becomes of a number that its owner no longer has.
import { parseFullMobile } from '@wayfare/core/phones'
import { nextVersion } from '../../db/version.ts'
import type { Tx } from '../../deps.ts'

/**
 * A number that is free again is whose it also was, written otherwise, in the one spelling; of several the first has it. To be asked
 * once its owner no longer has it, whoever changed that.
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
