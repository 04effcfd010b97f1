// Withdrawals whose name or id holds a text: few names hold it, and the rows of each lie in every order on offer.
import { mostCounted } from '@wayfare/contract/bookings-filter'
import { sql, type RawBuilder } from 'kysely'
import { byIndex } from '../../db/by-index.ts'
import { makeLikePattern } from '../../db/like.ts'
import type { Deps, Tx } from '../../deps.ts'

/** The names that hold a text, with how many rows they have, and the ids of further rows that hold it themselves. */
export type Named = { names: readonly { name: string; withdraws: number }[]; ids: readonly string[] }

/** What more hold, a walk along the order soon meets; and so many are read side by side. */
const mostNames = 100
const mostIds = 100

/** The index of words finds no text by fewer letters. */
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

/** Null where too many hold the text, or no index knows it. */
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
 * Which rows they are: conditions whose rows lie in order each. By date or amount those of one name do, by name those of all names
 * together.
 */
export const listConditions = ({ names, ids }: Named, isByName: boolean): RawBuilder<boolean>[] => {
  const all = names.map(({ name }) => name)
  const named = isByName ? [sql<boolean>`name = any(${all})`] : all.map((name) => sql<boolean>`name = ${name}`)
  return [...named, sql<boolean>`id = any(${ids})`]
}

/** As many as `countUpTo` would count, without reading any. */
export const countNamed = ({ names, ids }: Named): number =>
  Math.min(
    mostCounted + 1,
    names.reduce((sum, { withdraws }) => sum + withdraws, ids.length),
  )
