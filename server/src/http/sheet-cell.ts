// Promise: the cells of a file of rows, of which amounts and times are more than their text.
import { toCityTime } from '@wayfare/core/city-time'

/** A decimal of the wire, and a moment on the city's clocks (YYYY-MM-DD HH:mm): a spreadsheet adds the one and sorts the other. */
export type Cell = string | number | { amount: string } | { time: string }

/** Empty for null. */
export const amountCell = (amount: string | null): Cell => (amount === null ? '' : { amount })

/** An epoch in ms; empty for null. */
export const timeCell = (at: number | null, timeZone: string): Cell =>
  at === null ? '' : { time: toCityTime(at, timeZone).replace('T', ' ') }
