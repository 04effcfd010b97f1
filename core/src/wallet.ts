// What may be paid into and out of a wallet; shared by the pages and the server.
import type { Role } from './accounts.ts'
import { getExponent, parseDecimal, type Decimal, type Minor } from './money.ts'

/** The most the desk may add at once, in whole units of the currency: limits the damage of a typing error. */
const mostWhole = 10_000_000n

/** The most that can be added to a wallet at once, in minor units. */
export const computeMostAtOnce = (currency: string): Minor => mostWhole * 10n ** BigInt(getExponent(currency))

/**
 * States of a withdrawal: waiting, paid out, declined before that, or returned by the bank after it. None leads back to waiting:
 * to get the money, the owner requests it again.
 */
export const withdrawStates = ['waiting', 'processed', 'declined', 'returned'] as const
export type WithdrawState = (typeof withdrawStates)[number]

/** The two ends that return the money to the wallet, with the state that each requires before it. */
export const withdrawEnds = { declined: 'waiting', returned: 'processed' } as const satisfies Partial<
  Record<WithdrawState, WithdrawState>
>
export type WithdrawEnd = keyof typeof withdrawEnds

export const getWithdrawState = ({ processed, endedAs }: { processed: boolean; endedAs: WithdrawEnd | null }): WithdrawState =>
  endedAs ?? (processed ? 'processed' : 'waiting')

/** Sources of money that reaches the operator's bank: a payment provider, or the desk's cash box. */
export const depositSources = ['provider', 'cashbox'] as const
export type DepositSource = (typeof depositSources)[number]

/** A driver may always withdraw from his own wallet, a rider only if the operator allows it. */
export const mayWithdraw = (role: Role, settings: { riderWithDraw: boolean }): boolean =>
  role === 'driver' || (role === 'rider' && settings.riderWithDraw)

/** The key of the problem with an amount to withdraw, or null. */
export const checkWithdraw = (amount: Minor | null, balance: Minor): 'proper_amount' | 'wallet_balance_low' | null => {
  if (amount === null || amount <= 0n) return 'proper_amount'
  return amount > balance ? 'wallet_balance_low' : null
}

type BankDetails = { bankName: string | null; bankCode: string | null; bankAccount: string | null }

/** True if money can be sent: account and bank are named; not every country has bank codes. */
export const isBankKnown = ({ bankName, bankAccount }: BankDetails): boolean =>
  Boolean(bankName?.trim()) && Boolean(bankAccount?.trim())

/** The problem with an addition by the desk, or null: no person or positive number, too many decimals, or too much. */
export const checkAddition = (
  { user, amount }: { user: string; amount: Decimal },
  currency: string,
): 'no_details_error' | 'proper_amount' | 'amount_too_large' | null => {
  const minor = parseDecimal(amount, currency)
  const isNumber = /^\d+(\.\d+)?$/.test(amount) && Number(amount) > 0
  if (user === '' || !isNumber) return 'no_details_error'
  if (minor !== null) return minor > computeMostAtOnce(currency) ? 'amount_too_large' : null
  return Number(amount) > Number(mostWhole) ? 'amount_too_large' : 'proper_amount'
}
