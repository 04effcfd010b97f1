// Entries and proofs as admins see them; contact data is hidden where it has to be.
import { auditKinds } from '@wayfare/contract/audit-kinds'
import { type AuditEntry, type AuditProof, auditRoles } from '@wayfare/contract/audit'
import { asId } from '@wayfare/core/ids'
import type { TableRow } from '../../db/tables.ts'

type EntryRow = Pick<
  TableRow<'auditEntry'>,
  'id' | 'at' | 'actorId' | 'role' | 'ip' | 'action' | 'objectKind' | 'objectId' | 'before' | 'after' | 'hash'
> & { actorName: string | null }

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const isContact = (value: Fields): boolean => 'hint' in value && 'hash' in value

const hidden = { hidden: true }

const hideContacts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(hideContacts)
  if (!isRecord(value)) return value
  return isContact(value) ? hidden : hideIn(value)
}

const hideIn = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, hideContacts(value)]))

/** Hides all values about a removed person, as in the table; that something was changed stays visible. */
const hideAll = (fields: Fields): Fields => Object.fromEntries(Object.keys(fields).map((field) => [field, hidden]))

/** `name` is null if there is none, or the person has been removed. */
export type AuditSubject = { name: string | null; isGone: boolean }

const presentFields = (fields: Fields | null, isLocked: boolean, isGone: boolean): Fields | null => {
  if (fields === null) return null
  if (isGone) return hideAll(fields)
  return isLocked ? hideIn(fields) : fields
}

export const presentEntry = (row: EntryRow, about: AuditSubject, isLocked: boolean): AuditEntry => ({
  id: Number(row.id),
  at: row.at.getTime(),
  actor: row.actorId,
  actorName: row.actorName?.trim() ?? '',
  role: auditRoles.find((role) => role === row.role) ?? 'system',
  ip: isLocked ? null : row.ip,
  action: row.action,
  kind: auditKinds.find((kind) => kind === row.objectKind) ?? 'audit',
  object: row.objectId,
  objectName: about.name,
  before: presentFields(row.before, isLocked, about.isGone),
  after: presentFields(row.after, isLocked, about.isGone),
  hash: row.hash,
})

export const presentProof = (row: TableRow<'auditProof'>): AuditProof => ({
  id: asId(row.id),
  at: row.createdAt.getTime(),
  tookMs: row.tookMs,
  by: row.createdBy === null ? null : asId(row.createdBy),
  holds: row.holds,
  entries: Number(row.entries),
  head: row.head,
  wrong: row.wrong,
  faults: row.faults,
})
