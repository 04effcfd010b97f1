// The withdrawals of a filter as a file for those who pay them out. The demo lock keeps all of it in.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { withdrawExportColumns } from '@wayfare/contract/wallet-admin'
import type { exportWithdraws as exportEndpoint, WithdrawRow } from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { toCityTime } from '@wayfare/core/city-time'
import { auditExport } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { streamSheet } from '../../http/sheet.ts'
import { amountCell, timeCell } from '../../http/sheet-cell.ts'
import type { Cell } from '../../http/sheet-cell.ts'
import { checkUnlocked } from '../../lock.ts'
import { readWithdraws } from './queries-withdraws.ts'

const rowsAtOnce = 500

type Column = (typeof withdrawExportColumns)[number]

const cellOf = (row: WithdrawRow, column: Column, timeZone: string): Cell => {
  const value = row[column]
  if (column === 'amount') return amountCell(row.amount)
  if (typeof value === 'number') return timeCell(value, timeZone)
  return typeof value === 'boolean' ? String(value) : (value ?? '')
}

export const exportWithdraws = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof exportEndpoint>,
): Promise<FileAnswer> => {
  checkUnlocked(deps)
  const { timeZone, bankFields } = deps.settings()
  await auditExport(deps, actor, { action: 'wallet.exportWithdraws', id: 'withdraws', filter })
  const columns = withdrawExportColumns.filter((column) => bankFields || !column.startsWith('bank'))
  const readPage = async (cursor: string | undefined) => {
    const { withdraws, nextCursor } = await readWithdraws(deps, { ...filter, cursor, limit: rowsAtOnce })
    return { rows: withdraws.map((row) => columns.map((column) => cellOf(row, column, timeZone))), nextCursor }
  }
  const day = toCityTime(deps.now().getTime(), timeZone).slice(0, 10)
  return streamSheet({ name: `withdraws-${day}`, columns, readPage }, format)
}
