// Who books at a place of the city, and who serves another city, wait for each other: no booking slips in that the new map does not hold.
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'

const lock = sql`hashtextextended('city', 0)`

/** The city stays as it is until the transaction ends. */
export const holdCity = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${lock})`.execute(tx)
}

/** Waits for all who hold it; nobody holds it again until the transaction ends. */
export const lockCity = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
}
