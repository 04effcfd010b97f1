// Amounts and percentages as people type them, as the wire wants them.
import { plainAmount, shortDecimal, typedAmount } from '@wayfare/core/wallet'

export { plainAmount } from '@wayfare/core/wallet'

/** From zero up, with no more digits than the currency has. */
export const isAmount = (typed: string, currency: string): boolean => typedAmount(typed, currency) !== null

export const isAboveZero = (typed: string, currency: string): boolean => (typedAmount(typed, currency) ?? 0n) > 0n

/** From 0 to 100 with two digits after the point, as the euro has. */
export const isPercentage = (typed: string): boolean => {
  const hundredths = typedAmount(typed, 'EUR')
  return hundredths !== null && hundredths <= 10_000n
}

/** An amount of the wire, or else a percentage, as a form shows it first: no zeros that nobody asked for. */
export const draftAmount = (value: string, type: 'flat' | 'percentage', settings: { code: string; decimal: number }): string =>
  type === 'flat' ? shortDecimal(value, settings) : String(Number(value))

/** A whole number within the limits; null when it is none. */
export const wholeNumber = (typed: string, least: number, most: number): number | null => {
  const text = plainAmount(typed)
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null
  return number !== null && number >= least && number <= most ? number : null
}
