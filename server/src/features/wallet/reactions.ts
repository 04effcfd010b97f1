// When to check for a due referral bonus, and what to erase from a removed person's withdrawals.
import { isPaid, type Status } from '@wayfare/core/booking'
import type { Audience } from '@wayfare/core/events'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { payBonus } from './commands-bonus.ts'

/** Paid out, declined or returned. */
const isSettled = sql<boolean>`(processed or ended_as is not null)`

export const reactions = {
  AccountApproved: (deps: Deps, { userId }: { userId: UserId }): Promise<void> => payBonus(deps, userId),
  BookingMoved: async (deps: Deps, { to, audience }: { to: Status; audience: Audience }): Promise<void> => {
    if (!isPaid(to)) return
    await payBonus(deps, audience.customer)
    if (audience.driver !== null) await payBonus(deps, audience.driver)
  },
  /** Erases personal data from settled withdrawals; the payouts stay in the books under a bare id. */
  UserRemoved: async (deps: Deps, { userId }: { userId: UserId }): Promise<void> => {
    const nobody = { name: ' ', bankName: null, bankCode: null, bankAccount: null, endReason: '' }
    await deps.db.updateTable('withdraw').set(nobody).where('userId', '=', userId).where(isSettled).execute()
    // the desk's notes may name the person
    const takenBackReason = sql<string | null>`case when taken_back_reason is not null then '' end`
    await deps.db.updateTable('walletCredit').set({ note: '', takenBackReason }).where('userId', '=', userId).execute()
  },
}
