// The money of a booking: what is set aside, charged and given back. Only wallet/post moves it.
import { cancelFeePostings } from '@wayfare/core/ledger'
import { listHoldPostings, listTripPostings, listUndoPostings } from '../../db/booking-money.ts'
import type { Deps, Tx } from '../../deps.ts'
import { returnPromo } from '../promos/commands.ts'
import { countEarning } from '../reports/commands.ts'
import { writePostings } from '../wallet/post.ts'
import type { BookingRow } from './present.ts'

/** Sets the wallet's part aside; refuses with wallet_balance_low when it is not there. */
export const holdMoney = async (tx: Tx, row: BookingRow): Promise<void> => {
  await writePostings(tx, row.currency, listHoldPostings(row))
}

/** The driver earns, the platform has its fee, what a hold did not need goes back, and the reports count it. */
export const settleTrip = async (tx: Tx, deps: Deps, row: BookingRow): Promise<void> => {
  if (row.driverId === null) return
  await writePostings(tx, row.currency, listTripPostings(row, row.driverId))
  await countEarning(tx, deps, row.id)
}

/** A cancelled booking gives back what it held, what a card had paid, and its promo. */
export const undoPayment = async (tx: Tx, row: BookingRow): Promise<void> => {
  await writePostings(tx, row.currency, listUndoPostings(row))
  await returnPromo(tx, row.id)
}

/** A late cancellation by the rider is the driver's. */
export const chargeCancelFee = async (tx: Tx, row: BookingRow): Promise<void> => {
  if (row.cancelFeeMinor === 0n || row.driverId === null) return
  const trip = { id: row.id, customer: row.customerId, driver: row.driverId }
  await writePostings(tx, row.currency, cancelFeePostings(trip, row.cancelFeeMinor))
}
