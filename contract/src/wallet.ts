// The wallet: a view of the ledger for its owner.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { cursor, empty, epochMs } from './values.ts'

export const walletEntry = z.object({
  id: z.string(),
  type: z.enum(['Credit', 'Debit', 'Withdraw']),
  /** always positive; the type says which way it went */
  amount: decimalAmount,
  balanceAfter: decimalAmount,
  date: epochMs,
  /** a booking id, AdminCredit or ReferralBonus */
  txRef: z.string(),
})
export type WalletEntry = z.infer<typeof walletEntry>

export const getWallet = endpoint({
  verb: 'wallet.get',
  path: 'GET /wallet',
  summary: "One's balance and history, newest first.",
  access: ['rider', 'driver'],
  input: z.strictObject({ cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(25) }),
  output: z.object({
    balance: decimalAmount,
    /** set aside for bookings that are going on; no part of the balance */
    held: decimalAmount,
    entries: z.array(walletEntry),
    nextCursor: z.string().nullable(),
  }),
})

export const getEarnings = endpoint({
  verb: 'wallet.earnings',
  path: 'GET /driver/earnings',
  summary: "A driver's trips and share today, by the city's time zone.",
  access: ['driver'],
  input: empty,
  output: z.object({ trips: z.number().int(), driverShare: decimalAmount, cashCollected: decimalAmount }),
})

export const proveLedger = endpoint({
  verb: 'wallet.proveLedger',
  path: 'GET /ledger/proof',
  summary:
    'The books: number of postings, the sum of all entries (zero), and whether every balance equals the sum of its entries.',
  access: ['admin'],
  input: empty,
  output: z.object({
    transactions: z.number().int(),
    entries: z.number().int(),
    sum: decimalAmount,
    balancesAgree: z.boolean(),
    accounts: z.array(z.object({ kind: z.string(), owner: z.string().nullable(), balance: decimalAmount })),
  }),
})
