// What was answered under an idempotency key. It is kept as packed text: answers are most of what the steps of a trip write.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sql, type RawBuilder } from 'kysely'
import type { OnceKey, Tx } from '../deps.ts'
import type { TableRow } from './tables.ts'

/** `body`: as JSON */
export type Answer = OnceKey & { body: string }

export const writeAnswer = ({ actor, verb, key, requestHash, body }: Answer): RawBuilder<unknown> =>
  sql`insert into idempotency_key (actor, verb, key, request_hash, status, packed)
    values (${actor}, ${verb}, ${key}, ${requestHash}, 200, ${deflateRawSync(body)})`

/** Those from before decision 110 are not packed. @internal */
export const readBody = ({ packed, body }: Pick<TableRow<'idempotencyKey'>, 'packed' | 'body'>): unknown =>
  packed === null ? body : JSON.parse(inflateRawSync(packed).toString())

export const findAnswer = async (
  tx: Tx,
  { actor, verb, key }: OnceKey,
): Promise<{ requestHash: string; status: number; body: unknown } | null> => {
  const kept = await tx
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'status', 'body', 'packed'])
    .where('actor', '=', actor)
    .where('verb', '=', verb)
    .where('key', '=', key)
    .executeTakeFirst()
  return kept ? { requestHash: kept.requestHash, status: kept.status ?? 200, body: readBody(kept) } : null
}
