// Exports the filtered entries as a sheet, read page by page, with one readable line for each changed field.
import type * as contract from '@wayfare/contract/audit'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import type { Deps } from '../../deps.ts'
import { timeCell, type Cell } from '../../http/sheet-cell.ts'
import { exportList } from '../../http/sheet-export.ts'
import { listAudit } from './queries.ts'

const columns = [
  'number',
  'time',
  'by',
  'name',
  'role',
  'ip',
  'action',
  'kind',
  'object',
  'objectName',
  'before',
  'after',
  'hash',
]

const wordOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  if ('hint' in value) return String(value.hint)
  return 'secret' in value ? '***' : JSON.stringify(value)
}

/** "approved: true; name: Ana" */
const linesOf = (fields: Record<string, unknown> | null): string =>
  Object.entries(fields ?? {})
    .map(([field, value]) => `${field}: ${wordOf(value)}`)
    .join('; ')

const cellsOf = (entry: contract.AuditEntry, timeZone: string): readonly Cell[] => [
  entry.id,
  timeCell(entry.at, timeZone),
  entry.actor ?? '',
  entry.actorName,
  entry.role,
  entry.ip ?? '',
  entry.action,
  entry.kind,
  entry.object,
  entry.objectName ?? '',
  linesOf(entry.before),
  linesOf(entry.after),
  entry.hash,
]

export const exportAudit = (deps: Deps, actor: UserActor, { format, ...filter }: ParsedInputOf<typeof contract.exportAudit>) =>
  exportList(deps, actor, {
    action: 'audit.export',
    id: 'audit',
    filter,
    format,
    name: (day) => `audit-${day}`,
    columns,
    readPage: async ({ timeZone, ...page }, aside) => {
      const { entries, nextCursor } = await listAudit(aside, { ...filter, ...page })
      return { rows: entries.map((entry) => cellsOf(entry, timeZone)), nextCursor }
    },
  })
