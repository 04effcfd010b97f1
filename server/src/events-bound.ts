// Promise: below the bound every transaction that could have written an event has ended, whatever the cluster's other databases do.
import { sql } from 'kysely'
import type { Db } from './deps.ts'

const wrapsAt = 2n ** 32n

/** The whole number of a transaction that began before `next`, of which the system tells the lower 32 bits; null when it is later. */
const unwrap = (short: bigint, next: bigint): bigint | null => {
  const age = (((next - short) % wrapsAt) + wrapsAt) % wrapsAt
  return age > 0n && age <= wrapsAt / 2n && age <= next ? next - age : null
}

/**
 * Only an event that is read by a LATER statement may be measured by it: whoever is below `next` had begun before this statement,
 * and is either among those at work or has ended by the time their list is read, and so is seen by whoever looks after that.
 * `pg_snapshot_xmin` would do as well, but a write that is held open in another database of the cluster holds that back.
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
