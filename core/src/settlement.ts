// How a trip's cost is split between those who pay it and those who earn it.
import type { MessageKey } from './errors.ts'
import type { Minor } from './money.ts'

export const paymentModes = ['cash', 'wallet', 'card'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** All in minor units; payable = tripCost − discount, and its wallet, card and cash parts add up to it. */
export type Settlement = {
  paymentMode: PaymentMode
  tripCost: Minor
  driverShare: Minor
  discountAmount: Minor
  payableAmount: Minor
  usedWalletMoney: Minor
  cardPaymentAmount: Minor
  cashPaymentAmount: Minor
  customerPaid: Minor
}

/** The driver's share is the fare without the convenience fee, which is the platform's. */
const driverShareOf = (tripCost: Minor, convenienceFees: Minor): Minor => tripCost - convenienceFees

const lesser = (a: Minor, b: Minor): Minor => (a < b ? a : b)

/** How the rider pays: by one mode, with what the wallet gives first (`wallet` in minor units; 0 leaves it alone). */
export type Payment = { mode: PaymentMode; wallet: Minor }

/**
 * Splits a cost. The wallet gives first, up to the whole; the rest is the mode's own part. What a wallet that was to pay all
 * cannot pay is cash: the driver is there and the trip is over. A discount never exceeds the cost.
 */
export const settleCost = (
  cost: { tripCost: Minor; convenienceFees: Minor; discount: Minor },
  { mode, wallet }: Payment,
): Settlement => {
  const discountAmount = lesser(cost.discount, cost.tripCost)
  const payableAmount = cost.tripCost - discountAmount
  const usedWalletMoney = lesser(wallet > 0n ? wallet : 0n, payableAmount)
  const rest = payableAmount - usedWalletMoney
  return {
    paymentMode: mode,
    tripCost: cost.tripCost,
    driverShare: driverShareOf(cost.tripCost, cost.convenienceFees),
    discountAmount,
    payableAmount,
    usedWalletMoney,
    cardPaymentAmount: mode === 'card' ? rest : 0n,
    cashPaymentAmount: mode === 'card' ? 0n : rest,
    customerPaid: payableAmount,
  }
}

/** The key that explains why a new booking cannot be paid this way from a wallet with this balance, or null. */
export const checkPayment = (payable: Minor, { mode, wallet }: Payment, balance: Minor): MessageKey | null => {
  const needed = mode === 'wallet' ? payable : wallet
  return needed > 0n && balance < needed ? 'wallet_balance_low' : null
}
