import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'

export const reactions = {
  /** Payments and refunds stay in the books under a bare id; the desk's reasons, which may name the person, are erased. */
  UserRemoved: async ({ db }: Deps, { userId }: { userId: UserId }): Promise<void> => {
    // no longer needed: an account with a payment under way cannot be removed
    await db.updateTable('payment').set({ checkout: null, sealed: null }).where('userId', '=', userId).execute()
    const paid = db.selectFrom('payment').select('id').where('userId', '=', userId)
    await db.updateTable('refund').set({ reason: '' }).where('paymentId', 'in', paid).execute()
    const isOfDesk = db.updateTable('paymentReversal').set({ reason: '' }).where('createdBy', 'is not', null)
    await isOfDesk.where('paymentId', 'in', paid).execute()
  },
}
