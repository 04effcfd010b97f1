// The books for admins: balances by kind of account, the latest proof, wallets, and the ledger entries of a booking.
import { ledgerKinds } from '@wayfare/core/ledger'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, cursor, epochMs, defineId, userId } from './values.ts'

export const ledgerProof = z.object({
  id: defineId('proof'),
  at: epochMs,
  /** duration (ms) */
  tookMs: z.number().int(),
  /** who started it; null: the nightly proof */
  by: userId.nullable(),
  holds: z.boolean(),
  accounts: z.number().int(),
  transactions: z.number().int(),
  entries: z.number().int(),
  /** of all entries, by currency; all zero if the books hold */
  sums: z.array(z.object({ currency: z.string(), sum: decimalAmount })),
  /** accounts whose balance differs from the sum of their entries, and postings that do not balance */
  wrongAccounts: z.number().int(),
  wrongTransactions: z.number().int(),
  /** a sample of them, for investigation */
  faults: z.array(
    z.object({
      what: z.enum(['account', 'posting']),
      /** kind and owner of the account, or the name of the posting */
      name: z.string(),
      owner: z.string().nullable(),
      currency: z.string(),
      /** the stored balance; for a posting zero */
      expected: decimalAmount,
      /** the sum of the entries */
      found: decimalAmount,
    }),
  ),
})
export type LedgerProof = z.infer<typeof ledgerProof>

export const getBooks = defineEndpoint({
  verb: 'wallet.books',
  path: 'GET /ledger/books',
  summary: 'The trial balance: balances by kind of account and currency, which sum to zero, and the newest proof.',
  access: ['admin'],
  output: z.object({
    currencies: z.array(
      z.object({
        currency: z.string(),
        kinds: z.array(z.object({ kind: z.enum(ledgerKinds), accounts: z.number().int(), balance: decimalAmount })),
        sum: decimalAmount,
      }),
    ),
    wallets: z.number().int(),
    proof: ledgerProof.nullable(),
    /** when the next nightly proof is due */
    nextAt: epochMs,
  }),
})
export type Books = z.infer<(typeof getBooks)['output']>

export const getLastProof = defineEndpoint({
  verb: 'wallet.lastProof',
  path: 'GET /ledger/proofs/last',
  summary: 'The newest proof of the books, if there is one.',
  access: ['admin'],
  output: z.object({ proof: ledgerProof.nullable() }),
})

export const proveBooks = defineEndpoint({
  verb: 'wallet.proveBooks',
  path: 'POST /ledger/proofs',
  summary:
    'Proves the books now: every balance is the sum of its entries, every posting and the whole sum to zero. The result is kept; when it is bad all admins are told.',
  access: ['admin'],
  output: ledgerProof,
  perMinute: 6,
})

export const listWallets = defineEndpoint({
  verb: 'wallet.list',
  path: 'GET /ledger/wallets',
  summary:
    'Wallets with their balances in the currency of now, the lowest first: all, or those of people by a part of name, e-mail or number.',
  access: ['admin'],
  input: z.strictObject({
    search: z.string().trim().max(100).optional(),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    wallets: z.array(
      z.object({
        owner: userId,
        name: z.string(),
        role: z.enum(['rider', 'driver', 'fleetadmin', 'admin']),
        balance: decimalAmount,
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
})

export const listLedgerEntries = defineEndpoint({
  verb: 'wallet.entries',
  path: 'GET /ledger/entries',
  summary: 'All postings of a booking (or another reference, such as a withdrawal) with their entries, oldest first.',
  access: ['admin'],
  input: z.strictObject({ reference: z.string().trim().min(1).max(60) }),
  output: z.object({
    postings: z.array(
      z.object({
        id: z.string(),
        /** such as trip:ID:credit */
        name: z.string(),
        at: epochMs,
        bookingId: bookingId.nullable(),
        entries: z.array(
          z.object({
            account: z.enum(ledgerKinds),
            owner: userId.nullable(),
            ownerName: z.string().nullable(),
            currency: z.string(),
            amount: decimalAmount,
            /** null for the platform's own accounts: concurrent postings change them in no particular order */
            balanceAfter: decimalAmount.nullable(),
          }),
        ),
      }),
    ),
  }),
})
export type LedgerPosting = z.infer<(typeof listLedgerEntries)['output']>['postings'][number]
