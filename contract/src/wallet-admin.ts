// The desk and people's wallets: paying out withdrawals, and adding money by hand.
import { withdrawEnds, withdrawStates } from '@wayfare/core/wallet'
import { z } from 'zod'
import { defineEndpoint, file, mostRowsInXlsx, sheetFormat, sheetExport } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { cityDay, userId, pageOf } from './values.ts'
import { withdraw, withdrawId } from './wallet.ts'

/** A withdrawal as seen by the desk. */
export const withdrawRow = withdraw.extend({ uid: userId })
export type WithdrawRow = z.infer<typeof withdrawRow>

/** A minus means descending. */
export const withdrawSorts = ['date', '-date', 'name', '-name', 'amount', '-amount'] as const

const withdrawFilter = {
  state: z.enum(withdrawStates).optional(),
  role: z.enum(['rider', 'driver']).optional(),
  /** first and last day of the request, in city time */
  from: cityDay.optional(),
  to: cityDay.optional(),
  search: z.string().max(100).default(''),
  sort: z.enum(withdrawSorts).default('-date'),
}

export const listWithdraws = defineEndpoint({
  verb: 'wallet.allWithdraws',
  path: 'GET /withdraws',
  summary:
    "Everybody's withdrawals, newest first unless sorted, by state, role, day, and by a part of the name or the id; and how much still waits.",
  access: ['admin'],
  input: z.strictObject({
    ...withdrawFilter,
    ...pageOf(25),
  }),
  output: z.object({
    withdraws: z.array(withdrawRow),
    nextCursor: z.string().nullable(),
    /** total, capped at mostCounted plus one for any higher number; null on later pages */
    count: z.number().int().nullable(),
    /** regardless of the filter */
    waiting: z.object({ count: z.number().int(), amount: decimalAmount }),
  }),
})

/** The columns of the export, in order; the bank's only if the operator asks for bank details. */
export const withdrawExportColumns = [
  'id',
  'date',
  'uid',
  'name',
  'amount',
  'processed',
  'processDate',
  'state',
  'endDate',
  'endReason',
  'bankName',
  'bankCode',
  'bankAccount',
] as const

export const exportWithdraws = defineEndpoint({
  verb: 'wallet.exportWithdraws',
  path: 'GET /withdraws/export',
  summary: `All withdrawals of a filter, in its order, as CSV or (at most ${mostRowsInXlsx}, else sheet_too_long) XLSX. Columns: ${withdrawExportColumns.join(', ')}.`,
  access: ['admin'],
  input: z.strictObject({ ...withdrawFilter, format: sheetFormat }),
  ...sheetExport,
})

export const completeWithdraw = defineEndpoint({
  verb: 'wallet.completeWithdraw',
  path: 'POST /withdraws/:id/complete',
  summary: 'Says that a withdrawal has been paid out, once and for good. Who comes second reads withdraw_processed.',
  access: ['admin'],
  input: z.strictObject({ id: withdrawId }),
  output: withdrawRow,
  refusals: ['not_found', 'withdraw_processed'],
  once: 'required',
})

const withdrawIds = z.array(withdrawId).min(1).max(200)

export const completeWithdraws = defineEndpoint({
  verb: 'wallet.completeWithdraws',
  path: 'POST /withdraws/complete',
  summary:
    'Says that several withdrawals have been paid out together, such as those of one file for the bank. Those that wait are done, all in one; the others are named with what they are.',
  access: ['admin'],
  input: z.strictObject({ ids: withdrawIds }),
  output: z.object({
    done: z.array(withdrawRow),
    left: z.array(z.object({ id: withdrawId, key: z.enum(['not_found', 'withdraw_processed']) })),
  }),
  once: 'required',
})

export const endWithdraw = defineEndpoint({
  verb: 'wallet.endWithdraw',
  path: 'POST /withdraws/:id/end',
  summary:
    'Declines a withdrawal that waits, or says that the bank sent back one that was paid out: the money is in the wallet again, and its owner is told why. Both are final.',
  access: ['admin'],
  input: z.strictObject({
    id: withdrawId,
    as: z.enum(Object.keys(withdrawEnds) as (keyof typeof withdrawEnds)[]),
    reason: z.string().trim().max(300).default(''),
  }),
  output: withdrawRow,
  refusals: ['not_found', 'withdraw_processed', 'withdraw_not_processed', 'withdraw_ended', 'withdraw_reason_missing'],
  once: 'required',
})

export const exportTransfers = defineEndpoint({
  verb: 'wallet.exportTransfers',
  path: 'GET /withdraws/transfers',
  summary:
    'Withdrawals that wait as one file for the bank: CSV, or pain.001 (SEPA credit transfers) where the operator and all who are paid have an IBAN and money is counted in euro. Nothing is marked as paid out by it.',
  access: ['admin'],
  /** ids: separated by commas */
  input: z.strictObject({
    ids: z
      .string()
      .transform((list) => list.split(','))
      .pipe(withdrawIds),
    format: z.enum(['csv', 'sepa']).default('csv'),
  }),
  output: file,
  download: { types: ['text/csv; charset=utf-8', 'application/xml; charset=utf-8'] },
  refusals: ['demo_mode', 'not_found', 'withdraw_processed', 'payout_iban_missing', 'payout_not_euro', 'payout_no_iban'],
  perMinute: 30,
})

/** The owner of a wallet as seen by the desk. While critical edits are locked, e-mail and mobile are null, contactHidden true. */
const walletOwner = z.object({
  id: userId,
  userType: z.enum(['rider', 'driver']),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  contactHidden: z.boolean(),
  walletBalance: decimalAmount,
})
export type WalletOwner = z.infer<typeof walletOwner>

export const searchWallets = defineEndpoint({
  verb: 'wallet.search',
  path: 'GET /wallets/search',
  summary:
    'Riders and drivers by digits of their phone, by name or by e-mail, with their balance. Hidden contacts are not searched.',
  access: ['admin'],
  input: z.strictObject({ text: z.string().trim().min(1).max(100) }),
  output: z.object({ owners: z.array(walletOwner) }),
  perMinute: 120,
})

export const addToWallet = defineEndpoint({
  verb: 'wallet.add',
  path: 'POST /wallets/credit',
  summary:
    'Adds money to the wallet of a rider or a driver: an entry Credit with the txRef AdminCredit. The note is kept with who added it.',
  access: ['admin'],
  /** user: the owner's id; amount: a decimal above zero. If either is missing, the answer is no_details_error */
  input: z.strictObject({
    user: z.string().max(40).default(''),
    amount: z.string().max(30).default(''),
    note: z.string().trim().max(200).default(''),
  }),
  output: z.object({ user: userId, amount: decimalAmount, balance: decimalAmount }),
  refusals: ['no_details_error', 'proper_amount', 'amount_too_large', 'not_found'],
  once: 'required',
})
