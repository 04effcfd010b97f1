// The tables of card payments and withdrawals.
import type { PaymentProblem, PaymentTrouble } from '@wayfare/core/payments'
import type { ProviderMode } from '@wayfare/core/providers'
import type { ReversalKind, ReversalState } from '@wayfare/core/reversals'
import type { DepositSource, WithdrawEnd } from '@wayfare/core/wallet'
import type { Generated, JSONColumnType } from 'kysely'
import type { Checkout } from '../adapters/ports-payments.ts'
import type { IdColumn, Timestamp } from './columns.ts'

export type PaymentTables = {
  payment: {
    id: string
    purpose: Generated<'booking' | 'topUp' | 'claim' | 'tip'>
    /** null for a top-up of a wallet */
    bookingId: IdColumn<'booking'> | null
    userId: IdColumn<'user'>
    provider: string
    mode: Generated<ProviderMode>
    amountMinor: bigint
    currency: string
    status: 'open' | 'paid' | 'failed' | 'expired'
    providerRef: string | null
    providerTxn: string | null
    settledAs: 'booking' | 'wallet' | null
    refundedMinor: Generated<bigint>
    /** what its provider keeps of it because of disputes, and how the worst of them stands */
    disputedMinor: Generated<bigint>
    dispute: 'inquiry' | 'open' | 'won' | 'lost' | null
    /** what the provider said that kept it from settling */
    problem: PaymentProblem | null
    /** how the payer goes on, as he was told */
    checkout: JSONColumnType<Checkout> | null
    /** the idempotency key it was asked for under, hashed */
    requestKey: string | null
    /** since when somebody talks to the provider about it */
    claimedAt: Date | null
    /** the token of the card fields while it is handed over, sealed */
    sealed: string | null
    checks: Generated<number>
    nextCheckAt: Date | null
    createdAt: Timestamp
    settledAt: Date | null
  }
  paymentEvent: {
    provider: string
    mode: ProviderMode
    eventId: string
    paymentId: string | null
    receivedAt: Timestamp
    state: 'received' | 'done' | 'refused'
    problem: PaymentTrouble | null
    /** the provider's name for a payment that we did not know */
    about: string | null
    count: Generated<number>
    /** what it says of itself, for people to read */
    type: string | null
    amountMinor: bigint | null
    currency: string | null
  }
  /** What a provider took back of a payment without us. */
  paymentReversal: {
    id: string
    paymentId: string
    kind: ReversalKind
    /** the provider's name for it */
    ref: string
    state: ReversalState
    amountMinor: bigint
    currency: string
    reason: Generated<string>
    dueAt: Date | null
    /** what of it has left the books, from where, and how often it was moved */
    takenMinor: Generated<bigint>
    source: 'refunds' | 'wallet' | null
    steps: Generated<number>
    /** what the provider charged for it, what of that is in the books, and how often it was moved */
    feeMinor: Generated<bigint>
    feeCurrency: string | null
    feeTakenMinor: Generated<bigint>
    feeSteps: Generated<number>
    /** who wrote it down where the provider tells nothing of it */
    createdBy: IdColumn<'user'> | null
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  refund: {
    id: string
    paymentId: string
    amountMinor: bigint
    currency: string
    target: 'provider' | 'wallet'
    source: 'refunds' | 'wallet'
    tries: Generated<number>
    /** an earlier request may have arrived though no answer did */
    unsure: Generated<boolean>
    state: 'pending' | 'done' | 'failed'
    reason: Generated<string>
    providerRef: string | null
    problem: PaymentProblem | null
    createdBy: IdColumn<'user'>
    createdAt: Timestamp
    settledAt: Date | null
  }
  providerKey: {
    provider: string
    mode: ProviderMode
    enabled: Generated<boolean>
    /** the keys as JSON, sealed */
    sealed: string
    /** the last four characters of each secret key, and what is no secret */
    hints: JSONColumnType<Record<string, string>>
    updatedBy: IdColumn<'user'> | null
    updatedAt: Timestamp
  }
  withdraw: {
    id: string
    userId: IdColumn<'user'>
    name: string
    amountMinor: bigint
    currency: string
    bankName: string | null
    bankCode: string | null
    bankAccount: string | null
    processed: Generated<boolean>
    processedAt: Date | null
    processedBy: IdColumn<'user'> | null
    /** null: it waits or was paid out; else the money is in the wallet again */
    endedAs: WithdrawEnd | null
    endedAt: Date | null
    endedBy: IdColumn<'user'> | null
    endReason: Generated<string>
    createdAt: Timestamp
  }
  /** Each name of withdrawals once; written by a trigger alone. */
  withdrawPayee: {
    name: string
    withdraws: number
  }
  /** What waits to be paid out, the sum of all parts of a currency; written by a trigger alone. */
  withdrawDue: {
    currency: string
    part: number
    withdraws: number
    amountMinor: bigint
  }
  /** What the operator saw arrive at the bank. */
  bankDeposit: {
    id: IdColumn<'deposit'>
    source: DepositSource
    provider: string | null
    amountMinor: bigint
    feeMinor: Generated<bigint>
    currency: string
    note: Generated<string>
    createdBy: IdColumn<'user'>
    createdAt: Timestamp
  }
  walletCredit: {
    id: string
    userId: IdColumn<'user'>
    amountMinor: bigint
    currency: string
    note: Generated<string>
    createdBy: IdColumn<'user'>
    createdAt: Timestamp
    /** what was taken back of it, if anything was */
    takenBackMinor: bigint | null
    takenBackAt: Date | null
    takenBackBy: string | null
    takenBackReason: string | null
  }
}
