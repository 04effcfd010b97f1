// Prices a trip at the drop by what was driven, and settles it where the money is already there.
import { system } from '@wayfare/core/accounts'
import { isAtDrop, isDue, isUnpaid } from '@wayfare/core/booking'
import type { BookingId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { announceClaim } from './commands-claims.ts'
import { writePriceChange } from './commands-changes.ts'
import type { BookingRow } from './present.ts'
import { listAudience, lockBooking, publishChange, transitionBooking, writeBooking, type BookingPatch } from './transition.ts'

/** Settles at once what is prepaid or held. A card payment is still to come, and collecting cash is the driver's next step. */
const takeWhatIsThere = async (tx: Tx, deps: Deps, row: BookingRow): Promise<BookingRow> => {
  if (row.cashPaymentAmountMinor > 0n) return row
  const isOpen = row.cardPaymentAmountMinor > 0n && !row.prepaid
  if (isOpen && isUnpaid(row.status)) return row
  const move = isOpen ? { type: 'awaitPayment' as const } : { type: 'pay' as const, mode: row.paymentMode }
  return transitionBooking(tx, deps, { actor: system, id: row.id, move, locked: row })
}

/** Prices and settles a booking that has just reached its drop. The caller holds the lock. */
export const finishTrip = async (tx: Tx, deps: Deps, row: BookingRow): Promise<BookingRow> => {
  if (!isAtDrop(row.status)) return row
  await announceClaim(tx, row)
  return takeWhatIsThere(tx, deps, row)
}

/** A card page that can be paid names an amount: that stands, whatever becomes known meanwhile. Most take another card after one that was declined (decision 112). */
const isBeingPaid = async (tx: Tx, id: BookingId): Promise<boolean> => {
  const payable = tx
    .selectFrom('payment')
    .select('id')
    .where('bookingId', '=', id)
    .where((where) => where.or([where('status', '=', 'open'), where('status', '=', 'failed').and('nextCheckAt', 'is not', null)]))
  return (await payable.executeTakeFirst()) !== undefined
}

/**
 * True until the trip is paid or somebody relies on its fare: the rider on a card page, or the desk in its decision on a claim.
 */
const isFareOpen = async (tx: Tx, { id, status, claimState }: BookingRow): Promise<boolean> =>
  isDue(status) && (claimState === null || claimState === 'open') && !(await isBeingPaid(tx, id))

const tellNewFare = async (tx: Tx, before: BookingRow, row: BookingRow): Promise<void> => {
  await publishChange(tx, row)
  if (row.payableAmountMinor === before.payableAmountMinor && row.driverShareMinor === before.driverShareMinor) return
  const text = (minor: bigint): string => toDecimal(minor, row.currency)
  const told = { payable: text(before.payableAmountMinor), driverShare: text(before.driverShareMinor) }
  await emitEvent(tx, { type: 'FareMeasuredAgain', bookingId: row.id, before: told, audience: listAudience(row, []) })
}

/** Updates route, fare and claim once more is known of what was driven than at the drop, and publishes the change. */
export const repriceTrip = async (tx: Tx, deps: Deps, id: BookingId, patch: (row: BookingRow) => BookingPatch): Promise<void> => {
  const before = await lockBooking(tx, id)
  if (!(await isFareOpen(tx, before))) return
  const row = await writeBooking(tx, before, patch(before))
  await writePriceChange(tx, system, { before, row })
  if (row.claimAmountMinor !== before.claimAmountMinor) await announceClaim(tx, row)
  await tellNewFare(tx, before, row)
  await takeWhatIsThere(tx, deps, row)
}
