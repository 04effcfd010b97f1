// What a booking's money columns hold and which postings they lead to, as the core computes them: in the words of the table.
import {
  computeFare,
  fareParts,
  fareSums,
  tariffFields,
  type Fare,
  type FareLine,
  type Journey as Way,
  type Tariff,
} from '@wayfare/core/fare'
import { claimHours, guardFare } from '@wayfare/core/fare-claim'
import type { UserId } from '@wayfare/core/ids'
import { makeHoldPosting, makeTripPostings, refundPosting, releasePosting, type Posting } from '@wayfare/core/ledger'
import { computeDiscount, type Promo } from '@wayfare/core/promo'
import { makeRecord } from '@wayfare/core/records'
import type { Settings } from '@wayfare/core/settings'
import { settleCost, type Payment, type Settlement } from '@wayfare/core/settlement'
import type { StoredFare, StoredTariff } from './tables-bookings.ts'
import type { StoredPromo } from './tables-promos.ts'
import type { TableRow } from './tables.ts'

type BookingRow = TableRow<'booking'>

export const readStoredFare = (fare: Fare): StoredFare => {
  const amount = (line: FareLine): string => String(fare[line])
  return Object.assign(makeRecord(fareParts, amount), { minimumApplied: fare.minimumApplied }, makeRecord(fareSums, amount))
}

const readTariff = (stored: StoredTariff): Tariff => ({
  ...makeRecord(tariffFields, (field) => BigInt(stored[field] ?? 0)),
  feeType: stored.feeType,
  feeFlat: BigInt(stored.feeFlat),
  feeHundredths: stored.feeHundredths,
})

/** The fare of a journey by a tariff as it was promised, whatever the settings say now. */
export const computeFareByTariff = (stored: StoredTariff, currency: string, journey: Way): Fare =>
  computeFare(readTariff(stored), journey, { code: currency, decimal: stored.decimal, convertToMile: stored.convertToMile })

/** What a car type charges at this moment, as a booking keeps it. */
export const storeTariff = (
  row: TableRow<'carType'>,
  { decimal, convertToMile }: Pick<Settings, 'decimal' | 'convertToMile'>,
): StoredTariff => ({
  ...makeRecord(tariffFields, (field) => String(row[`${field}Minor`])),
  feeType: row.feeType,
  feeFlat: String(row.feeFlatMinor),
  feeHundredths: row.feeHundredths,
  decimal,
  convertToMile,
})

/** What a stored promo takes off this cost. */
export const computeStoredDiscount = (stored: StoredPromo, cost: bigint, currency: string, decimal: number): bigint => {
  const promo: Promo = {
    discountType: stored.discountType,
    discountValue: BigInt(stored.discountValue),
    maxDiscount: stored.maxDiscount === null ? null : BigInt(stored.maxDiscount),
    minOrder: 0n,
    validUntil: null,
    usageLimit: null,
    perUserLimit: null,
  }
  return computeDiscount(promo, cost, { code: currency, decimal })
}

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

type Journey = { distanceM: number; durationS: number }
/** When a claim that comes up now lapses. */
const computeLapse = (now: Date): Date => new Date(now.getTime() + claimHours * 3_600_000)

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

/** What of the wallet is set aside for it. */
export const listHoldPostings = (row: BookingRow): Posting[] =>
  row.walletHoldMinor > 0n ? [makeHoldPosting(moneyOf(row, row.walletHoldMinor))] : []

/** The driver earns, the platform has its fee, and what a hold did not need goes back. */
export const listTripPostings = (row: BookingRow, driver: UserId): Posting[] => {
  const left = row.walletHoldMinor - row.usedWalletMoneyMinor
  return [
    ...makeTripPostings({ id: row.id, customer: row.customerId, driver }, settlementOf(row)),
    ...(left > 0n ? [releasePosting(moneyOf(row, left))] : []),
  ]
}

/** A cancelled booking gives back what it held, and what a card had paid. */
export const listUndoPostings = (row: BookingRow): Posting[] => [
  ...(row.walletHoldMinor > 0n ? [releasePosting(moneyOf(row, row.walletHoldMinor))] : []),
  ...(row.prepaid && row.cardPaymentAmountMinor > 0n ? [refundPosting(moneyOf(row, row.cardPaymentAmountMinor))] : []),
]
