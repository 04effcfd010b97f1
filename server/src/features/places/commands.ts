// The place table follows the dataset of the map: it holds the rows of an edition whole or not at all, and while the city is switched
// those of two, so that searches on their way find what they ask for.
import { sql } from 'kysely'
import type { Db, Tx } from '../../deps.ts'

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

/** As many rows as are written as arrays without holding up the server for longer than a few milliseconds. */
const rowsAtOnce = 5000

const insertPlaces = async (tx: Tx, edition: string, rows: readonly PlaceRow[]): Promise<void> => {
  const column = <T>(pick: (row: PlaceRow) => T): T[] => rows.map(pick)
  await sql`
    insert into place (id, dataset, kind, name, secondary, folded, words, street, number, lat, lng, weight)
    select id, ${edition}, kind, name, secondary, folded, words, street, number, lat, lng, weight from unnest(
      ${column((row) => row.id)}::text[], ${column((row) => row.kind)}::text[], ${column((row) => row.name)}::text[],
      ${column((row) => row.secondary)}::text[], ${column((row) => row.folded)}::text[],
      ${column((row) => row.words)}::text[], ${column((row) => row.street)}::text[], ${column((row) => row.number)}::integer[],
      ${column((row) => row.lat)}::float8[], ${column((row) => row.lng)}::float8[], ${column((row) => row.weight)}::real[]
    ) as fresh(id, kind, name, secondary, folded, words, street, number, lat, lng, weight)`.execute(tx)
}

/** Adds the places of an edition, unless they are there. */
export const loadPlaces = async (db: Db, edition: string, rows: readonly PlaceRow[]): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    // two processes may find the same new dataset
    await sql`select pg_advisory_xact_lock(hashtextextended('places', 0))`.execute(tx)
    const { rows: found } = await sql`select from place where dataset = ${edition} limit 1`.execute(tx)
    if (found.length > 0) return
    for (let at = 0; at < rows.length; at += rowsAtOnce) await insertPlaces(tx, edition, rows.slice(at, at + rowsAtOnce))
  })
  await sql`analyze place`.execute(db)
}

/** Removes the places of all other editions. */
export const keepPlacesOf = async (db: Db, edition: string): Promise<void> => {
  await db.deleteFrom('place').where('dataset', '!=', edition).execute()
}
