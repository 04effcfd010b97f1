// Bookings and switches of the city wait for each other, so that no booking is made that the new map does not contain.
import { Refusal } from '@wayfare/core/errors'
import { sql } from 'kysely'
import type { Deps, Tx } from '../../deps.ts'

const lock = sql`hashtextextended('city', 0)`

/** True if this process has not followed to this version yet: its places may lie outside the served city. */
const isBehind = ({ maps }: Pick<Deps, 'maps'>, version: number | null): boolean => {
  const followed = maps.cities?.followed()
  if (!followed) return false
  if (followed.missing !== null) return true
  return followed.version !== null && version !== null && followed.version !== version
}

/** Keeps the city unchanged until the transaction ends; refuses if other processes serve a different one. */
export const holdCity = async (deps: Deps, tx: Tx): Promise<void> => {
  const { rows } = await sql<{ version: number | null }>`select hold_city() as version`.execute(tx)
  if (isBehind(deps, rows[0]?.version ?? null)) throw new Refusal('quote_expired')
}

/** Waits for all holders; nobody can hold it again until the transaction ends. */
export const lockCity = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
}
