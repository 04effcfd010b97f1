// What may go into a wallet and out of it: the page and the server ask the same questions.
import type { Role } from './accounts.ts'
import { getExponent, parseDecimal, type Decimal, type Minor } from './money.ts'

/** What the desk may add at once, in whole units of the currency: a slip of the finger stays small. */
const mostWhole = 10_000_000n

/** The most that is added to a wallet at once, in minor units. */
export const computeMostAtOnce = (currency: string): Minor => mostWhole * 10n ** BigInt(getExponent(currency))

/**
 * What becomes of a withdrawal: it waits, was paid out, was declined before that, or came back from the bank after it. Nothing
 * leads back to waiting: who wants the money asks again.
 */
export const withdrawStates = ['waiting', 'processed', 'declined', 'returned'] as const
export type WithdrawState = (typeof withdrawStates)[number]

/** The two that put the money into the wallet again, and the state that each needs before it. */
export const withdrawEnds = { declined: 'waiting', returned: 'processed' } as const satisfies Partial<
  Record<WithdrawState, WithdrawState>
>
export type WithdrawEnd = keyof typeof withdrawEnds

export const getWithdrawState = ({ processed, endedAs }: { processed: boolean; endedAs: WithdrawEnd | null }): WithdrawState =>
  endedAs ?? (processed ? 'processed' : 'waiting')

/** Where money that reaches the operator's bank comes from: a payment provider, or the desk's cash box. */
export const depositSources = ['provider', 'cashbox'] as const
export type DepositSource = (typeof depositSources)[number]

/** A driver may always take money out of the own wallet, a rider where the operator allows it. */
export const mayWithdraw = (role: Role, settings: { riderWithDraw: boolean }): boolean =>
  role === 'driver' || (role === 'rider' && settings.riderWithDraw)

/** What is wrong with an amount one wants to have paid out, in words of the language set; null when nothing is. */
export const checkWithdraw = (amount: Minor | null, balance: Minor): 'proper_amount' | 'wallet_balance_low' | null => {
  if (amount === null || amount <= 0n) return 'proper_amount'
  return amount > balance ? 'wallet_balance_low' : null
}

type BankDetails = { bankName: string | null; bankCode: string | null; bankAccount: string | null }

/** Money can be sent to a named account at a named bank; not every country has codes for banks. */
export const isBankKnown = ({ bankName, bankAccount }: BankDetails): boolean =>
  Boolean(bankName?.trim()) && Boolean(bankAccount?.trim())

/** What is wrong with what the desk wants to add: no person or nothing above zero, a finer amount than there is, or too much. */
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
