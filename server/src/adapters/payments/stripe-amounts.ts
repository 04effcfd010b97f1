// How Stripe counts: in minor units of its own, by docs.stripe.com/currencies.
import { getExponent } from '@wayfare/core/money'
import { readField, readText } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { Money } from '../ports-payments.ts'
import { readUnits, toMoney, toUnits } from './amounts.ts'

/** Where Stripe counts otherwise than ISO 4217: two of them with hundredths that must be zero. */
const ownDigits: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }
const digitsOf = (currency: string): number => ownDigits[currency] ?? getExponent(currency)

/** The smallest difference between two amounts that Stripe takes, in minor units: of three decimals the last must be zero. */
const stepOf = (currency: string): bigint => {
  const [own, iso] = [digitsOf(currency), getExponent(currency)]
  if (own === 3) return 10n
  return own < iso ? 10n ** BigInt(iso - own) : 1n
}

export const toStripeAmount = (money: Money): string => {
  if (money.amountMinor % stepOf(money.currency) !== 0n) {
    throw makeOutage('refused', `Stripe takes no ${money.amountMinor} of ${money.currency}`, 'provider_amount_step')
  }
  return String(toUnits(digitsOf(money.currency), money))
}

/** The amount under this name of one of its objects; null when there is none. */
export const readMoney = (object: unknown, name: string): Money | null => {
  const currency = readText(object, 'currency')?.toUpperCase() ?? ''
  return toMoney(readUnits(digitsOf(currency), readField(object, name), currency), currency)
}
