import type { CarType } from '@wayfare/contract/catalog'
import type { CarTypeId } from '@wayfare/core/ids'
import type { Selectable } from 'kysely'
import type { CarTypeTable } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { presentCarType } from './present.ts'

export type CarTypeRow = Selectable<CarTypeTable>

/** In the order riders see them. */
export const listCarTypes = async (deps: Deps): Promise<CarType[]> => {
  const rows = await deps.db.selectFrom('carType').selectAll().orderBy('position').orderBy('name').execute()
  return rows.map((row) => presentCarType(row, deps.settings().code))
}

export const findCarType = (db: Db | Tx, id: CarTypeId): Promise<CarTypeRow | undefined> =>
  db.selectFrom('carType').selectAll().where('id', '=', id).executeTakeFirst()

export const listCancelReasons = (deps: Deps): Promise<{ value: number; label: string }[]> =>
  deps.db.selectFrom('cancelReason').select(['value', 'label']).orderBy('value').execute()

/** Is this text the label of one of the reasons? */
export const isCancelReason = async (db: Db | Tx, label: string): Promise<boolean> =>
  (await db.selectFrom('cancelReason').select('value').where('label', '=', label).limit(1).executeTakeFirst()) !== undefined
