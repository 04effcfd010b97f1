// The postings of card payments and refunds: what comes in counts once a payment, what goes back once a try.
import type { UserId } from './ids.ts'
import { makeLegs, type LedgerAccount, type Posting } from './ledger.ts'
import type { Minor } from './money.ts'

/** The txRefs of a wallet that was topped up by card, and of such money that went back to the card. */
export const topUpReference = 'CardTopUp'
export const cardRefundReference = 'CardRefund'
/** That of a top-up which its payer disputed with the bank. */
export const cardDisputeReference = 'CardDispute'

/** `booking`: what the payment was for; null for a top-up. */
type CardMoney = { id: string; owner: UserId; amount: Minor; booking: string | null }

/** A card's money becomes the payer's: a top-up, or money that a booking no longer wants. The provider owes it. */
export const makeCardToWalletPosting = ({ id, owner, amount, booking }: CardMoney): Posting => ({
  kind: 'Credit',
  reference: booking ?? topUpReference,
  once: `payment:${id}`,
  legs: makeLegs({ kind: 'cards' }, { kind: 'wallet', owner }, amount),
})

/** What money that goes back is taken from: the platform's own, or the wallet into which it had gone. */
export type RefundSource = 'refunds' | 'wallet'

type Refund = CardMoney & { source: RefundSource; target: 'provider' | 'wallet'; tries: number }

const sourceOf = ({ source, owner }: Refund): LedgerAccount =>
  source === 'wallet' ? { kind: 'wallet', owner } : { kind: 'refunds' }

const targetOf = ({ target, owner }: Refund): LedgerAccount =>
  target === 'wallet' ? { kind: 'wallet', owner } : { kind: 'cards' }

/** Money goes back, to the card or into the wallet; what a wallet gives is never more than is there. */
export const refundOutPosting = (refund: Refund): Posting => ({
  kind: refund.target === 'wallet' ? 'Credit' : 'Debit',
  reference: refund.booking ?? cardRefundReference,
  once: `refundOut:${refund.id}:${refund.tries}`,
  ...(refund.source === 'wallet' ? { floor: true } : {}),
  legs: makeLegs(sourceOf(refund), targetOf(refund), refund.amount),
})

/** The provider did not take it back after all: as if that try had not been. */
export const refundBackPosting = (refund: Refund): Posting => ({
  kind: 'Credit',
  reference: refund.booking ?? cardRefundReference,
  once: `refundBack:${refund.id}:${refund.tries}`,
  legs: makeLegs(targetOf(refund), sourceOf(refund), refund.amount),
})

type ReversalFee = { id: string; booking: string | null; amount: Minor; step: number }

/** The provider charged so much more for a dispute, or gave so much of its charge back: it owes less, and the expense is the platform's. */
export const makeReversalFeePosting = ({ id, booking, amount, step }: ReversalFee): Posting => ({
  kind: amount > 0n ? 'Debit' : 'Credit',
  reference: booking ?? cardDisputeReference,
  once: `reversalFee:${id}:${step}`,
  legs: makeLegs({ kind: 'providerFees' }, { kind: 'cards' }, amount),
})

/** `amount` leaves the books when it is positive and comes back when it is negative; `step` counts how often either happened. */
type Reversed = CardMoney & { kind: 'refund' | 'dispute'; source: RefundSource; step: number }

/**
 * What the provider gave back or keeps by itself: it owes so much less. A wallet may fall below zero by it, for the money is gone.
 */
export const makeReversalPosting = ({ id, owner, amount, booking, kind, source, step }: Reversed): Posting => ({
  kind: amount > 0n ? 'Debit' : 'Credit',
  reference: booking ?? (kind === 'refund' ? cardRefundReference : cardDisputeReference),
  once: `reversal:${id}:${step}`,
  legs: makeLegs(source === 'wallet' ? { kind: 'wallet', owner } : { kind: 'refunds' }, { kind: 'cards' }, amount),
})
