// The filtered entries as a sheet, with one line for each field that changed in words a person can read.
import type * as contract from '@wayfare/contract/audit'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { cityTimeOf } from '@wayfare/core/city-time'
import { auditExport } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { sheetFile } from '../../http/sheet.ts'
import { checkUnlocked } from '../../lock.ts'
import { readNewest } from './queries.ts'

const mostExported = 50_000

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

export const exportAudit = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof contract.exportAudit>,
): Promise<FileAnswer> => {
  checkUnlocked(deps)
  const entries = await readNewest(deps, filter, mostExported)
  await auditExport(deps, actor, { action: 'audit.export', id: 'audit', filter })
  const { timeZone } = deps.settings()
  const rows = entries.map((entry) => [
    entry.id,
    cityTimeOf(entry.at, timeZone).replace('T', ' '),
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
  ])
  return sheetFile({ name: `audit-${cityTimeOf(deps.now().getTime(), timeZone).slice(0, 10)}`, columns, rows }, format)
}
