// Kinds of columns that all tables share.
import { tariffFields } from '@wayfare/core/fare'
import type { TariffField } from '@wayfare/core/fare'
import type { ColumnType } from 'kysely'

/** set by the database unless given */
export type At = ColumnType<Date, Date | undefined, Date>
export type Instant = ColumnType<Date, Date, Date>
/** an identity column */
export type Counter = ColumnType<bigint, never, never>
/** a jsonb list, empty unless given; written as JSON text */
export type ListColumn<Item> = ColumnType<Item[], string | undefined, string>
/** jsonb texts by key, none unless given; written as JSON text */
export type PairsColumn = ColumnType<Record<string, string>, string | undefined, string>

/** What a car type charges, a column each. */
export type TariffColumns = { [Field in TariffField as `${Field}Minor`]: bigint }

/** The columns of a tariff; a field without an amount costs nothing. */
export const tariffColumns = (amounts: Partial<Record<TariffField, bigint>>): TariffColumns =>
  Object.fromEntries(tariffFields.map((field) => [`${field}Minor`, amounts[field] ?? 0n])) as TariffColumns
