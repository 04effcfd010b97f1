// The books for an accountant: the journal of a period as a file, and deposits at the bank.
import { providerNames } from '@wayfare/core/providers'
import { depositSources } from '@wayfare/core/wallet'
import { z } from 'zod'
import { defineEndpoint, mostRowsInXlsx, sheetFormat, sheetExport } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { cityDay, epochMs, defineId, userId, pageOf } from './values.ts'

/** The columns of the journal, in order: one line per entry, those of a posting together. */
export const journalColumns = [
  'date',
  'transaction',
  'posting',
  'reference',
  'account',
  'ownerId',
  'owner',
  'debit',
  'credit',
  'currency',
] as const

export const exportJournal = defineEndpoint({
  verb: 'wallet.exportJournal',
  path: 'GET /ledger/journal',
  summary: `Every entry of the ledger from one day to another (both included, by the city's clocks) as CSV or (at most ${mostRowsInXlsx} lines, else sheet_too_long) XLSX, oldest first. Columns: ${journalColumns.join(', ')}. A credit raises what the owner of the account is owed, a debit lowers it; of each posting and of the whole both sums agree.`,
  access: ['admin'],
  input: z.strictObject({ from: cityDay, to: cityDay, format: sheetFormat }),
  ...sheetExport,
})

/** Money that reached the operator's bank. */
export const bankDeposit = z.object({
  id: defineId('deposit'),
  date: epochMs,
  source: z.enum(depositSources),
  provider: z.enum(providerNames).nullable(),
  /** before the fee */
  amount: decimalAmount,
  fee: decimalAmount,
  currency: z.string(),
  note: z.string(),
  by: userId,
})
export type BankDeposit = z.infer<typeof bankDeposit>

export const listDeposits = defineEndpoint({
  verb: 'wallet.deposits',
  path: 'GET /ledger/deposits',
  summary: 'What reached the bank from payment providers and from the cash box, newest first.',
  access: ['admin'],
  input: z.strictObject({ ...pageOf(10) }),
  output: z.object({ deposits: z.array(bankDeposit), nextCursor: z.string().nullable() }),
})

export const recordDeposit = defineEndpoint({
  verb: 'wallet.recordDeposit',
  path: 'POST /ledger/deposits',
  summary:
    'Books money that reached the bank: what a provider paid out, with the fee it kept, or cash that was taken there. No more than the provider owes or the cash box holds.',
  access: ['admin'],
  /** amount: above zero and before the fee; provider and fee: only if the source is a provider, the fee below the amount */
  input: z.strictObject({
    source: z.enum(depositSources),
    provider: z.enum(providerNames).optional(),
    amount: z.string().max(30).default(''),
    fee: z.string().max(30).default('0'),
    note: z.string().trim().max(200).default(''),
  }),
  output: bankDeposit,
  refusals: ['proper_amount', 'deposit_provider_missing', 'deposit_fee_too_large', 'deposit_too_large'],
  once: 'required',
})
