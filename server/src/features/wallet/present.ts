// A withdrawal as the wire shows it.
import type { Withdraw } from '@wayfare/contract/wallet'
import type { WithdrawRow } from '@wayfare/contract/wallet-admin'
import { asId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { Selectable } from 'kysely'
import type { WithdrawTable } from '../../db/tables-payments.ts'

type Row = Selectable<WithdrawTable>

export const presentWithdraw = (row: Row): Withdraw => ({
  id: asId(row.id),
  date: row.createdAt.getTime(),
  name: row.name,
  amount: toDecimal(row.amountMinor, row.currency),
  processed: row.processed,
  processDate: row.processedAt?.getTime() ?? null,
  bankName: row.bankName,
  bankCode: row.bankCode,
  bankAccount: row.bankAccount,
})

/** The same for the desk, which sees whose it is. */
export const presentWithdrawRow = (row: Row): WithdrawRow => ({ ...presentWithdraw(row), uid: asId(row.userId) })
