// Promise: a write that carries an idempotency key is done at most once; db/tx stores its answer in the work's own transaction.
import { createHash } from 'node:crypto'
import type { Actor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { Endpoint } from '@wayfare/contract/endpoint'
import type { Db, Deps, OnceKey, Tx } from '../deps.ts'

const maxLength = 255

/** Key order does not count: two bodies that say the same are the same request. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}

const hashOf = (endpoint: Endpoint, input: unknown): string =>
  createHash('sha256')
    .update(`${endpoint.path}\n${JSON.stringify(canonical(input))}`)
    .digest('base64url')

/** The key in force for this request, if any. Keys belong to a user and a verb; a visitor has none. */
export const findOnceKey = (endpoint: Endpoint, actor: Actor, header: string | null, input: unknown): OnceKey | null => {
  if (endpoint.path.startsWith('GET ') || actor.kind !== 'user') return null
  const key = header?.trim() ?? ''
  if (key === '') {
    if (endpoint.once === 'required') throw new Refusal('idempotency_key_required')
    return null
  }
  if (key.length > maxLength)
    throw new Refusal('bad_request', { fields: [{ field: 'Idempotency-Key', problem: `longer than ${maxLength} characters` }] })
  return { actor: actor.id, verb: endpoint.verb, key, requestHash: hashOf(endpoint, input) }
}

/** For work whose answer must not be kept under the key, since it holds a secret. */
export const omitOnceKey = ({ once: _once, ...deps }: Deps): Deps => deps

const keepHours = 48

/** Forgets answers that nobody will ask for again. */
export const pruneIdempotencyKeys = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('idempotencyKey')
    .where('createdAt', '<', new Date(now.getTime() - keepHours * 3_600_000))
    .execute()
}

/** Forgets what one person was answered, when that person goes. */
export const deleteIdempotencyKeys = async (tx: Tx, actor: string): Promise<void> => {
  await tx.deleteFrom('idempotencyKey').where('actor', '=', actor).execute()
}
