// The audit log for admins: what the desk did, page by page, and whether the chain is intact.
import { z } from 'zod'
import { auditKinds } from './audit-kinds.ts'
import { defineEndpoint, mostRowsInXlsx, sheetFormat, sheetExport } from './endpoint.ts'
import { epochMs, epochMsQuery, defineId, userId, pageOf } from './values.ts'

export const auditRoles = ['admin', 'fleetadmin', 'system'] as const

/**
 * Values by field. A secret is `{"secret": true}`; an e-mail, mobile or bank account is `{"hint": …, "hash": …}`, with equal
 * hashes for equal values. Both are `{"hidden": true}` while critical edits are locked, and for a removed person.
 */
const fields = z.record(z.string(), z.unknown())

export const auditEntry = z.object({
  /** position in the chain */
  id: z.number().int(),
  at: epochMs,
  /** null for the system */
  actor: userId.nullable(),
  /** empty for the system, and for a removed person */
  actorName: z.string(),
  role: z.enum(auditRoles),
  /** null for the system, and while critical edits are locked */
  ip: z.string().nullable(),
  /** the verb of the endpoint */
  action: z.string(),
  kind: z.enum(auditKinds),
  object: z.string(),
  /** its current name; null if it has none or is gone */
  objectName: z.string().nullable(),
  /** only the changed fields; null if there were none */
  before: fields.nullable(),
  after: fields.nullable(),
  /** SHA-256 over this entry and the previous entry's hash, in hex */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditProof = z.object({
  id: defineId('proof'),
  at: epochMs,
  /** duration (ms) */
  tookMs: z.number().int(),
  /** who started it; null: the nightly proof */
  by: userId.nullable(),
  holds: z.boolean(),
  entries: z.number().int(),
  /** the hash of the last entry, to be kept elsewhere */
  head: z.string(),
  wrong: z.number().int(),
  /**
   * some of the faults, by entry number: an entry was changed, it does not follow the previous one, or the end is not the one
   * seen before
   */
  faults: z.array(z.object({ what: z.enum(['entry', 'order', 'end', 'seal']), id: z.string() })),
})
export type AuditProof = z.infer<typeof auditProof>

const text = z.string().trim().max(100).optional()

const filter = {
  /** a person's name (actor or subject), a promo or car type, an exact id, or part of an action or of its text in `language` */
  search: text,
  language: z.string().max(20).optional(),
  /** the first part of the action: `promos` in `promos.add` */
  area: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .optional(),
  actor: userId.optional(),
  kind: z.enum(auditKinds).optional(),
  /** the exact id of the object */
  object: text,
  from: epochMsQuery.optional(),
  /** exclusive */
  to: epochMsQuery.optional(),
}

export const listAudit = defineEndpoint({
  verb: 'audit.list',
  path: 'GET /audit',
  summary: 'What the desk did, newest first.',
  access: ['admin'],
  input: z.strictObject({ ...filter, ...pageOf(50) }),
  output: z.object({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }),
})

export const exportAudit = defineEndpoint({
  verb: 'audit.export',
  path: 'GET /audit/export',
  summary: `All of the filtered entries, newest first, as CSV or (at most ${mostRowsInXlsx}, else sheet_too_long) XLSX.`,
  access: ['admin'],
  input: z.strictObject({ ...filter, format: sheetFormat }),
  ...sheetExport,
})

export const getAuditProof = defineEndpoint({
  verb: 'audit.lastProof',
  path: 'GET /audit/proofs/last',
  summary: 'The newest proof of the chain, and when the next one is due.',
  access: ['admin'],
  output: z.object({ proof: auditProof.nullable(), nextAt: epochMs }),
})

export const proveAudit = defineEndpoint({
  verb: 'audit.prove',
  path: 'POST /audit/proofs',
  summary: 'Proves the chain now: every entry is as it was written and follows the one before.',
  access: ['admin'],
  output: auditProof,
  perMinute: 6,
})
