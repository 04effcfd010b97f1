// Kinds of columns that all tables share.
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
