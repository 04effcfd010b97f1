// What the desk does with the wallets of others: pays out what was asked for, and adds what came in by hand.
import { z } from 'zod'
import { endpoint, file, mostRowsInXlsx, sheetDownload, sheetFormat } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { cursor, userId } from './values.ts'
import { withdraw, withdrawId } from './wallet.ts'

/** A withdrawal as the desk sees it. */
export const withdrawRow = withdraw.extend({ uid: userId })
export type WithdrawRow = z.infer<typeof withdrawRow>

/** A minus puts the last one first. */
export const withdrawSorts = ['date', '-date', 'name', '-name', 'amount', '-amount'] as const

const withdrawFilter = {
  state: z.enum(['waiting', 'processed']).optional(),
  search: z.string().max(100).default(''),
  sort: z.enum(withdrawSorts).default('-date'),
}

export const listWithdraws = endpoint({
  verb: 'wallet.allWithdraws',
  path: 'GET /withdraws',
  summary:
    "Everybody's withdrawals, newest first unless sorted, by state, and by a part of the name or the id; and how much still waits.",
  access: ['admin'],
  input: z.strictObject({
    ...withdrawFilter,
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: z.object({
    withdraws: z.array(withdrawRow),
    nextCursor: z.string().nullable(),
    /** how many there are, up to mostCounted and one more for any number above; null on later pages */
    count: z.number().int().nullable(),
    /** whatever is searched for */
    waiting: z.object({ count: z.number().int(), amount: decimalAmount }),
  }),
})

/** The columns of the export, in their order; those of the bank only where the operator asks for one. */
export const withdrawExportColumns = [
  'id',
  'date',
  'name',
  'amount',
  'processed',
  'processDate',
  'bankName',
  'bankCode',
  'bankAccount',
] as const

export const exportWithdraws = endpoint({
  verb: 'wallet.exportWithdraws',
  path: 'GET /withdraws/export',
  summary: `All withdrawals of a filter, in its order, as CSV or (at most ${mostRowsInXlsx}, else sheet_too_long) XLSX. Columns: ${withdrawExportColumns.join(', ')}.`,
  access: ['admin'],
  input: z.strictObject({ ...withdrawFilter, format: sheetFormat }),
  output: file,
  download: sheetDownload,
  refusals: ['demo_mode', 'sheet_too_long'],
  perMinute: 10,
})

export const completeWithdraw = endpoint({
  verb: 'wallet.completeWithdraw',
  path: 'POST /withdraws/:id/complete',
  summary: 'Says that a withdrawal has been paid out, once and for good. Who comes second reads withdraw_processed.',
  access: ['admin'],
  input: z.strictObject({ id: withdrawId }),
  output: withdrawRow,
  refusals: ['not_found', 'withdraw_processed'],
  once: 'required',
})

/** The owner of a wallet as the desk finds one. While critical edits are locked, e-mail and mobile are null and contactHidden is true. */
export const walletOwner = z.object({
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

export const searchWallets = endpoint({
  verb: 'wallet.search',
  path: 'GET /wallets/search',
  summary:
    'Riders and drivers by digits of their phone, by name or by e-mail, with their balance. Hidden contacts are not searched.',
  access: ['admin'],
  input: z.strictObject({ text: z.string().trim().min(1).max(100) }),
  output: z.object({ owners: z.array(walletOwner) }),
  perMinute: 120,
})

export const addToWallet = endpoint({
  verb: 'wallet.add',
  path: 'POST /wallets/credit',
  summary:
    'Adds money to the wallet of a rider or a driver: an entry Credit with the txRef AdminCredit. The note is kept with who added it.',
  access: ['admin'],
  /** user: the id of the owner; amount: a decimal above zero. Without one of them the answer is no_details_error */
  input: z.strictObject({
    user: z.string().max(40).default(''),
    amount: z.string().max(30).default(''),
    note: z.string().trim().max(200).default(''),
  }),
  output: z.object({ user: userId, amount: decimalAmount, balance: decimalAmount }),
  refusals: ['no_details_error', 'proper_amount', 'amount_too_large', 'not_found'],
  once: 'required',
})
