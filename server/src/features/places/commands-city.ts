// Who books at a place of the city, and who serves another city, wait for each other: no booking slips in that the new map does not hold.
import { Refusal } from '@wayfare/core/errors'
import { sql } from 'kysely'
import type { Deps, Tx } from '../../deps.ts'

const lock = sql`hashtextextended('city', 0)`

/** What a process found that has not followed to this version may lie outside the city that is served. */
const isBehind = ({ maps }: Pick<Deps, 'maps'>, version: number | null): boolean => {
  const followed = maps.cities?.followed()
  if (!followed) return false
  if (followed.missing !== null) return true
  return followed.version !== null && version !== null && followed.version !== version
}

/** The city stays as it is until the transaction ends; refused where other processes serve another one than this. */
export const holdCity = async (deps: Deps, tx: Tx): Promise<void> => {
  const { rows } = await sql<{ version: number | null }>`select hold_city() as version`.execute(tx)
  if (isBehind(deps, rows[0]?.version ?? null)) throw new Refusal('quote_expired')
}

/** Waits for all who hold it; nobody holds it again until the transaction ends. */
export const lockCity = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
}
