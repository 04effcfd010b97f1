// Exports the payments of a filter as a file.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { paymentExportColumns, type AdminPayment, type exportPayments as exportEndpoint } from '@wayfare/contract/payments-admin'
import type { UserActor } from '@wayfare/core/accounts'
import type { Deps } from '../../deps.ts'
import { amountCell, timeCell, type Cell } from '../../http/sheet-cell.ts'
import { exportList } from '../../http/sheet-export.ts'
import { listPayments } from './queries-admin.ts'

const isAmount = (column: string): boolean => ['amount', 'refunded', 'disputed'].includes(column)

const cellOf = (column: string, value: string | number | null, timeZone: string): Cell => {
  if (typeof value === 'number') return timeCell(value, timeZone)
  return isAmount(column) ? amountCell(value) : (value ?? '')
}

export const exportPayments = (deps: Deps, actor: UserActor, { format, ...filter }: ParsedInputOf<typeof exportEndpoint>) =>
  exportList(deps, actor, {
    action: 'payments.exportPayments',
    id: 'payments',
    filter,
    format,
    name: (day) => `payments-${day}`,
    columns: paymentExportColumns,
    readPage: async ({ timeZone, ...page }, aside) => {
      const { payments, nextCursor } = await listPayments(aside, { ...filter, ...page })
      const cellsOf = (row: AdminPayment) => paymentExportColumns.map((column) => cellOf(column, row[column], timeZone))
      return { rows: payments.map(cellsOf), nextCursor }
    },
  })
