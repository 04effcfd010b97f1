// What the wallet, a card and cash would each pay: the server's own split, before it is asked.
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { settleCost, type PaymentMode } from '@wayfare/core/settlement'

export type PaymentChoice = { mode: PaymentMode; useWallet: boolean }

/** Decimals; together what is to be paid. */
export type PaymentParts = { wallet: string; card: string; cash: string }

export const isZero = (decimal: string): boolean => Number(decimal) === 0

/** `payable` and `balance` are decimals of the currency; null is a wallet that is not known. */
export const splitPayment = (
  payable: string,
  { mode, useWallet }: PaymentChoice,
  balance: string | null,
  currency: string,
): PaymentParts => {
  const minor = (decimal: string): bigint => parseDecimal(decimal, currency) ?? 0n
  const cost = { tripCost: minor(payable), convenienceFees: 0n, discount: 0n }
  const wallet = mode === 'wallet' || useWallet ? minor(balance ?? '0') : 0n
  const split = settleCost(cost, { mode, wallet })
  return {
    wallet: toDecimal(split.usedWalletMoney, currency),
    card: toDecimal(split.cardPaymentAmount, currency),
    cash: toDecimal(split.cashPaymentAmount, currency),
  }
}

/** Whether the wallet can pay it all. */
export const canWalletPayAll = (payable: string, balance: string | null): boolean =>
  balance !== null && Number(balance) >= Number(payable)
