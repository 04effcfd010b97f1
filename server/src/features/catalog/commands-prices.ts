// All prices at once, when the market changes that they are in.
import type { AuditEntry } from '../../audit.ts'
import { nextVersion } from '../../db/version.ts'
import type { Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { describeCarType } from './present.ts'
import { carryCarType, listAllCarTypes, type Markets } from './queries-prices.ts'

/** So that nobody changes a price between reading them all and writing them. */
export const lockCarTypes = (tx: Tx) => tx.selectFrom('carType').select('id').orderBy('position').forUpdate().execute()

/** Of locked car types; returns what the audit log is to say of each. */
export const carryCarTypes = async (tx: Tx, markets: Markets): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  for (const before of await listAllCarTypes(tx)) {
    const columns = { ...carryCarType(before, markets), ...nextVersion }
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
