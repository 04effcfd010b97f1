// Amounts, percentages and counts as people type them into the forms of the desk, as the wire wants them.
import { findTypedAmount } from '@wayfare/core/amounts'
import type { Format } from '@wayfare/core/format'

/** As the page reads and writes amounts: in its language, of the operator's currency. */
export type AmountFormat = Pick<Format, 'readAmount' | 'readNumber' | 'writeAmount' | 'writeNumber'>

/** Two digits after the decimal sign. */
const percentageDigits = 2

/** An amount as the wire wants it; the empty text for one that is none, or that its author has yet to choose. */
export const wireAmount = (typed: string, { readAmount }: Pick<AmountFormat, 'readAmount'>, currency?: string): string =>
  findTypedAmount(readAmount(typed, currency)) ?? ''

/** The same for a percentage. */
const wirePercentage = (typed: string, { readNumber }: AmountFormat): string =>
  findTypedAmount(readNumber(typed, percentageDigits)) ?? ''

/** From zero up, with no more digits than the currency has. */
export const isAmount = (typed: string, typing: AmountFormat): boolean => wireAmount(typed, typing) !== ''

/** From 0 to 100. */
export const isPercentage = (typed: string, typing: AmountFormat): boolean => {
  const value = wirePercentage(typed, typing)
  return value !== '' && Number(value) <= 100
}

type Kind = 'flat' | 'percentage'

export const wireValue = (typed: string, kind: Kind, typing: AmountFormat): string =>
  kind === 'flat' ? wireAmount(typed, typing) : wirePercentage(typed, typing)

/** An amount of the wire, or else a percentage, as a form shows it first: no zeros that nobody asked for. */
export const draftAmount = (value: string, kind: Kind, { writeAmount, writeNumber }: AmountFormat): string =>
  kind === 'flat' ? writeAmount(value) : writeNumber(Number(value))

/** A whole number within the limits; null when it is none. */
export const parseWholeNumber = (
  typed: string,
  { least, most }: { least: number; most: number },
  { readNumber }: AmountFormat,
) => {
  const value = findTypedAmount(readNumber(typed, 0))
  const number = value === null ? null : Number(value)
  return number !== null && number >= least && number <= most ? number : null
}
