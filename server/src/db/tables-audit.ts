// The tables of the audit log.
import type { Generated, JSONColumnType } from 'kysely'
import type { IdColumn, Timestamp } from './columns.ts'

/** An entry whose hash is not that of what it says, or that does not follow the one before it. */
export type StoredAuditFault = { what: 'entry' | 'order' | 'end' | 'seal'; id: string }

export type AuditTables = {
  auditEntry: {
    /** its place in the chain, set by the trigger */
    id: Generated<bigint>
    at: Timestamp
    /** null for the system */
    actorId: IdColumn<'user'> | null
    role: string
    ip: string | null
    /** an endpoint's verb */
    action: string
    objectKind: string
    objectId: string
    before: JSONColumnType<Record<string, unknown>> | null
    after: JSONColumnType<Record<string, unknown>> | null
    /** set by the trigger; null once the values are hidden */
    salt: string | null
    said: Generated<string>
    previous: Generated<string>
    hash: Generated<string>
  }
  auditHead: { id: Generated<boolean>; entries: bigint; hash: string }
  /** so many entries were let go from the beginning; the hash is that of the last of them */
  auditStart: { id: Generated<boolean>; entries: bigint; hash: string; seal: string }
  auditProof: {
    id: IdColumn<'proof'>
    createdAt: Timestamp
    tookMs: number
    /** null for the nightly one */
    createdBy: IdColumn<'user'> | null
    holds: boolean
    entries: bigint
    head: string
    seal: string
    wrong: number
    faults: JSONColumnType<StoredAuditFault[]>
  }
}
