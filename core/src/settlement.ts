// Splits a trip's cost between the ways it is paid, and between driver and platform.
import type { MessageKey } from './errors.ts'
import type { Minor } from './money.ts'

export const paymentModes = ['cash', 'wallet', 'card'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** All in minor units; payable = tripCost − discount, the sum of the wallet, card and cash parts. */
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

/** The driver's share is the fare without the convenience fee, which goes to the platform. */
const driverShareOf = (tripCost: Minor, convenienceFees: Minor): Minor => tripCost - convenienceFees

const lesser = (a: Minor, b: Minor): Minor => (a < b ? a : b)

/** How the rider pays: one mode, with `wallet` (minor units) taken from the wallet first; 0 leaves it untouched. */
export type Payment = { mode: PaymentMode; wallet: Minor }

/**
 * Splits a cost. The wallet pays first, up to the whole; the rest is paid in the given mode. If the wallet was to pay everything
 * but cannot, the rest is cash: the driver is there and the trip is over. A discount never exceeds the cost.
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

/** The key of why a new booking cannot be paid this way from a wallet with this balance, or null. */
export const checkPayment = (payable: Minor, { mode, wallet }: Payment, balance: Minor): MessageKey | null => {
  const needed = mode === 'wallet' ? payable : wallet
  return needed > 0n && balance < needed ? 'wallet_balance_low' : null
}
