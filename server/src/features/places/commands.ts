// The place table follows the dataset of the map: it holds the rows of one edition, whole or not at all.
import { sql } from 'kysely'
import type { Db } from '../../deps.ts'

/** A row as the map engine lists it. */
export type PlaceRow = {
  id: string
  kind: string
  name: string
  secondary: string
  folded: string
  words: string
  /** folded, and null for all but houses */
  street: string | null
  number: number | null
  lat: number
  lng: number
  weight: number
}

/** Replaces all places by these. */
export const loadPlaces = async (db: Db, edition: string, rows: readonly PlaceRow[]): Promise<void> => {
  const column = <T>(pick: (row: PlaceRow) => T): T[] => rows.map(pick)
  await db.transaction().execute(async (tx) => {
    // two processes may find the same new dataset
    await sql`select pg_advisory_xact_lock(hashtextextended('places', 0))`.execute(tx)
    const { rows: found } = await sql`select from place where dataset = ${edition} limit 1`.execute(tx)
    if (found.length > 0) return
    await tx.deleteFrom('place').execute()
    await sql`
      insert into place (id, dataset, kind, name, secondary, folded, words, street, number, lat, lng, weight)
      select id, ${edition}, kind, name, secondary, folded, words, street, number, lat, lng, weight from unnest(
        ${column((row) => row.id)}::text[], ${column((row) => row.kind)}::text[], ${column((row) => row.name)}::text[],
        ${column((row) => row.secondary)}::text[], ${column((row) => row.folded)}::text[],
        ${column((row) => row.words)}::text[], ${column((row) => row.street)}::text[], ${column((row) => row.number)}::integer[],
        ${column((row) => row.lat)}::float8[], ${column((row) => row.lng)}::float8[], ${column((row) => row.weight)}::real[]
      ) as fresh(id, kind, name, secondary, folded, words, street, number, lat, lng, weight)`.execute(tx)
  })
  await sql`analyze place`.execute(db)
}
