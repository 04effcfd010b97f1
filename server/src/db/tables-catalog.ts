// The tables of what is on offer: car types and the reasons for which a booking is cancelled.
import type { Generated } from 'kysely'
import type { IdColumn, ListColumn, TariffColumns, Timestamp } from './columns.ts'

/** A choice that costs: a parcel type or an option. Amounts in jsonb are strings of minor units. */
export type StoredExtra = { description: string; amount: string }
export type StoredCancelSlab = { minsDelayed: number; amount: string }

export type CatalogTables = {
  carType: TariffColumns & {
    id: IdColumn<'carType'>
    position: Generated<number>
    name: string
    image: string
    extraInfo: Generated<string>
    feeType: 'flat' | 'percentage'
    feeFlatMinor: Generated<bigint>
    feeHundredths: Generated<number>
    category: Generated<'taxi' | 'delivery'>
    parcelTypes: ListColumn<StoredExtra>
    options: ListColumn<StoredExtra>
    cancelSlabs: ListColumn<StoredCancelSlab>
    version: Generated<number>
    removedAt: Date | null
    createdAt: Timestamp
  }
  cancelReason: { value: number; label: string }
  cancelReasonList: { id: Generated<number>; version: Generated<number> }
}
