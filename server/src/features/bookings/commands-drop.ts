// What the drop makes of a trip: what was driven is priced, and paid where the money is there.
import { system } from '@wayfare/core/accounts'
import { isAtDrop, isDue, isUnpaid } from '@wayfare/core/booking'
import type { Fare } from '@wayfare/core/fare'
import { guardFare } from '@wayfare/core/fare-claim'
import type { BookingId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { Settings } from '@wayfare/core/settings'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { announceClaim, computeLapse } from './commands-claims.ts'
import { writePriceChange } from './commands-changes.ts'
import type { BookingRow } from './present.ts'
import { computeMoneyColumns } from './payment.ts'
import { computeFareByTariff, computeStoredDiscount, readStoredFare, readTariff } from './quote.ts'
import { listAudience, lockBooking, publishChange, transitionBooking, writeBooking, type BookingPatch } from './transition.ts'

type Journey = { distanceM: number; durationS: number }
/** The settings of the moment of the drop, and that moment. */
export type Guard = { settings: Settings; now: Date }

const discountOn = (row: BookingRow, { grandTotal }: Fare): bigint => {
  const discount = row.promoDetails ? computeStoredDiscount(row.promoDetails, grandTotal, row.currency, row.tariff.decimal) : 0n
  return discount < grandTotal ? discount : grandTotal
}

/** What is beyond the guard, with the promo's part of it: with what is due now it adds up to what was measured. */
const claimColumns = (row: BookingRow, { measured, due }: Record<'measured' | 'due', Fare>, now: Date) => ({
  claimState: 'open' as const,
  claimAmountMinor: measured.grandTotal - due.grandTotal,
  claimFeesMinor: measured.convenienceFees - due.convenienceFees,
  claimDiscountMinor: discountOn(row, measured) - discountOn(row, due),
  // one that was open before the trip was measured again waits no longer for that
  claimOpenedAt: row.claimOpenedAt ?? now,
  claimLapsesAt: row.claimLapsesAt ?? computeLapse(now),
})

const noClaim = {
  claimState: null,
  claimAmountMinor: 0n,
  claimFeesMinor: 0n,
  claimDiscountMinor: 0n,
  claimOpenedAt: null,
  claimLapsesAt: null,
}

/** What a taxi trip costs once it is known how far and how long was driven, by the tariff and promo that were promised. */
export const computeDrivenColumns = (row: BookingRow, journey: Journey, guard: Guard) => {
  const measured = computeFareByTariff(row.tariff, row.currency, { ...journey, extras: [row.extrasMinor] })
  const { fareClaimPercent, fareClaimMinFares } = guard.settings
  const { decimal, convertToMile } = row.tariff
  const rules = { fareClaimPercent, fareClaimMinFares, code: row.currency, decimal, convertToMile }
  const { due, isClaimed } = guardFare(row.estimateMinor, measured, readTariff(row.tariff), rules)
  const cost = { tripCost: due.grandTotal, convenienceFees: due.convenienceFees, discount: discountOn(row, due) }
  const money = computeMoneyColumns(cost, { mode: row.paymentMode, wallet: row.walletHoldMinor })
  const claim = isClaimed ? claimColumns(row, { measured, due }, guard.now) : noClaim
  return { distanceM: journey.distanceM, fare: JSON.stringify(readStoredFare(due)), ...money, ...claim }
}

/** What is paid already or held is settled at once, a card is waited for, cash is the driver's next step. */
const takeWhatIsThere = async (tx: Tx, deps: Deps, row: BookingRow): Promise<void> => {
  if (row.cashPaymentAmountMinor > 0n) return
  const isOpen = row.cardPaymentAmountMinor > 0n && !row.prepaid
  if (isOpen && isUnpaid(row.status)) return
  const move = isOpen ? { type: 'awaitPayment' as const } : { type: 'pay' as const, mode: row.paymentMode }
  await transitionBooking(tx, deps, { actor: system, id: row.id, move, locked: row })
}

export const finishTrip = async (tx: Tx, deps: Deps, id: BookingId): Promise<void> => {
  const row = await lockBooking(tx, id)
  if (!isAtDrop(row.status)) return
  await announceClaim(tx, row)
  await takeWhatIsThere(tx, deps, row)
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
