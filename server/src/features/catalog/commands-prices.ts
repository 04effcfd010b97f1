// Converts all prices at once, when their market changes.
import { carryUnits } from '@wayfare/core/money'
import type { AuditEntry } from '../../audit.ts'
import { nextVersion } from '../../db/version.ts'
import type { Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { describeCarType } from './present.ts'
import { carryCarType, listAllCarTypes, priceCarType, type Markets } from './queries-prices.ts'
import type { CarTypeRow } from './queries.ts'

/** Locks all car types, so that no price changes between reading and writing them. */
export const lockCarTypes = (tx: Tx) => tx.selectFrom('carType').select('id').orderBy('position').forUpdate().execute()

type Codes = { from: { code: string }; to: { code: string } }

const writePrices = async (
  tx: Tx,
  markets: Codes,
  columnsOf: (row: CarTypeRow) => ReturnType<typeof priceCarType>,
): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  for (const before of await listAllCarTypes(tx)) {
    const columns = { ...columnsOf(before), ...nextVersion }
    const update = tx.updateTable('carType').set(columns).where('id', '=', before.id).returningAll()
    entries.push({
      action: 'catalog.changeCarType',
      object: { kind: 'carType', id: before.id },
      before: describeCarType(before, markets.from.code),
      after: describeCarType(await update.executeTakeFirstOrThrow(), markets.to.code),
    })
  }
  await emitEvent(tx, { type: 'CarTypesChanged' })
  return entries
}

/** Converts locked car types; returns their audit entries. */
export const carryCarTypes = (tx: Tx, markets: Markets): Promise<AuditEntry[]> =>
  writePrices(tx, markets, (row) => carryCarType(row, markets))

/** Keeps the numbers in another currency, whatever its decimals. */
export const carryCarTypeUnits = (tx: Tx, codes: Codes): Promise<AuditEntry[]> => {
  const units = (amount: bigint) => carryUnits(amount, codes.from.code, codes.to.code)
  return writePrices(tx, codes, (row) => priceCarType(row, { price: units, rate: units }))
}
