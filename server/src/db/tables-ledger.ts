// The tables of the ledger.
import type { ColumnType, Generated } from 'kysely'
import type { At, Counter } from './columns.ts'
import type { LedgerAccount } from '@wayfare/core/ledger'

export type LedgerAccountTable = {
  id: Counter
  kind: LedgerAccount['kind']
  ownerId: string | null
  currency: string
  balanceMinor: Generated<bigint>
}

export type LedgerTransactionTable = {
  id: Counter
  kind: 'Credit' | 'Debit' | 'Withdraw'
  reference: string
  once: string
  floor: Generated<boolean>
  reverses: bigint | null
  createdAt: At
}

export type LedgerEntryTable = {
  transactionId: bigint
  seq: number
  accountId: bigint
  amountMinor: bigint
  /** set by the trigger that moves the balance */
  balanceAfterMinor: ColumnType<bigint, never, never>
}
