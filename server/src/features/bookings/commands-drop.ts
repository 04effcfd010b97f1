// What the drop makes of a trip: what was driven is priced, and paid where the money is there.
import { system } from '@wayfare/core/accounts'
import { isAtDrop } from '@wayfare/core/booking'
import type { Fare } from '@wayfare/core/fare'
import { guardFare } from '@wayfare/core/fare-claim'
import type { BookingId } from '@wayfare/core/ids'
import type { Settings } from '@wayfare/core/settings'
import type { Deps, Tx } from '../../deps.ts'
import { announceClaim, computeLapse } from './commands-claims.ts'
import type { BookingRow } from './present.ts'
import { computeMoneyColumns } from './payment.ts'
import { computeFareByTariff, computeStoredDiscount, readStoredFare, readTariff } from './quote.ts'
import { lockBooking, transitionBooking } from './transition.ts'

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
  claimOpenedAt: now,
  claimLapsesAt: computeLapse(now),
})

/** What a taxi trip costs once it is known how far and how long was driven, by the tariff and promo that were promised. */
export const computeDrivenColumns = (row: BookingRow, journey: Journey, guard: Guard) => {
  const measured = computeFareByTariff(row.tariff, row.currency, { ...journey, extras: [row.extrasMinor] })
  const { fareClaimPercent, fareClaimMinFares } = guard.settings
  const { decimal, convertToMile } = row.tariff
  const rules = { fareClaimPercent, fareClaimMinFares, code: row.currency, decimal, convertToMile }
  const { due, isClaimed } = guardFare(row.estimateMinor, measured, readTariff(row.tariff), rules)
  const cost = { tripCost: due.grandTotal, convenienceFees: due.convenienceFees, discount: discountOn(row, due) }
  const money = computeMoneyColumns(cost, { mode: row.paymentMode, wallet: row.walletHoldMinor })
  const claim = isClaimed ? claimColumns(row, { measured, due }, guard.now) : {}
  return { distanceM: journey.distanceM, fare: JSON.stringify(readStoredFare(due)), ...money, ...claim }
}

/** After the drop: what is paid already or held is settled at once, a card is waited for, cash is the driver's next step. */
export const finishTrip = async (tx: Tx, deps: Deps, id: BookingId): Promise<void> => {
  const row = await lockBooking(tx, id)
  if (!isAtDrop(row.status)) return
  await announceClaim(tx, row)
  if (row.cashPaymentAmountMinor > 0n) return
  const isOpen = row.cardPaymentAmountMinor > 0n && !row.prepaid
  const move = isOpen ? { type: 'awaitPayment' as const } : { type: 'pay' as const, mode: row.paymentMode }
  await transitionBooking(tx, deps, { actor: system, id, move, locked: row })
}
