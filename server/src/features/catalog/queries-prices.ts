// The prices of car types in another market.
import { carryPrice, carryRate, type Market } from '@wayfare/core/city-proposal'
import { tariffFields } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import { listTariffColumns } from '../../db/columns.ts'
import type { Db, Tx } from '../../deps.ts'
import type { CarTypeRow } from './queries.ts'

export type Markets = { from: Market; to: Market }

/** How a price, and a rate per unit of distance, is converted. */
type Pricing = { price: (amount: bigint) => bigint; rate: (amount: bigint) => bigint }

/** Every amount of a car type converted to the other market. */
export const carryCarType = (row: CarTypeRow, { from, to }: Markets) =>
  priceCarType(row, { price: (amount) => carryPrice(amount, from, to), rate: (amount) => carryRate(amount, from, to) })

/** Every amount of a car type, converted by `price` and `rate`. */
export const priceCarType = (row: CarTypeRow, { price, rate }: Pricing) => {
  const carryList = <T extends { amount: string }>(list: readonly T[]): T[] =>
    list.map((item) => ({ ...item, amount: String(price(BigInt(item.amount))) }))
  return {
    ...listTariffColumns({
      ...makeRecord(tariffFields, (field) => price(row[`${field}Minor`])),
      ratePerUnitDistance: rate(row.ratePerUnitDistanceMinor),
    }),
    feeFlatMinor: price(row.feeFlatMinor),
    parcelTypes: JSON.stringify(carryList(row.parcelTypes)),
    options: JSON.stringify(carryList(row.options)),
    cancelSlabs: JSON.stringify(carryList(row.cancelSlabs)),
  }
}

/** All car types in order, including removed ones, which can be restored. */
export const listAllCarTypes = (db: Db | Tx): Promise<CarTypeRow[]> =>
  db.selectFrom('carType').selectAll().orderBy('position').orderBy('id').execute()
