// What the drop makes of a trip: what was driven is priced, and paid where the money is there.
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

/** What is paid already or held is settled at once, a card is waited for, cash is the driver's next step. */
const takeWhatIsThere = async (tx: Tx, deps: Deps, row: BookingRow): Promise<BookingRow> => {
  if (row.cashPaymentAmountMinor > 0n) return row
  const isOpen = row.cardPaymentAmountMinor > 0n && !row.prepaid
  if (isOpen && isUnpaid(row.status)) return row
  const move = isOpen ? { type: 'awaitPayment' as const } : { type: 'pay' as const, mode: row.paymentMode }
  return transitionBooking(tx, deps, { actor: system, id: row.id, move, locked: row })
}

/** Of a booking that was just moved to its drop, under the lock. */
export const finishTrip = async (tx: Tx, deps: Deps, row: BookingRow): Promise<BookingRow> => {
  if (!isAtDrop(row.status)) return row
  await announceClaim(tx, row)
  return takeWhatIsThere(tx, deps, row)
}

/** A card page that the rider has open names an amount: that stands, whatever becomes known meanwhile. */
const isBeingPaid = async (tx: Tx, id: BookingId): Promise<boolean> => {
  const open = tx.selectFrom('payment').select('id').where('bookingId', '=', id).where('status', '=', 'open')
  return (await open.executeTakeFirst()) !== undefined
}

/** Until the trip is paid, or somebody has relied on its fare: the rider on a card page, the desk in its answer to a claim. */
const isFareOpen = async (tx: Tx, { id, status, claimState }: BookingRow): Promise<boolean> =>
  isDue(status) && (claimState === null || claimState === 'open') && !(await isBeingPaid(tx, id))

const tellNewFare = async (tx: Tx, before: BookingRow, row: BookingRow): Promise<void> => {
  await publishChange(tx, row)
  if (row.payableAmountMinor === before.payableAmountMinor && row.driverShareMinor === before.driverShareMinor) return
  const text = (minor: bigint): string => toDecimal(minor, row.currency)
  const told = { payable: text(before.payableAmountMinor), driverShare: text(before.driverShareMinor) }
  await emitEvent(tx, { type: 'FareMeasuredAgain', bookingId: row.id, before: told, audience: listAudience(row, []) })
}

/** What was driven is known better than at the drop: way, fare and claim follow, and who may rely on them is told. */
export const repriceTrip = async (tx: Tx, deps: Deps, id: BookingId, patch: (row: BookingRow) => BookingPatch): Promise<void> => {
  const before = await lockBooking(tx, id)
  if (!(await isFareOpen(tx, before))) return
  const row = await writeBooking(tx, before, patch(before))
  await writePriceChange(tx, system, { before, row })
  if (row.claimAmountMinor !== before.claimAmountMinor) await announceClaim(tx, row)
  await tellNewFare(tx, before, row)
  await takeWhatIsThere(tx, deps, row)
}
