// Kinds of columns that all tables share.
import type { ColumnType } from 'kysely'

/** set by the database unless given */
export type At = ColumnType<Date, Date | undefined, Date>
export type Instant = ColumnType<Date, Date, Date>
/** an identity column */
export type Counter = ColumnType<bigint, never, never>
