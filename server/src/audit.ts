// The audit log: what the desk does is recorded in the same transaction, in a hash chain that shows any later change. Only
// changed fields are stored, never secrets; contact details only as a hint with a keyed hash, so that equal ones can be
// recognised. An entry locks the end of the chain until commit (migration 0011): write it last, and never for actions of riders
// and drivers.
import type { AuditKind } from '@wayfare/contract/audit-kinds'
import { isDeskRole, type Actor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import { inTx, readOrigin } from './db/tx.ts'
import type { Deps, Tx } from './deps.ts'
import { omitOnceKey } from './http/once.ts'
import type { Secrets } from './secrets.ts'

type AuditObject = { kind: AuditKind; id: string }

/** Fields, named as in the endpoint or the row; amounts in minor units may be bigint. */
type AuditFields = Readonly<Record<string, unknown>>

export type AuditEntry = {
  /** the endpoint's verb */
  action: string
  object: AuditObject
  /** null or omitted if there was nothing; if both are given, only fields that differ are stored */
  before?: AuditFields | null
  after?: AuditFields | null
}

type Json = null | string | number | boolean | Json[] | { [field: string]: Json }

const longestText = 500
const mostFields = 60

const secretField = /password|secret|token|otp|pin$|^license$|sealed|private|apikey|credential/i
const contactField = /email|mobile|phone|contact$|contactnumber|bankaccount|iban|^search$/i

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const entriesOf = (value: object) => Object.entries(value).filter(([, inner]) => inner !== undefined)

const toJson = (value: unknown): Json => {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value === 'object') {
    return Object.fromEntries(entriesOf(value).map(([field, inner]) => [field, toJson(inner)]))
  }
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? value : null
}

const isSame = (a: Json | undefined, b: Json | undefined): boolean => {
  if (!isRecord(a) || !isRecord(b)) return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((field) => isSame(a[field], b[field]))
}

type Fields = { [field: string]: Json }

/** The entries of `fields` that differ from `other`; nested records are compared the same way. */
const pickDifferences = (fields: Fields, other: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const there = other[field]
      if (isSame(value, there)) return []
      return [[field, isRecord(value) && isRecord(there) ? pickDifferences(value as Fields, there as Fields) : value]]
    }),
  )

/** PostgreSQL refuses half of a surrogate pair, so cut at whole characters. */
const firstOf = (text: string, count: number): string => text.slice(0, count).replace(/[\uD800-\uDBFF]$/, '')
const lastOf = (text: string, count: number): string => text.slice(-count).replace(/^[\uDC00-\uDFFF]/, '')

/** "an…@t…" or "+46…12": enough to recognise for somebody who knows the person. */
const hintOf = (text: string): string => {
  const [name = '', host] = text.split('@')
  if (host !== undefined) return `${firstOf(name, 2)}…@${firstOf(host, 1)}…`
  return text.length < 8 ? '…' : `${firstOf(text, 3)}…${lastOf(text, 2)}`
}

const maskContact = (secrets: Secrets, value: Json): Json => {
  if (typeof value !== 'string' || value.trim() === '') return value
  const text = value.trim().toLowerCase()
  return { hint: hintOf(text), hash: secrets.hash(text, 'audit.contact').slice(0, 16) }
}

const shorten = (text: string): string => (text.length > longestText ? `${firstOf(text, longestText)}…` : text)

/** Of a secret, only its presence is recorded. */
const secretMark = (value: Json): Json => (value === null || value === '' ? value : { secret: true })

const maskField = (secrets: Secrets, field: string, value: Json): Json => {
  if (secretField.test(field) && typeof value !== 'boolean') return secretMark(value)
  if (contactField.test(field) && typeof value === 'string') return maskContact(secrets, value)
  if (typeof value === 'string') return shorten(value)
  if (Array.isArray(value)) return value.slice(0, mostFields).map((inner) => maskField(secrets, '', inner))
  return isRecord(value) ? maskAll(secrets, value as Fields) : value
}

const maskAll = (secrets: Secrets, fields: Fields): Fields => {
  const all = Object.entries(fields)
  const kept = all.slice(0, mostFields).map(([field, value]): [string, Json] => [field, maskField(secrets, field, value)])
  return Object.fromEntries(all.length > mostFields ? [...kept, ['…', all.length - mostFields]] : kept)
}

const formatFields = (secrets: Secrets, fields: Fields | null): string | null =>
  fields === null ? null : JSON.stringify(maskAll(secrets, fields))

const isDesk = (actor: Actor): boolean => actor.kind === 'system' || (actor.kind === 'user' && isDeskRole(actor.role))

const describeActor = (actor: Actor, ip: string | null) =>
  actor.kind === 'user' ? { actorId: actor.id, role: actor.role, ip } : { actorId: null, role: 'system', ip: null }

const fieldsOf = (fields: AuditFields | null | undefined): Fields | null => (fields ? (toJson(fields) as Fields) : null)

/** The rows to write; none if nothing changed. */
const rowsOf = (tx: Tx, actor: Actor, { action, object, before, after }: AuditEntry) => {
  const { secrets, ip, at } = readOrigin(tx)
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  if (was && is && isSame(was, is)) return []
  const row = {
    ...describeActor(actor, ip),
    at,
    action,
    objectKind: object.kind,
    objectId: object.id,
    before: formatFields(secrets, was && pickDifferences(was, is ?? {})),
    after: formatFields(secrets, is && pickDifferences(is, was ?? {})),
  }
  return [row]
}

/** Records what an admin, a fleet admin or the system did. Actions of others are documented by their bookings and postings. */
export const auditAll = async (tx: Tx, actor: Actor, entries: readonly AuditEntry[]): Promise<void> => {
  if (!isDesk(actor)) return
  const rows = entries.flatMap((entry) => rowsOf(tx, actor, entry))
  if (rows.length > 0) await tx.insertInto('auditEntry').values(rows).execute()
}

export const recordAudit = (tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> => auditAll(tx, actor, [entry])

/** Permanently hides the values of entries about a removed person. What was done, when and by whom stays. */
export const eraseFromAudit = async (tx: Tx, personId: string): Promise<void> => {
  await sql`update audit_entry set before = audit_hidden(before), after = audit_hidden(after), salt = null
    where object_id = ${personId} and object_kind = 'person' and salt is not null`.execute(tx)
}

const readingMs = 10 * 60_000

/** Records that the desk read sensitive data, at most once in ten minutes for the same reader and object. */
export const auditRead = async (
  deps: Deps,
  actor: Actor,
  entry: Pick<AuditEntry, 'action' | 'object' | 'after'>,
): Promise<void> => {
  if (!isDesk(actor) || actor.kind !== 'user') return
  const known = await deps.db
    .selectFrom('auditEntry')
    .select('id')
    .where('actorId', '=', actor.id)
    .where('action', '=', entry.action)
    .where('objectId', '=', entry.object.id)
    .where('at', '>', new Date(deps.now().getTime() - readingMs))
    .limit(1)
    .executeTakeFirst()
  if (!known) await auditAlone(deps, actor, entry)
}

/** Records an action without a transaction of its own, such as a read or a call to a provider. */
export const auditAlone = (deps: Deps, actor: Actor, entry: AuditEntry): Promise<void> =>
  inTx(omitOnceKey(deps), (tx) => recordAudit(tx, actor, entry))

type Export = { action: string; id: string; filter?: AuditFields }

/** Records that the desk exported data. */
export const auditExport = (deps: Deps, actor: Actor, { action, id, filter = {} }: Export): Promise<void> =>
  auditAlone(deps, actor, { action, object: { kind: 'report', id }, after: filter })
