// Exports the withdrawals of a filter as a file for whoever pays them out.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { withdrawExportColumns, type exportWithdraws as exportEndpoint, type WithdrawRow } from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import type { Deps } from '../../deps.ts'
import { amountCell, timeCell, type Cell } from '../../http/sheet-cell.ts'
import { exportList } from '../../http/sheet-export.ts'
import { readWithdraws } from './queries-withdraws.ts'

type Column = (typeof withdrawExportColumns)[number]

const cellOf = (row: WithdrawRow, column: Column, timeZone: string): Cell => {
  const value = row[column]
  if (column === 'amount') return amountCell(row.amount)
  if (typeof value === 'number') return timeCell(value, timeZone)
  return typeof value === 'boolean' ? String(value) : (value ?? '')
}

export const exportWithdraws = (deps: Deps, actor: UserActor, { format, ...filter }: ParsedInputOf<typeof exportEndpoint>) => {
  const { bankFields } = deps.settings()
  const columns = withdrawExportColumns.filter((column) => bankFields || !column.startsWith('bank'))
  return exportList(deps, actor, {
    action: 'wallet.exportWithdraws',
    id: 'withdraws',
    filter,
    format,
    name: (day) => `withdraws-${day}`,
    columns,
    readPage: async ({ timeZone, ...page }, aside) => {
      const { withdraws, nextCursor } = await readWithdraws(aside, { ...filter, ...page })
      return { rows: withdraws.map((row) => columns.map((column) => cellOf(row, column, timeZone))), nextCursor }
    },
  })
}
