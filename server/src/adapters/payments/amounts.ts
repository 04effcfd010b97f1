// Amounts between minor units and what providers write: exact in both directions, never a floating point sum.
import { getExponent, parseDecimal, toDecimal } from '@wayfare/core/money'
import { makeOutage } from '../ports.ts'
import type { Charge, Money, Outcome } from '../ports-payments.ts'

/** Refuses what the provider cannot take: no amount, or another currency. */
export const checkMoney = ({ amountMinor, currency }: Money, currencies: readonly string[]): void => {
  if (!currencies.includes(currency)) throw makeOutage('refused', `the provider does not take ${currency}`)
  if (amountMinor <= 0n) throw makeOutage('refused', 'there is nothing to pay')
}

/** The amount as a decimal with the currency's own digits, such as 149.50. */
export const formatDecimal = ({ amountMinor, currency }: Money): string => toDecimal(amountMinor, currency)

/** With exactly `digits` decimals, for providers with exponents of their own; refuses an amount that this cannot show. */
export const formatDecimalWith = (digits: number, { amountMinor, currency }: Money): string => {
  const [whole = '0', fraction = ''] = toDecimal(amountMinor, currency).split('.')
  if (/[1-9]/.test(fraction.slice(digits)))
    throw makeOutage('refused', `the provider takes ${digits} decimals of ${currency}`, 'provider_amount_step')
  return digits === 0 ? whole : `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}`
}

/**
 * A provider's decimal in minor units, whether it came as text or as a number of JSON (whose shortest spelling is the one that
 * was sent, at any size of a fare); null when it is no amount of this currency.
 */
export const readDecimal = (value: unknown, currency: string): bigint | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  // more zeros than the currency has digits add nothing
  const trimmed = text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  return parseDecimal(trimmed, currency)
}

/** A provider's whole number of minor units, as text or a number of JSON; null when it is none. */
export const readMinor = (value: unknown): bigint | null => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  return typeof value === 'string' && /^-?\d{1,18}$/.test(value) ? BigInt(value) : null
}

/** The amount with its currency; null where one of them is missing. */
export const toMoney = (amountMinor: bigint | null, currency: string): Money | null =>
  amountMinor === null || currency === '' ? null : { amountMinor, currency }

export const readMoney = (value: unknown, currency: string): Money | null => toMoney(readDecimal(value, currency), currency)

/** How a charge stands where the provider says nothing of its money. */
export const makeOutcome = ({ amountMinor, currency, providerTxn }: Charge, state: Outcome['state']): Outcome => ({
  state,
  amountMinor,
  currency,
  providerTxn,
})

const ranking = ['paid', 'pending', 'failed', 'expired'] as const

/** Of all tries to pay one charge the one that counts; undefined where there was none. */
export const pickOutcome = (outcomes: readonly Outcome[]): Outcome | undefined =>
  outcomes.toSorted((a, b) => ranking.indexOf(a.state) - ranking.indexOf(b.state))[0]

/** A decimal as a number of JSON that is spelled the same, but for zeros at its end; refused when no number is. */
export const toJsonNumber = (decimal: string): number => {
  const number = Number(decimal)
  const trimmed = decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
  if (String(number) === trimmed) return number
  throw makeOutage('refused', 'the amount has too many digits')
}

/** Whole units of `digits` decimals, for providers with exponents of their own; refuses an amount that they cannot count. */
export const toUnits = (digits: number, { amountMinor, currency }: Money): bigint => {
  const more = digits - getExponent(currency)
  if (more >= 0) return amountMinor * 10n ** BigInt(more)
  const step = 10n ** BigInt(-more)
  if (amountMinor % step !== 0n) throw makeOutage('refused', `the provider takes ${digits} decimals of ${currency}`)
  return amountMinor / step
}

/** Such units in minor units again; null when they are no amount of this currency. */
export const readUnits = (digits: number, value: unknown, currency: string): bigint | null => {
  const units = readMinor(value)
  const more = digits - getExponent(currency)
  if (units === null || more <= 0) return units === null ? null : units * 10n ** BigInt(-more)
  const step = 10n ** BigInt(more)
  return units % step === 0n ? units / step : null
}
