// Withdrawals and ledger proofs in their API form.
import type { Withdraw } from '@wayfare/contract/wallet'
import type { WithdrawRow } from '@wayfare/contract/wallet-admin'
import type { BankDeposit } from '@wayfare/contract/wallet-journal'
import type { LedgerProof } from '@wayfare/contract/wallet-books'
import { asId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { getWithdrawState } from '@wayfare/core/wallet'
import type { TableRow } from '../../db/tables.ts'

type Row = TableRow<'withdraw'>

export const presentWithdraw = (row: Row): Withdraw => ({
  id: asId(row.id),
  date: row.createdAt.getTime(),
  name: row.name,
  amount: toDecimal(row.amountMinor, row.currency),
  processed: row.processed,
  processDate: row.processedAt?.getTime() ?? null,
  state: getWithdrawState(row),
  endDate: row.endedAt?.getTime() ?? null,
  endReason: row.endReason,
  bankName: row.bankName,
  bankCode: row.bankCode,
  bankAccount: row.bankAccount,
})

export const presentDeposit = (row: TableRow<'bankDeposit'>): BankDeposit => ({
  id: asId(row.id),
  date: row.createdAt.getTime(),
  source: row.source,
  provider: row.provider as BankDeposit['provider'],
  amount: toDecimal(row.amountMinor, row.currency),
  fee: toDecimal(row.feeMinor, row.currency),
  currency: row.currency,
  note: row.note,
  by: asId(row.createdBy),
})

/** The same for the desk, with the owner's id. */
export const presentWithdrawRow = (row: Row): WithdrawRow => ({ ...presentWithdraw(row), uid: row.userId })

export const presentProof = (row: TableRow<'ledgerProof'>): LedgerProof => ({
  id: asId(row.id),
  at: row.createdAt.getTime(),
  tookMs: row.tookMs,
  by: row.createdBy === null ? null : asId(row.createdBy),
  holds: row.holds,
  accounts: row.accounts,
  transactions: Number(row.transactions),
  entries: Number(row.entries),
  sums: Object.entries(row.sums).map(([currency, sum]) => ({ currency, sum: toDecimal(BigInt(sum), currency) })),
  wrongAccounts: row.wrongAccounts,
  wrongTransactions: row.wrongTransactions,
  faults: row.faults.map(({ expected, found, ...fault }) => ({
    ...fault,
    expected: toDecimal(BigInt(expected), fault.currency),
    found: toDecimal(BigInt(found), fault.currency),
  })),
})
