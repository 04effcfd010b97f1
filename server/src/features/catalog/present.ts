import type { CarType } from '@wayfare/contract/catalog'
import { tariffFields } from '@wayfare/core/fare'
import { toDecimal } from '@wayfare/core/money'
import { makeRecord } from '@wayfare/core/records'
import type { StoredExtra } from '../../db/tables-catalog.ts'
import type { TableRow } from '../../db/tables.ts'

/** Hundredths of a percent as the API's percentage: 1250 is "12.50". */
const percentage = (hundredths: number): string => (hundredths / 100).toFixed(2)

const presentExtras = (extras: readonly StoredExtra[], currency: string): CarType['options'] =>
  extras.map(({ description, amount }) => ({ description, amount: toDecimal(BigInt(amount), currency) }))

export const presentCarType = (row: TableRow<'carType'>, currency: string): CarType => ({
  id: row.id,
  name: row.name,
  image: row.image,
  extraInfo: row.extraInfo,
  ...makeRecord(tariffFields, (field) => toDecimal(row[`${field}Minor`], currency)),
  convenienceFees: row.feeType === 'flat' ? toDecimal(row.feeFlatMinor, currency) : percentage(row.feeHundredths),
  convenienceFeeType: row.feeType,
  category: row.category,
  parcelTypes: presentExtras(row.parcelTypes, currency),
  options: presentExtras(row.options, currency),
  cancelSlabs: row.cancelSlabs.map(({ minsDelayed, amount }) => ({ minsDelayed, amount: toDecimal(BigInt(amount), currency) })),
  version: row.version,
  createdAt: row.createdAt.getTime(),
})

/** The fields of a car type that the desk sets, for the audit log. */
export const describeCarType = (row: TableRow<'carType'>, code: string) => {
  const { id: _id, version: _version, createdAt: _at, ...fields } = presentCarType(row, code)
  return fields
}
