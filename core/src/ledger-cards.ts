// The postings of card payments and refunds: money in is posted once per payment, money back once per attempt.
import type { UserId } from './ids.ts'
import { makeLegs, type LedgerAccount, type Posting } from './ledger.ts'
import type { Minor } from './money.ts'

/** The txRefs of a wallet top-up by card, and of its refund to the card. */
export const topUpReference = 'CardTopUp'
export const cardRefundReference = 'CardRefund'
/** The txRef of a top-up that its payer disputed with the bank. */
export const cardDisputeReference = 'CardDispute'

/** `booking`: what was paid for; null for a top-up. */
type CardMoney = { id: string; owner: UserId; amount: Minor; booking: string | null }

/** Credits a card payment to the payer's wallet: a top-up, or money that a booking no longer needs. The provider owes it. */
export const makeCardToWalletPosting = ({ id, owner, amount, booking }: CardMoney): Posting => ({
  kind: 'Credit',
  reference: booking ?? topUpReference,
  once: `payment:${id}`,
  legs: makeLegs({ kind: 'cards' }, { kind: 'wallet', owner }, amount),
})

/** Where refunded money comes from: the platform's own money, or the wallet that had been credited with it. */
export type RefundSource = 'refunds' | 'wallet'

type Refund = CardMoney & { source: RefundSource; target: 'provider' | 'wallet'; tries: number }

const sourceOf = ({ source, owner }: Refund): LedgerAccount =>
  source === 'wallet' ? { kind: 'wallet', owner } : { kind: 'refunds' }

const targetOf = ({ target, owner }: Refund): LedgerAccount =>
  target === 'wallet' ? { kind: 'wallet', owner } : { kind: 'cards' }

/** Refunds money to the card or into the wallet; a source wallet is never taken below zero. */
export const refundOutPosting = (refund: Refund): Posting => ({
  kind: refund.target === 'wallet' ? 'Credit' : 'Debit',
  reference: refund.booking ?? cardRefundReference,
  once: `refundOut:${refund.id}:${refund.tries}`,
  ...(refund.source === 'wallet' ? { floor: true } : {}),
  legs: makeLegs(sourceOf(refund), targetOf(refund), refund.amount),
})

/** Reverses a refund attempt that the provider did not accept in the end. */
export const refundBackPosting = (refund: Refund): Posting => ({
  kind: 'Credit',
  reference: refund.booking ?? cardRefundReference,
  once: `refundBack:${refund.id}:${refund.tries}`,
  legs: makeLegs(targetOf(refund), sourceOf(refund), refund.amount),
})

type ReversalFee = { id: string; booking: string | null; amount: Minor; step: number }

/** The provider charged this much more for a dispute, or returned it: it owes less, or more; the expense is the platform's. */
export const makeReversalFeePosting = ({ id, booking, amount, step }: ReversalFee): Posting => ({
  kind: amount > 0n ? 'Debit' : 'Credit',
  reference: booking ?? cardDisputeReference,
  once: `reversalFee:${id}:${step}`,
  legs: makeLegs({ kind: 'providerFees' }, { kind: 'cards' }, amount),
})

/** A positive `amount` leaves the books, a negative one comes back; `step` counts how often either has happened. */
type Reversed = CardMoney & { kind: 'refund' | 'dispute'; source: RefundSource; step: number }

/**
 * Money that the provider refunded or withheld on its own: it owes less. A wallet may go below zero, as the money is gone.
 */
export const makeReversalPosting = ({ id, owner, amount, booking, kind, source, step }: Reversed): Posting => ({
  kind: amount > 0n ? 'Debit' : 'Credit',
  reference: booking ?? (kind === 'refund' ? cardRefundReference : cardDisputeReference),
  once: `reversal:${id}:${step}`,
  legs: makeLegs(source === 'wallet' ? { kind: 'wallet', owner } : { kind: 'refunds' }, { kind: 'cards' }, amount),
})
