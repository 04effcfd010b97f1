// The payments of a filter as a file. The demo lock keeps all of it in.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { paymentExportColumns } from '@wayfare/contract/payments-admin'
import type { exportPayments as exportEndpoint } from '@wayfare/contract/payments-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { toCityTime } from '@wayfare/core/city-time'
import { auditExport } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { streamSheet } from '../../http/sheet.ts'
import { amountCell, timeCell } from '../../http/sheet-cell.ts'
import type { Cell } from '../../http/sheet-cell.ts'
import { checkUnlocked } from '../../lock.ts'
import { listPayments } from './queries-admin.ts'

const rowsAtOnce = 500

const isAmount = (column: string): boolean => ['amount', 'refunded', 'disputed'].includes(column)

const cellOf = (column: string, value: string | number | null, timeZone: string): Cell => {
  if (typeof value === 'number') return timeCell(value, timeZone)
  return isAmount(column) ? amountCell(value) : (value ?? '')
}

export const exportPayments = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof exportEndpoint>,
): Promise<FileAnswer> => {
  checkUnlocked(deps)
  const { timeZone } = deps.settings()
  await auditExport(deps, actor, { action: 'payments.exportPayments', id: 'payments', filter })
  const readPage = async (cursor: string | undefined) => {
    const { payments, nextCursor } = await listPayments(deps, { ...filter, cursor, limit: rowsAtOnce })
    return {
      rows: payments.map((row) => paymentExportColumns.map((column) => cellOf(column, row[column], timeZone))),
      nextCursor,
    }
  }
  const day = toCityTime(deps.now().getTime(), timeZone).slice(0, 10)
  return streamSheet({ name: `payments-${day}`, columns: paymentExportColumns, readPage }, format)
}
