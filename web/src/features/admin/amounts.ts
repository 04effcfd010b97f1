// Amounts and percentages as people type them, as the wire wants them.
import { fromDecimal } from '@wayfare/core/money'
import { inPlainDigits } from '@wayfare/core/settings-checks'

/** Plain digits and a point: a comma and other digits are understood. */
export const plainAmount = (typed: string): string => inPlainDigits(typed).replaceAll(/[\s\u00a0]/g, '')

const minorIn = (typed: string, currency: string): bigint | null => {
  const minor = /^\d{1,12}(\.\d{1,4})?$/.test(plainAmount(typed)) ? fromDecimal(plainAmount(typed), currency) : null
  return minor
}

/** From zero up, with no more digits than the currency has. */
export const isAmount = (typed: string, currency: string): boolean => minorIn(typed, currency) !== null

export const isAboveZero = (typed: string, currency: string): boolean => (minorIn(typed, currency) ?? 0n) > 0n

/** From 0 to 100 with two digits after the point, as the euro has. */
export const isPercentage = (typed: string): boolean => {
  const hundredths = minorIn(typed, 'EUR')
  return hundredths !== null && hundredths <= 10_000n
}

/** A whole number within the limits; null when it is none. */
export const wholeNumber = (typed: string, least: number, most: number): number | null => {
  const text = plainAmount(typed)
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null
  return number !== null && number >= least && number <= most ? number : null
}
