// The money of a booking: how its cost is split, what is set aside, charged and given back. Only wallet/post moves it.
import { cancelFeePostings, makeHoldPosting, makeTripPostings, refundPosting, releasePosting } from '@wayfare/core/ledger'
import { makeRecord } from '@wayfare/core/records'
import { settleCost, type Payment, type Settlement } from '@wayfare/core/settlement'
import type { Deps, Tx } from '../../deps.ts'
import { returnPromo } from '../promos/commands.ts'
import { countEarning } from '../reports/commands.ts'
import { writePosting } from '../wallet/post.ts'
import type { BookingRow } from './present.ts'

type Cost = { tripCost: bigint; convenienceFees: bigint; discount: bigint }

/** The money columns of a cost that is paid this way. */
export const computeMoneyColumns = (cost: Cost, payment: Payment) => {
  const settlement = settleCost(cost, payment)
  return {
    tripCostMinor: settlement.tripCost,
    convenienceFeesMinor: cost.convenienceFees,
    driverShareMinor: settlement.driverShare,
    discountAmountMinor: settlement.discountAmount,
    payableAmountMinor: settlement.payableAmount,
    usedWalletMoneyMinor: settlement.usedWalletMoney,
    cardPaymentAmountMinor: settlement.cardPaymentAmount,
    cashPaymentAmountMinor: settlement.cashPaymentAmount,
    customerPaidMinor: settlement.customerPaid,
  }
}

const settled = [
  'tripCost',
  'driverShare',
  'discountAmount',
  'payableAmount',
  'usedWalletMoney',
  'cardPaymentAmount',
  'cashPaymentAmount',
  'customerPaid',
] as const

const settlementOf = (row: BookingRow): Settlement => ({
  paymentMode: row.paymentMode,
  ...makeRecord(settled, (amount) => row[`${amount}Minor`]),
})

const moneyOf = (row: BookingRow, amount: bigint) => ({
  id: row.id,
  owner: row.customerId,
  amount,
})

/** Sets the wallet's part aside; refuses with wallet_balance_low when it is not there. */
export const holdMoney = async (tx: Tx, row: BookingRow): Promise<void> => {
  if (row.walletHoldMinor > 0n) await writePosting(tx, row.currency, makeHoldPosting(moneyOf(row, row.walletHoldMinor)))
}

/** The driver earns, the platform has its fee, what a hold did not need goes back, and the reports count it. */
export const settleTrip = async (tx: Tx, deps: Deps, row: BookingRow): Promise<void> => {
  if (row.driverId === null) return
  const trip = { id: row.id, customer: row.customerId, driver: row.driverId }
  for (const posting of makeTripPostings(trip, settlementOf(row))) await writePosting(tx, row.currency, posting)
  const left = row.walletHoldMinor - row.usedWalletMoneyMinor
  if (left > 0n) await writePosting(tx, row.currency, releasePosting(moneyOf(row, left)))
  await countEarning(tx, deps, trip.id)
}

/** A cancelled booking gives back what it held, what a card had paid, and its promo. */
export const undoPayment = async (tx: Tx, row: BookingRow): Promise<void> => {
  if (row.walletHoldMinor > 0n) await writePosting(tx, row.currency, releasePosting(moneyOf(row, row.walletHoldMinor)))
  if (row.prepaid && row.cardPaymentAmountMinor > 0n)
    await writePosting(tx, row.currency, refundPosting(moneyOf(row, row.cardPaymentAmountMinor)))
  await returnPromo(tx, row.id)
}

/** A late cancellation by the rider is the driver's. */
export const chargeCancelFee = async (tx: Tx, row: BookingRow): Promise<void> => {
  if (row.cancelFeeMinor === 0n || row.driverId === null) return
  const trip = { id: row.id, customer: row.customerId, driver: row.driverId }
  for (const posting of cancelFeePostings(trip, row.cancelFeeMinor)) await writePosting(tx, row.currency, posting)
}
