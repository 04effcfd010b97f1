// Promotion codes: managed by admins, and counted once for each booking that uses one, unless it is cancelled.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/promos'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId, Id, UserId } from '@wayfare/core/ids'
import { checkPromo, normalizePromoCode } from '@wayfare/core/promo'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import { checkVersion, nextVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { readAmount, refuseAmount } from '../../http/amount.ts'
import { checkUnlocked } from '../../lock.ts'
import { describePromo, presentPromo } from './present.ts'
import { readPromoUse, toPromo } from './queries.ts'

type Use = { promoId: string; bookingId: BookingId; userId: UserId; cost: bigint; at: number }

/**
 * Counts the promo for this booking, or refuses with the reason. The row is locked, so that the last use goes to one rider, but
 * not its key, on which other bookings hold a share lock.
 */
export const usePromo = async (tx: Tx, { promoId, bookingId, userId, cost, at }: Use): Promise<void> => {
  const row = await tx.selectFrom('promo').selectAll().where('id', '=', promoId).forNoKeyUpdate().executeTakeFirst()
  if (!row || row.removedAt !== null) throw new Refusal('promo_unknown')
  const problem = checkPromo(toPromo(row), await readPromoUse(tx, row, userId), { cost, at })
  if (problem) throw new Refusal(problem)
  await tx.insertInto('promoUse').values({ promoId, bookingId, userId }).execute()
  await tx
    .updateTable('promo')
    .set((e) => ({ used: e('used', '+', 1) }))
    .where('id', '=', promoId)
    .execute()
}

/** Stops counting a cancelled booking. */
export const returnPromo = async (tx: Tx, bookingId: BookingId): Promise<void> => {
  const use = await tx.deleteFrom('promoUse').where('bookingId', '=', bookingId).returning('promoId').executeTakeFirst()
  if (!use) return
  await tx
    .updateTable('promo')
    .set((e) => ({ used: e('used', '-', 1) }))
    .where('id', '=', use.promoId)
    .execute()
}

type Fields = ParsedInputOf<typeof contract.addPromo>

/** Must be above zero: minor units, or hundredths of a percent up to 100 %. */
const valueOf = ({ promoDiscountType, promoDiscountValue }: Fields, code: string): bigint => {
  // parsed like euros, because a percentage has two decimals, too
  const isFlat = promoDiscountType === 'flat'
  const value = readAmount('promoDiscountValue', promoDiscountValue, isFlat ? code : 'EUR')
  if (value === 0n || (!isFlat && value > 10_000n)) throw refuseAmount('promoDiscountValue')
  return value
}

const columnsOf = (deps: Deps, fields: Fields) => {
  const { code } = deps.settings()
  const most =
    fields.maxPromoDiscountValue === null ? null : readAmount('maxPromoDiscountValue', fields.maxPromoDiscountValue, code)
  return {
    name: normalizePromoCode(fields.promoName),
    description: fields.promoDescription,
    discountType: fields.promoDiscountType,
    discountValue: valueOf(fields, code),
    maxDiscountMinor: most === 0n ? null : most,
    minOrderMinor: readAmount('minOrder', fields.minOrder, code),
    validUntil: fields.promoValidity === null ? null : new Date(fields.promoValidity),
    usageLimit: fields.promoUsageLimit,
    perUserLimit: fields.perUserLimit,
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'promo_name_key'

const orTaken = (error: unknown): never => {
  throw isTaken(error) ? new Refusal('name_taken') : error
}

/** Adding is allowed even while critical edits are locked. */
export const addPromo = (deps: Deps, actor: UserActor, fields: Fields) =>
  inTx(deps, async (tx) => {
    const columns = columnsOf(deps, fields)
    const insert = tx
      .insertInto('promo')
      .values({ id: deps.newId(), ...columns })
      .returningAll()
    const row = await insert.executeTakeFirstOrThrow().catch(orTaken)
    await emitEvent(tx, { type: 'PromosChanged' })
    const { code } = deps.settings()
    await recordAudit(tx, actor, { action: 'promos.add', object: { kind: 'promo', id: row.id }, after: describePromo(row, code) })
    return presentPromo(row, code)
  })

/** Locks the row to change; `there`: true for one in use, false for a removed one. */
const lockPromo = async (tx: Tx, deps: Deps, id: Id<'promo'>, there = true) => {
  checkUnlocked(deps)
  const row = await tx.selectFrom('promo').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row || (row.removedAt === null) !== there) throw new Refusal('not_found')
  return row
}

/** A limit below the uses so far ends the promo without undoing any use. */
const limitFor = (limit: number | null, used: number): number | null => (limit === null ? null : Math.max(limit, used))

type Change = ParsedInputOf<typeof contract.changePromo>

export const changePromo = (deps: Deps, actor: UserActor, { id, version, ...fields }: Change) =>
  inTx(deps, async (tx) => {
    const before = await lockPromo(tx, deps, id)
    checkVersion(before, version)
    const columns = columnsOf(deps, fields)
    const usageLimit = limitFor(columns.usageLimit, before.used)
    const update = tx
      .updateTable('promo')
      .set({ ...columns, usageLimit, ...nextVersion })
      .where('id', '=', id)
      .returningAll()
    const row = await update.executeTakeFirstOrThrow().catch(orTaken)
    await emitEvent(tx, { type: 'PromosChanged' })
    const { code } = deps.settings()
    const object = { kind: 'promo', id } as const
    await recordAudit(tx, actor, {
      action: 'promos.change',
      object,
      before: describePromo(before, code),
      after: describePromo(row, code),
    })
    return presentPromo(row, code)
  })

/** The record stays for the bookings that used it; its name can be used again. */
export const removePromo = (deps: Deps, actor: UserActor, id: Id<'promo'>): Promise<{ done: true }> =>
  inTx(deps, async (tx) => {
    const row = await lockPromo(tx, deps, id)
    await tx.updateTable('promo').set({ removedAt: deps.now() }).where('id', '=', id).execute()
    await emitEvent(tx, { type: 'PromosChanged' })
    const before = describePromo(row, deps.settings().code)
    await recordAudit(tx, actor, { action: 'promos.remove', object: { kind: 'promo', id }, before })
    return { done: true as const }
  })

/** Restores a promo unchanged, with its current count of uses. */
export const restorePromo = (deps: Deps, actor: UserActor, id: Id<'promo'>) =>
  inTx(deps, async (tx) => {
    await lockPromo(tx, deps, id, false)
    const update = tx.updateTable('promo').set({ removedAt: null }).where('id', '=', id).returningAll()
    const row = await update.executeTakeFirstOrThrow().catch(orTaken)
    await emitEvent(tx, { type: 'PromosChanged' })
    const { code } = deps.settings()
    await recordAudit(tx, actor, { action: 'promos.restore', object: { kind: 'promo', id }, after: describePromo(row, code) })
    return presentPromo(row, code)
  })
