// What may be decided of a table and of a column for those who take the data elsewhere: it goes along as something, or it stays.
import { defaultSettings } from '@wayfare/core/settings'
import type { TableRow, Tables } from './tables.ts'

/** Why it stays. */
export type Left = { left: string }

/** An amount in minor units, which goes along as a decimal. `currency`: SQL, unless the row has a column of that name or its table says. */
type Amount = {
  amount: string
  currency?: string
  /** SQL: where it does not hold, the column is a percentage in hundredths */
  where?: string
}

/** Something made of the column: by SQL over the row `t`, under a name of its own. */
type Made = { said: string; as?: string; sql: string }

/** What goes along: in words, where it is just the column. */
export type Carried = string | Amount | Made
export type ColumnDecision = Carried | Left

/** `where`: SQL, the rows that go along; `currency`: SQL, for amounts of rows that do not name theirs. */
export type CarriedTable<Columns> = { said: string; columns: Columns; where?: string; currency?: string; isWay?: true }

export type TableDecision<Table extends keyof Tables> = Left | CarriedTable<{ [Column in keyof TableRow<Table>]: ColumnDecision }>

/** Of a table that says which columns its people and the desk get as files: those go along in any case. */
export type Owed<Columns> = {
  columns: { [Column in keyof Columns]: Columns[Column] extends { own: null; sheet: null } ? ColumnDecision : Carried }
}

export const signsIn = { left: 'it serves signing in' } as const
export const inner = { left: 'it serves the running of Wayfare' } as const
export const derived = { left: 'the database makes it of what else is there' } as const

export const createdAt = 'when it was made'
export const version = 'how often it was changed, from 1'
export const currency = 'of the amounts, ISO 4217'

/** The currency of the installation (there is one row of settings). */
export const ownCurrency = `(select coalesce(s.data ->> 'code', '${defaultSettings.code}') from setting s)`
