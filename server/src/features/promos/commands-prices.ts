// Converts the amounts of all promo codes at once, when their market changes.
import { carryPrice, type Market } from '@wayfare/core/city-proposal'
import { carryUnits } from '@wayfare/core/money'
import type { AuditEntry } from '../../audit.ts'
import { nextVersion } from '../../db/version.ts'
import type { Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { describePromo } from './present.ts'

type Codes = { from: { code: string }; to: { code: string } }

const writePrices = async (tx: Tx, { from, to }: Codes, price: (amount: bigint) => bigint): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  for (const before of await tx.selectFrom('promo').selectAll().orderBy('id').forUpdate().execute()) {
    const columns = {
      discountValue: before.discountType === 'flat' ? price(before.discountValue) : before.discountValue,
      maxDiscountMinor: before.maxDiscountMinor === null ? null : price(before.maxDiscountMinor),
      minOrderMinor: price(before.minOrderMinor),
      ...nextVersion,
    }
    const update = tx.updateTable('promo').set(columns).where('id', '=', before.id).returningAll()
    entries.push({
      action: 'promos.change',
      object: { kind: 'promo', id: before.id },
      before: describePromo(before, from.code),
      after: describePromo(await update.executeTakeFirstOrThrow(), to.code),
    })
  }
  await emitEvent(tx, { type: 'PromosChanged' })
  return entries
}

/** Converts the amounts; returns the audit entries. */
export const carryPromos = (tx: Tx, { from, to }: { from: Market; to: Market }): Promise<AuditEntry[]> =>
  writePrices(tx, { from, to }, (amount) => carryPrice(amount, from, to))

/** Keeps the numbers in another currency, whatever its decimals. */
export const carryPromoUnits = (tx: Tx, { from, to }: Codes): Promise<AuditEntry[]> =>
  writePrices(tx, { from, to }, (amount) => carryUnits(amount, from.code, to.code))
