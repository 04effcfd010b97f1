// The tables of the ledger.
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Counter, IdColumn, Timestamp } from './columns.ts'
import type { LedgerAccount } from '@wayfare/core/ledger'

/** An account whose balance is not what its entries say, or a posting that does not balance; amounts are minor units as text. */
export type StoredFault = {
  what: 'account' | 'posting'
  name: string
  owner: string | null
  currency: string
  expected: string
  found: string
}

export type LedgerTables = {
  ledgerAccount: {
    id: Counter
    kind: LedgerAccount['kind']
    ownerId: IdColumn<'user'> | null
    currency: string
    /** The operator's accounts are kept in several rows, each moved by other connections; those of people have one: 0. */
    part: Generated<number>
    /** what is in this part */
    balanceMinor: Generated<bigint>
  }
  ledgerTransaction: {
    id: Counter
    kind: 'Credit' | 'Debit' | 'Withdraw'
    reference: string
    once: string
    floor: Generated<boolean>
    reverses: bigint | null
    createdAt: Timestamp
  }
  ledgerEntry: {
    transactionId: bigint
    seq: number
    accountId: bigint
    amountMinor: bigint
    /** what was in that part then; set by the trigger that moves the balance */
    balanceAfterMinor: ColumnType<bigint, never, never>
  }
  ledgerProof: {
    id: IdColumn<'proof'>
    createdAt: Timestamp
    tookMs: number
    /** null for the nightly one */
    createdBy: IdColumn<'user'> | null
    holds: boolean
    accounts: number
    transactions: bigint
    entries: bigint
    sums: JSONColumnType<Record<string, string>>
    wrongAccounts: number
    wrongTransactions: number
    faults: JSONColumnType<StoredFault[]>
  }
  walletMonth: {
    accountId: bigint
    /** of UTC, its first day */
    month: string
    /** what the names of the postings begin with: see core/statement */
    word: string
    amountMinor: bigint
    /** how many of a statement they are */
    lines: number
    /** the lowest and the highest of its postings */
    firstTransaction: bigint
    lastTransaction: bigint
  }
}
