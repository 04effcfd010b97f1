// What may go into a wallet and out of it: the page and the server ask the same questions.
import type { Role } from './accounts.ts'
import { exponentOf, fromDecimal, toDecimal } from './money.ts'
import type { Decimal, Minor } from './money.ts'
import { inPlainDigits } from './settings-checks.ts'

/** What the desk may add at once, in whole units of the currency: a slip of the finger stays small. */
const mostWhole = 10_000_000n

/** The most that is added to a wallet at once, in minor units. */
export const mostAtOnce = (currency: string): Minor => mostWhole * 10n ** BigInt(exponentOf(currency))

/** An amount as people type it: spaces are left out, a decimal comma and other digits are understood. */
export const plainAmount = (typed: string): string => inPlainDigits(typed).replaceAll(/\s/g, '')

/** Minor units of an amount that was typed; null for what is none, has a sign, or has more decimals than the currency. */
export const typedAmount = (typed: string, currency: string): Minor | null => {
  const text = plainAmount(typed)
  return /^\d{1,12}(\.\d{1,4})?$/.test(text) ? fromDecimal(text, currency) : null
}

/**
 * An amount with the digits that the settings have, or with all of the currency's where it has finer ones: at 0 decimals 45 SEK are
 * "45" and 12.5 SEK are "12.50". What is no amount of the currency stays as it is.
 */
export const shortDecimal = (value: Decimal, { code, decimal }: { code: string; decimal: number }): Decimal => {
  const amount = fromDecimal(value, code)
  if (amount === null) return value
  const whole = toDecimal(amount, code)
  const spare = Math.max(0, exponentOf(code) - Math.ceil(decimal))
  return spare > 0 && amount % 10n ** BigInt(spare) === 0n ? whole.slice(0, -spare).replace(/\.$/, '') : whole
}

/** A driver may always take money out of the own wallet, a rider where the operator allows it. */
export const mayWithdraw = (role: Role, settings: { riderWithDraw: boolean }): boolean =>
  role === 'driver' || (role === 'rider' && settings.riderWithDraw)

/** What is wrong with an amount one wants to have paid out, in words of the language set; null when nothing is. */
export const checkWithdraw = (amount: Minor | null, balance: Minor): 'proper_amount' | 'wallet_balance_low' | null => {
  if (amount === null || amount <= 0n) return 'proper_amount'
  return amount > balance ? 'wallet_balance_low' : null
}

export type BankDetails = { bankName: string | null; bankCode: string | null; bankAccount: string | null }

/** Money can be sent to a named account at a named bank; not every country has codes for banks. */
export const isBankKnown = ({ bankName, bankAccount }: BankDetails): boolean =>
  Boolean(bankName?.trim()) && Boolean(bankAccount?.trim())

/** What is wrong with what the desk wants to add: no person or nothing above zero, a finer amount than there is, or too much. */
export const checkAddition = (
  { user, amount }: { user: string; amount: string },
  currency: string,
): 'no_details_error' | 'proper_amount' | 'amount_too_large' | null => {
  const minor = typedAmount(amount, currency)
  const isNumber = /^\d+(\.\d+)?$/.test(plainAmount(amount)) && Number(plainAmount(amount)) > 0
  if (user === '' || !isNumber) return 'no_details_error'
  if (minor !== null) return minor > mostAtOnce(currency) ? 'amount_too_large' : null
  return Number(plainAmount(amount)) > Number(mostWhole) ? 'amount_too_large' : 'proper_amount'
}
