// The wallet: a view of the ledger for its owner, and the owner's withdrawals.
import { withdrawStates } from '@wayfare/core/wallet'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, epochMs, defineId, pageOf } from './values.ts'
import { earned } from './wallet-earnings.ts'

export const walletEntry = z.object({
  id: z.string(),
  type: z.enum(['Credit', 'Debit', 'Withdraw']),
  /** always positive; the type gives the direction */
  amount: decimalAmount,
  balanceAfter: decimalAmount,
  date: epochMs,
  /** a booking id, AdminCredit, ReferralBonus, CardTopUp, CardRefund, CardDispute or the id of a withdrawal */
  txRef: z.string(),
  /** the booking if txRef is a booking id */
  bookingId: bookingId.nullable(),
})
export type WalletEntry = z.infer<typeof walletEntry>

export const getWallet = defineEndpoint({
  verb: 'wallet.get',
  path: 'GET /wallet',
  summary: "One's balance and history, newest first.",
  access: ['rider', 'driver'],
  input: z.strictObject({ ...pageOf(25) }),
  output: z.object({
    balance: decimalAmount,
    /** set aside for current bookings; not part of the balance */
    held: decimalAmount,
    /** the bookings it is set aside for */
    holds: z.array(z.object({ bookingId, amount: decimalAmount })),
    entries: z.array(walletEntry),
    nextCursor: z.string().nullable(),
  }),
})

export const withdrawId = defineId('withdraw')

/** A request to pay out money from the wallet. */
export const withdraw = z.object({
  id: withdrawId,
  date: epochMs,
  /** the owner's name at the time of the request */
  name: z.string(),
  amount: decimalAmount,
  processed: z.boolean(),
  processDate: epochMs.nullable(),
  /** `processed` stays true if the bank returned the money */
  state: z.enum(withdrawStates),
  /** when and why it was declined or returned; the money is in the wallet again */
  endDate: epochMs.nullable(),
  endReason: z.string(),
  /** from the profile at the time of the request; null if the operator does not ask for bank details */
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankAccount: z.string().nullable(),
})
export type Withdraw = z.infer<typeof withdraw>

export const requestWithdraw = defineEndpoint({
  verb: 'wallet.withdraw',
  path: 'POST /wallet/withdraws',
  summary:
    'Asks to have money of the own wallet paid out: it leaves the wallet at once and waits for the desk. Drivers always may, riders where riderWithDraw is on. Where bank_fields is on the profile must name the bank and the account.',
  access: ['rider', 'driver'],
  /** amount: a decimal above zero with no more digits than the currency has */
  input: z.strictObject({ amount: z.string().max(30) }),
  output: withdraw,
  refusals: ['proper_amount', 'wallet_balance_low', 'bank_missing', 'forbidden'],
  once: 'required',
  perMinute: 60,
})

export const listMyWithdraws = defineEndpoint({
  verb: 'wallet.withdraws',
  path: 'GET /wallet/withdraws',
  summary: 'What one asked to have paid out, newest first.',
  access: ['rider', 'driver'],
  input: z.strictObject({ ...pageOf(10) }),
  output: z.object({ withdraws: z.array(withdraw), nextCursor: z.string().nullable() }),
})

export const getEarnings = defineEndpoint({
  verb: 'wallet.earnings',
  path: 'GET /driver/earnings',
  summary: "A driver's trips, share and tips today, by the city's time zone.",
  access: ['driver'],
  output: z.object(earned),
})

/** For tests, and for the operator of a small town; no page uses it, since it lists every account. See POST /ledger/proofs. */
export const proveLedger = defineEndpoint({
  verb: 'wallet.proveLedger',
  path: 'GET /ledger/proof',
  summary:
    'The books at this moment, every account by name: number of postings, the sum of all entries (zero), and whether every balance equals the sum of its entries. Keeps nothing; POST /ledger/proofs proves more, and any number of accounts.',
  access: ['admin'],
  output: z.object({
    transactions: z.number().int(),
    entries: z.number().int(),
    sum: decimalAmount,
    balancesAgree: z.boolean(),
    accounts: z.array(z.object({ kind: z.string(), owner: z.string().nullable(), balance: decimalAmount })),
  }),
})
