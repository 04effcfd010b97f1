// An admin's changes: car types with their tariffs, options and cancellation slabs, and the cancellation reasons.
import type * as contract from '@wayfare/contract/catalog'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { activeStatuses, getCategory } from '@wayfare/core/booking'
import { hasSameNames } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import { tariffFields } from '@wayfare/core/fare'
import type { CarTypeId } from '@wayfare/core/ids'
import { makeRecord } from '@wayfare/core/records'
import { recordAudit } from '../../audit.ts'
import { listTariffColumns } from '../../db/columns.ts'
import { inTx } from '../../db/tx.ts'
import { checkVersion, nextVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { readAmount, refuseAmount } from '../../http/amount.ts'
import { checkUnlocked } from '../../lock.ts'
import { describeCarType, presentCarType } from './present.ts'
import type { CarTypeRow } from './queries.ts'

type Fields = ParsedInputOf<typeof contract.addCarType>

/** "12.5" percent as hundredths of a percent; parsed like euros, because a percentage has two decimals, too. */
const hundredthsOf = (value: string): number => {
  const hundredths = readAmount('convenienceFees', value, 'EUR')
  if (hundredths > 10_000n) throw refuseAmount('convenienceFees')
  return Number(hundredths)
}

const listOf = (items: readonly { amount: string }[], field: string, code: string): string =>
  JSON.stringify(items.map((item) => ({ ...item, amount: String(readAmount(field, item.amount, code)) })))

const columnsOf = (deps: Deps, fields: Fields) => {
  const { code } = deps.settings()
  const isFlat = fields.convenienceFeeType === 'flat'
  return {
    name: fields.name,
    image: fields.image,
    extraInfo: fields.extraInfo,
    ...listTariffColumns(makeRecord(tariffFields, (field) => readAmount(field, fields[field], code))),
    feeType: fields.convenienceFeeType,
    feeFlatMinor: isFlat ? readAmount('convenienceFees', fields.convenienceFees, code) : 0n,
    feeHundredths: isFlat ? 0 : hundredthsOf(fields.convenienceFees),
    category: fields.category,
    parcelTypes: listOf(fields.parcelTypes, 'parcelTypes', code),
    options: listOf(fields.options, 'options', code),
    cancelSlabs: listOf(fields.cancelSlabs, 'cancelSlabs', code),
  }
}

/** Descriptions of options and minutes of slabs must be unique. */
const checkLists = ({ parcelTypes, options, cancelSlabs }: Fields): void => {
  const lists = [
    parcelTypes.map(({ description }) => description),
    options.map(({ description }) => description),
    cancelSlabs.map(({ minsDelayed }) => String(minsDelayed)),
  ]
  if (lists.some(hasSameNames)) throw new Refusal('name_taken')
}

/** Only vehicles that carry parcels have parcel types and options; those from an earlier version may be removed singly. */
const checkParcels = (deps: Deps, fields: Fields, before: CarTypeRow | null): void => {
  if (getCategory(deps.settings().category, fields.category) !== 'taxi' || fields.category !== 'taxi') return
  const known = before?.category === 'taxi' ? [...before.parcelTypes, ...before.options] : []
  const isNew = ({ description }: { description: string }) => !known.some((one) => one.description === description)
  if ([...fields.parcelTypes, ...fields.options].some(isNew)) throw new Refusal('taxi_has_no_parcels')
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'car_type_name_key'

const orTaken = (error: unknown): never => {
  throw isTaken(error) ? new Refusal('name_taken') : error
}

/** Appends a car type to the list. */
export const addCarType = (deps: Deps, actor: UserActor, fields: Fields) =>
  inTx(deps, async (tx) => {
    checkLists(fields)
    checkParcels(deps, fields, null)
    const columns = columnsOf(deps, fields)
    const known = await tx.selectFrom('carType').select('position').orderBy('position').forUpdate().execute()
    const insert = tx
      .insertInto('carType')
      .values({ id: deps.newId(8), position: (known.at(-1)?.position ?? 0) + 1, ...columns })
      .returningAll()
    const row = await insert.executeTakeFirstOrThrow().catch(orTaken)
    await emitEvent(tx, { type: 'CarTypesChanged' })
    const { code } = deps.settings()
    await recordAudit(tx, actor, {
      action: 'catalog.addCarType',
      object: { kind: 'carType', id: row.id },
      after: describeCarType(row, code),
    })
    return presentCarType(row, code)
  })

/** Locks the row to change; `there`: true for one in use, false for a removed one. */
const lockCarType = async (tx: Tx, id: CarTypeId, there = true): Promise<CarTypeRow> => {
  const row = await tx.selectFrom('carType').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || (row.removedAt === null) !== there) throw new Refusal('not_found')
  return row
}

type Change = ParsedInputOf<typeof contract.changeCarType>

export const changeCarType = (deps: Deps, actor: UserActor, { id, version, ...fields }: Change) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    checkLists(fields)
    const before = await lockCarType(tx, id)
    checkVersion(before, version)
    checkParcels(deps, fields, before)
    const columns = { ...columnsOf(deps, fields), ...nextVersion }
    const update = tx.updateTable('carType').set(columns).where('id', '=', id).returningAll()
    const row = await update.executeTakeFirstOrThrow().catch(orTaken)
    await emitEvent(tx, { type: 'CarTypesChanged' })
    const { code } = deps.settings()
    const object = { kind: 'carType', id } as const
    await recordAudit(tx, actor, {
      action: 'catalog.changeCarType',
      object,
      before: describeCarType(before, code),
      after: describeCarType(row, code),
    })
    return presentCarType(row, code)
  })

const isInUse = async (tx: Tx, id: CarTypeId): Promise<boolean> => {
  const driver = await tx
    .selectFrom('appUser')
    .select('id')
    .where('carTypeId', '=', id)
    .where('removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (driver) return true
  const booking = await tx
    .selectFrom('booking')
    .select('id')
    .where('carTypeId', '=', id)
    .where('status', 'in', activeStatuses)
    .limit(1)
    .executeTakeFirst()
  return booking !== undefined
}

/** Removes a car type from lists and new bookings; existing bookings keep its name and tariff. */
export const removeCarType = (deps: Deps, actor: UserActor, id: CarTypeId): Promise<{ done: true }> =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const row = await lockCarType(tx, id)
    if (await isInUse(tx, id)) throw new Refusal('car_type_in_use')
    await tx.updateTable('carType').set({ removedAt: deps.now() }).where('id', '=', id).execute()
    await emitEvent(tx, { type: 'CarTypesChanged' })
    const before = describeCarType(row, deps.settings().code)
    await recordAudit(tx, actor, { action: 'catalog.removeCarType', object: { kind: 'carType', id }, before })
    return { done: true as const }
  })

/** Restores a car type unchanged, in its old position. */
export const restoreCarType = (deps: Deps, actor: UserActor, id: CarTypeId) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    await lockCarType(tx, id, false)
    const update = tx.updateTable('carType').set({ removedAt: null }).where('id', '=', id).returningAll()
    const row = await update.executeTakeFirstOrThrow().catch(orTaken)
    await emitEvent(tx, { type: 'CarTypesChanged' })
    const { code } = deps.settings()
    await recordAudit(tx, actor, {
      action: 'catalog.restoreCarType',
      object: { kind: 'carType', id },
      after: describeCarType(row, code),
    })
    return presentCarType(row, code)
  })

/** Saves the whole list; the order determines the values. */
export const saveCancelReasons = (
  deps: Deps,
  actor: UserActor,
  { reasons, version }: ParsedInputOf<typeof contract.saveCancelReasons>,
) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    // every cancellation needs a reason, so there must be one
    if (reasons.length === 0) throw new Refusal('cancel_reason_needed')
    if (hasSameNames(reasons)) throw new Refusal('name_taken')
    const cancelReasons = reasons.map((label, value) => ({ value, label }))
    checkVersion(await tx.selectFrom('cancelReasonList').selectAll().forUpdate().executeTakeFirstOrThrow(), version)
    const list = await tx.updateTable('cancelReasonList').set(nextVersion).returning('version').executeTakeFirstOrThrow()
    const labels = await tx.selectFrom('cancelReason').select('label').orderBy('value').execute()
    await tx.deleteFrom('cancelReason').execute()
    await tx.insertInto('cancelReason').values(cancelReasons).execute()
    await emitEvent(tx, { type: 'CancelReasonsChanged' })
    const before = { reasons: labels.map(({ label }) => label) }
    const object = { kind: 'cancelReasons', id: 'all' } as const
    await recordAudit(tx, actor, { action: 'catalog.saveCancelReasons', object, before, after: { reasons } })
    return { cancelReasons, version: list.version }
  })
