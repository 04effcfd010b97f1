// Double entry: every posting moves money between accounts and sums to zero. Only wallet/post writes what is planned here.
import type { BookingId, UserId } from './ids.ts'
import type { Minor } from './money.ts'
import type { Settlement } from './settlement.ts'

/** A wallet belongs to a user; the others are the platform's own, one of each kind per currency. */
export type LedgerAccount = { kind: 'wallet'; owner: UserId } | { kind: 'fees' } | { kind: 'trips' } | { kind: 'promotions' }

/** A positive amount raises what the account's owner is owed; a negative one lowers it. */
export type Leg = { account: LedgerAccount; amount: Minor }

/** What a posting is to the owner of the wallet in it. */
export type PostingKind = 'Credit' | 'Debit' | 'Withdraw'

/** `reference` is the txRef of the specification; `once` names the posting, so that posting it twice changes nothing. */
export type Posting = { kind: PostingKind; reference: string; once: string; legs: readonly Leg[] }

export const isBalanced = (posting: Posting): boolean =>
  posting.legs.length >= 2 && posting.legs.reduce((sum, leg) => sum + leg.amount, 0n) === 0n

const withoutZero = (legs: readonly Leg[]): readonly Leg[] => legs.filter((leg) => leg.amount !== 0n)

/**
 * The postings of a paid trip. Credit: the driver earns his share and the platform its fee, both owed by the trip (what a
 * promotion gave is the platform's expense). Debit: cash the driver took from the rider pays the trip, so his wallet falls by it.
 */
export const tripPostings = (booking: { id: BookingId; driver: UserId }, settlement: Settlement): Posting[] => {
  const wallet: LedgerAccount = { kind: 'wallet', owner: booking.driver }
  const fee = settlement.tripCost - settlement.driverShare
  const credit: Posting = {
    kind: 'Credit',
    reference: booking.id,
    once: `trip:${booking.id}:credit`,
    legs: withoutZero([
      { account: wallet, amount: settlement.driverShare },
      { account: { kind: 'fees' }, amount: fee },
      { account: { kind: 'promotions' }, amount: -settlement.discountAmount },
      { account: { kind: 'trips' }, amount: -(settlement.tripCost - settlement.discountAmount) },
    ]),
  }
  const debit: Posting = {
    kind: 'Debit',
    reference: booking.id,
    once: `trip:${booking.id}:cash`,
    legs: withoutZero([
      { account: wallet, amount: -settlement.cashPaymentAmount },
      { account: { kind: 'trips' }, amount: settlement.cashPaymentAmount },
    ]),
  }
  return [credit, debit].filter((posting) => posting.legs.length > 0)
}

/** The txRef of what one gets for bringing somebody, or for having been brought. */
export const bonusReference = 'ReferralBonus'

/** The sign-up bonus: the platform gives the same amount to the newcomer and to the one who brought them, once each. */
export const bonusPostings = (newcomer: UserId, referrer: UserId, amount: Minor): Posting[] => {
  if (amount <= 0n || newcomer === referrer) return []
  const give = (owner: UserId, to: string): Posting => ({
    kind: 'Credit',
    reference: bonusReference,
    once: `bonus:${newcomer}:${to}`,
    legs: [
      { account: { kind: 'wallet', owner }, amount },
      { account: { kind: 'promotions' }, amount: -amount },
    ],
  })
  return [give(referrer, 'referrer'), give(newcomer, 'newcomer')]
}
