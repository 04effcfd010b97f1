// How a trip's cost is split between those who pay it and those who earn it.
import type { Minor } from './money.ts'

export const paymentModes = ['cash', 'wallet', 'card'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** All in minor units; payable = total − discount, and its wallet, card and cash parts add up to it. */
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
export const driverShareOf = (tripCost: Minor, convenienceFees: Minor): Minor => tripCost - convenienceFees

/** Cash pays everything: cashPaymentAmount = payableAmount, discount, wallet and card are zero. */
export const settleInCash = (tripCost: Minor, convenienceFees: Minor): Settlement => ({
  paymentMode: 'cash',
  tripCost,
  driverShare: driverShareOf(tripCost, convenienceFees),
  discountAmount: 0n,
  payableAmount: tripCost,
  usedWalletMoney: 0n,
  cardPaymentAmount: 0n,
  cashPaymentAmount: tripCost,
  customerPaid: tripCost,
})
