// The bound for reading events: below it, every transaction that may have written an event has ended, whatever happens in the
// cluster's other databases.
import { sql } from 'kysely'
import type { Db } from './deps.ts'

const wrapsAt = 2n ** 32n

/** Extends the lower 32 bits of a transaction id that precedes `next` to all 64; null if it is later. */
const unwrap = (short: bigint, next: bigint): bigint | null => {
  const age = (((next - short) % wrapsAt) + wrapsAt) % wrapsAt
  return age > 0n && age <= wrapsAt / 2n && age <= next ? next - age : null
}

/**
 * Applies only to events read by a LATER statement: every transaction below `next` had begun before this statement, so it is
 * either in the list of open ones or has ended by the time that list is read, and a later statement sees its events.
 * `pg_snapshot_xmin` would also do, but a transaction left open in another database of the cluster holds it back.
 */
export const readEventBound = async (db: Db): Promise<bigint> => {
  const { rows } = await sql<{ next: string; open: string[] }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next, array(
      select backend_xid::text from pg_stat_get_activity(null)
        where backend_xid is not null and datid = (select oid from pg_database where datname = current_database())
      union all select transaction::text from pg_prepared_xacts where database = current_database()) as open`.execute(db)
  const next = BigInt(rows[0]?.next ?? '0')
  const begun = (rows[0]?.open ?? []).flatMap((short) => unwrap(BigInt(short), next) ?? [])
  return begun.reduce((least, one) => (one < least ? one : least), next)
}
