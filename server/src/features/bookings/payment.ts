// The money of a booking: holds, charges and refunds. Only wallet/post moves money.
import { cancelFeePostings } from '@wayfare/core/ledger'
import { listHoldPostings, listTripPostings, listUndoPostings } from '../../db/booking-money.ts'
import type { Deps, Tx } from '../../deps.ts'
import { returnPromo } from '../promos/commands.ts'
import { countCancelFee, countEarning } from '../reports/commands.ts'
import { writePostings } from '../wallet/post.ts'
import type { BookingRow } from './present.ts'

/** Holds the wallet's part of the price; refuses with wallet_balance_low if the balance is too low. */
export const holdMoney = async (tx: Tx, row: BookingRow): Promise<void> => {
  await writePostings(tx, row.currency, listHoldPostings(row))
}

/**
 * Settles a trip: pays the driver's share and the platform's fee, releases the unused part of a hold, and updates the reports.
 */
export const settleTrip = async (tx: Tx, deps: Deps, row: BookingRow): Promise<void> => {
  if (row.driverId === null) return
  await writePostings(tx, row.currency, listTripPostings(row, row.driverId))
  await countEarning(tx, deps, row.id)
}

/**
 * Undoes the payment of a cancelled booking: releases its hold, refunds card payments to the wallet, and frees its promo code.
 */
export const undoPayment = async (tx: Tx, row: BookingRow): Promise<void> => {
  await writePostings(tx, row.currency, listUndoPostings(row))
  await returnPromo(tx, row.id)
}

/** A late cancellation by the rider is the driver's. */
export const chargeCancelFee = async (tx: Tx, deps: Deps, row: BookingRow): Promise<void> => {
  if (row.cancelFeeMinor === 0n || row.driverId === null) return
  const trip = { id: row.id, customer: row.customerId, driver: row.driverId }
  await writePostings(tx, row.currency, cancelFeePostings(trip, row.cancelFeeMinor))
  await countCancelFee(tx, deps, row.id)
}
