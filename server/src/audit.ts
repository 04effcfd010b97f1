// Promise: what the desk does is written in the transaction that does it, in one chain that nobody can change unseen.
// Only what changed is kept; secrets never, and how a person is reached only as a hint with a keyed hash that tells equal from other.
// An entry locks the chain's end until commit (migration 0011): write it last, and never for what riders and drivers do.
import type { AuditKind } from '@wayfare/contract/audit-kinds'
import { isDeskRole, type Actor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import { inTx, readOrigin } from './db/tx.ts'
import type { Deps, Tx } from './deps.ts'
import { omitOnceKey } from './http/once.ts'
import type { Secrets } from './secrets.ts'

type AuditObject = { kind: AuditKind; id: string }

/** Fields by name, as the endpoint or the row names them; amounts in minor units may be bigint. */
type AuditFields = Readonly<Record<string, unknown>>

export type AuditEntry = {
  /** the verb of the endpoint */
  action: string
  object: AuditObject
  /** null or left out where there was nothing; of two, only fields that differ are kept */
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

/** What is in `fields` and not the same in `other`; of records within, only what differs in them. */
const pickDifferences = (fields: Fields, other: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const there = other[field]
      if (isSame(value, there)) return []
      return [[field, isRecord(value) && isRecord(there) ? pickDifferences(value as Fields, there as Fields) : value]]
    }),
  )

/** Half of a surrogate pair is no text to the database. */
const firstOf = (text: string, count: number): string => text.slice(0, count).replace(/[\uD800-\uDBFF]$/, '')
const lastOf = (text: string, count: number): string => text.slice(-count).replace(/^[\uDC00-\uDFFF]/, '')

/** "an…@t…" or "+46…12": enough for whoever knows the person. */
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

/** A secret is there or it is not: more is not written. */
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

/** Nothing when nothing changed. */
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

/** Writes what an admin, a fleet admin or the system did; of others nothing, their bookings and postings tell it. */
export const auditAll = async (tx: Tx, actor: Actor, entries: readonly AuditEntry[]): Promise<void> => {
  if (!isDesk(actor)) return
  const rows = entries.flatMap((entry) => rowsOf(tx, actor, entry))
  if (rows.length > 0) await tx.insertInto('auditEntry').values(rows).execute()
}

export const recordAudit = (tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> => auditAll(tx, actor, [entry])

/** Hides for good what the log says of a person who is gone; that something was done, when and by whom stays. */
export const eraseFromAudit = async (tx: Tx, personId: string): Promise<void> => {
  await sql`update audit_entry set before = audit_hidden(before), after = audit_hidden(after), salt = null
    where object_id = ${personId} and object_kind = 'person' and salt is not null`.execute(tx)
}

const readingMs = 10 * 60_000

/** Writes that the desk read what is logged when it is read; one who goes on reading the same has one entry in ten minutes. */
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

/** For what is done outside a transaction of ours: by a provider, or by reading. */
export const auditAlone = (deps: Deps, actor: Actor, entry: AuditEntry): Promise<void> =>
  inTx(omitOnceKey(deps), (tx) => recordAudit(tx, actor, entry))

type Export = { action: string; id: string; filter?: AuditFields }

/** Writes that the desk took data out as a file. */
export const auditExport = (deps: Deps, actor: Actor, { action, id, filter = {} }: Export): Promise<void> =>
  auditAlone(deps, actor, { action, object: { kind: 'report', id }, after: filter })
