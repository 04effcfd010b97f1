// Kinds of columns that all tables share.
import { tariffFields, type TariffField } from '@wayfare/core/fare'
import type { Id } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { ColumnType } from 'kysely'

/** set by the database unless given */
export type Timestamp = ColumnType<Date, Date | undefined, Date>
export type Instant = ColumnType<Date, Date, Date>
/** an identity column */
export type Counter = ColumnType<bigint, never, never>
/** the id of a row of this kind; any text is taken where it is written */
export type IdColumn<Kind extends string> = ColumnType<Id<Kind>, string, string>
/** a jsonb list, empty unless given; written as JSON text */
export type ListColumn<Item> = ColumnType<Item[], string | undefined, string>
/** jsonb texts by key, none unless given; written as JSON text */
export type PairsColumn = ColumnType<Record<string, string>, string | undefined, string>

/** What a car type charges, a column each. */
export type TariffColumns = { [Field in TariffField as `${Field}Minor`]: bigint }

/** For each column of a tariff what is made of its field. */
export const makeTariffColumns = <Value>(valueOf: (field: TariffField) => Value): Record<keyof TariffColumns, Value> =>
  Object.fromEntries(tariffFields.map((field) => [`${field}Minor`, valueOf(field)])) as Record<keyof TariffColumns, Value>

/** The columns of a tariff; a field without an amount costs nothing. */
export const listTariffColumns = (amounts: Partial<Record<TariffField, bigint>>): TariffColumns =>
  makeTariffColumns((field) => amounts[field] ?? 0n)

/** In a table of what columns are: the field that is the column, or the one that is made of it and others. */
export type Field<Name> = Name | { in: Name } | null

/** What an erasure may leave in a column: what it held, or a value that tells nothing. */
export type Left<Value> =
  | 'kept'
  | Extract<Value, null>
  | (string extends Value ? ' ' : never)
  | (boolean extends Value ? false : never)

/** The fields that are a column each, with their values; the columns that have none are left out. */
export const collectFields = <Column extends string>(
  columns: readonly Column[],
  fieldOf: (column: Column) => Field<string>,
  valueOf: (column: Column) => unknown,
): Record<string, unknown> => {
  const fields: Record<string, unknown> = {}
  for (const column of columns) {
    const field = fieldOf(column)
    if (typeof field === 'string') fields[field] = valueOf(column)
  }
  return fields
}

/** The columns that an erasure empties, with what is left of them. */
export const listEmptied = <Column extends string>(columns: readonly Column[], leftOf: (column: Column) => unknown) =>
  collectFields(
    columns.filter((column) => {
      const left = leftOf(column)
      return left !== undefined && left !== 'kept' && left !== 'written'
    }),
    (column) => column,
    leftOf,
  )

/** A value as the wire has it: moments in epoch ms, amounts as decimals. */
export const toWire = (value: unknown, currency: string): unknown => {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'bigint' ? toDecimal(value, currency) : value
}
