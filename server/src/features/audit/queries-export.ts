// The filtered entries as a sheet, read page by page, with one line for each field that changed in words a person can read.
import type * as contract from '@wayfare/contract/audit'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { toCityTime } from '@wayfare/core/city-time'
import { auditExport } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { streamSheet } from '../../http/sheet.ts'
import { timeCell } from '../../http/sheet-cell.ts'
import type { Cell } from '../../http/sheet-cell.ts'
import { checkUnlocked } from '../../lock.ts'
import { listAudit } from './queries.ts'

const rowsAtOnce = 500

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

export const exportAudit = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof contract.exportAudit>,
): Promise<FileAnswer> => {
  checkUnlocked(deps)
  const { timeZone } = deps.settings()
  const readPage = async (cursor: string | undefined) => {
    const { entries, nextCursor } = await listAudit(deps, { ...filter, cursor, limit: rowsAtOnce })
    return { rows: entries.map((entry) => cellsOf(entry, timeZone)), nextCursor }
  }
  const name = `audit-${toCityTime(deps.now().getTime(), timeZone).slice(0, 10)}`
  // from the newest on: what is written from here on, this export with it, is not in the file
  const answer = await streamSheet({ name, columns, readPage }, format)
  await auditExport(deps, actor, { action: 'audit.export', id: 'audit', filter })
  return answer
}
