// Searches withdrawals by name or id: few names match, and the rows of each name are indexed in every order on offer.
import { mostCounted } from '@wayfare/contract/bookings-filter'
import { sql, type RawBuilder } from 'kysely'
import { byIndex } from '../../db/by-index.ts'
import { makeLikePattern } from '../../db/like.ts'
import type { Deps, Tx } from '../../deps.ts'

/** The names that contain a text, with their row counts, and the ids of further rows whose id contains it. */
export type Named = { names: readonly { name: string; withdraws: number }[]; ids: readonly string[] }

/** Limits for reading by name. With more matches, walking the order finds enough soon. */
const mostNames = 100
const mostIds = 100

/** The word index cannot find texts of fewer letters. */
const isIndexed = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

const readNames = (tx: Tx, pattern: string) =>
  tx
    .selectFrom('withdrawPayee')
    .select(['name', 'withdraws'])
    .where('name', 'ilike', pattern)
    .limit(mostNames + 1)
    .execute()

const readIds = (tx: Tx, pattern: string) =>
  tx
    .selectFrom('withdraw')
    .select(['id', sql<boolean>`name ilike ${pattern}`.as('isNamed')])
    .where('id', 'ilike', pattern)
    .limit(mostIds + 1)
    .execute()

/** Null if too many match or the index cannot find the text. */
export const findNamed = async (deps: Deps, search: string): Promise<Named | null> => {
  if (!isIndexed(search)) return null
  const pattern = makeLikePattern(search)
  return byIndex(deps, async (tx) => {
    const names = await readNames(tx, pattern)
    if (names.length > mostNames) return null
    const rows = await readIds(tx, pattern)
    if (rows.length > mostIds) return null
    return { names, ids: rows.filter(({ isNamed }) => !isNamed).map(({ id }) => id) }
  })
}

/**
 * The rows as conditions, each of which can be read in order from an index: one per name when sorted by date or amount, one for
 * all names when sorted by name.
 */
export const listConditions = ({ names, ids }: Named, isByName: boolean): RawBuilder<boolean>[] => {
  const all = names.map(({ name }) => name)
  const named = isByName ? [sql<boolean>`name = any(${all})`] : all.map((name) => sql<boolean>`name = ${name}`)
  return [...named, sql<boolean>`id = any(${ids})`]
}

/** The same count as `countUpTo`, without reading rows. */
export const countNamed = ({ names, ids }: Named): number =>
  Math.min(
    mostCounted + 1,
    names.reduce((sum, { withdraws }) => sum + withdraws, ids.length),
  )
