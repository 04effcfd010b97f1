// The sign-up bonus: paid when a referred person may use the product from now on, to both sides, once.
// And what withdrawals know of a person who is gone.
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import { bonusPostings } from '@wayfare/core/ledger'
import { minorOf } from '@wayfare/core/money'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { post } from './post.ts'

/** Who brought this person, when both are still here. */
const findReferrer = async (tx: Tx, userId: UserId): Promise<UserId | null> => {
  const row = await tx
    .selectFrom('appUser as newcomer')
    .innerJoin('appUser as referrer', 'referrer.id', 'newcomer.signupViaReferral')
    .select('referrer.id')
    .where('newcomer.id', '=', userId)
    .where('newcomer.removedAt', 'is', null)
    .where('referrer.removedAt', 'is', null)
    .executeTakeFirst()
  return row ? asId(row.id) : null
}

export const reactions = {
  AccountApproved: async (deps: Deps, { userId }: { userId: UserId }): Promise<void> => {
    const { bonus, code } = deps.settings()
    const amount = minorOf(bonus, code)
    if (amount === 0n) return
    await inTx(deps, async (tx) => {
      const referrer = await findReferrer(tx, userId)
      if (referrer === null) return
      for (const posting of bonusPostings(userId, referrer, amount)) await post(tx, code, posting)
    })
  },
  /** What was paid out stays in the books under a bare id. */
  UserRemoved: async (deps: Deps, { userId }: { userId: UserId }): Promise<void> => {
    const nobody = { name: ' ', bankName: null, bankCode: null, bankAccount: null }
    await deps.db.updateTable('withdraw').set(nobody).where('userId', '=', userId).where('processed', '=', true).execute()
  },
}
