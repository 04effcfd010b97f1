import type { CarTypeId } from '@wayfare/core/ids'
import type { TableRow } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { presentCarType } from './present.ts'

export type CarTypeRow = TableRow<'carType'>

/** In the order in which riders see them. */
export const readCarTypes = (db: Db | Tx): Promise<CarTypeRow[]> =>
  db.selectFrom('carType').selectAll().where('removedAt', 'is', null).orderBy('position').orderBy('name').execute()

/** True if it can be booked; a concurrent removal waits, and then finds the booking. */
export const holdCarType = async (tx: Tx, id: CarTypeId): Promise<boolean> => {
  const there = tx.selectFrom('carType').select('id').where('id', '=', id).where('removedAt', 'is', null)
  return (await there.forKeyShare().executeTakeFirst()) !== undefined
}

export const listCarTypes = async (deps: Deps) => {
  const rows = await readCarTypes(deps.db)
  return rows.map((row) => presentCarType(row, deps.settings().code))
}

export const findCarType = (db: Db | Tx, id: CarTypeId): Promise<CarTypeRow | undefined> =>
  db.selectFrom('carType').selectAll().where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst()

/** The reasons, with the version from the same snapshot. */
export const listCancelReasons = async ({ db }: { db: Db | Tx }) => {
  const rows = await db
    .selectFrom('cancelReasonList')
    .leftJoin('cancelReason', (join) => join.onTrue())
    .select(['version', 'value', 'label'])
    .orderBy('value')
    .execute()
  const cancelReasons = rows.flatMap(({ value, label }) => (value === null || label === null ? [] : [{ value, label }]))
  return { cancelReasons, version: rows[0]?.version ?? 1 }
}

/** True if the text is the label of one of the reasons. */
export const isCancelReason = async (db: Db | Tx, label: string): Promise<boolean> =>
  (await db.selectFrom('cancelReason').select('value').where('label', '=', label).limit(1).executeTakeFirst()) !== undefined
