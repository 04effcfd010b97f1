// The fare guard: the part of a measured fare far above the estimate is not due at once, but a claim for the desk to decide.
import type { Fare, FareRules, Tariff } from './fare.ts'
import { roundToDecimals, type Minor } from './money.ts'
import type { Settings } from './settings.ts'

/** Open: waits for the desk. Granted: owed by the rider until paid. Refused and lapsed claims cost nobody anything. */
export const claimStates = ['open', 'granted', 'refused', 'lapsed'] as const
export type ClaimState = (typeof claimStates)[number]

/** Hours after which an undecided claim lapses. */
export const claimHours = 72

/** Longest reason for the desk's decision, in characters. */
export const longestClaimReason = 500

/** A claim needs both: `fareClaimPercent` above the promised total, and `fareClaimMinFares` times the tariff's minimum fare. */
type GuardSettings = Pick<Settings, 'fareClaimPercent' | 'fareClaimMinFares'>

/** `due` keeps the measured parts as the explanation; its fare, fees and total are capped at the promise plus the share. */
type GuardedFare = { due: Fare; isClaimed: boolean }

const lesser = (a: Minor, b: Minor): Minor => (a < b ? a : b)
const greater = (a: Minor, b: Minor): Minor => (a > b ? a : b)

const hundredthsOf = (value: number): bigint => BigInt(Math.round(value * 100))

/**
 * The platform's fee within a total, by the tariff: the flat fee, or the part that is the percentage of the rest. Neither the fee
 * nor the rest exceeds what was measured, so that both parts of the excess are at least 0.
 */
const feesWithin = (total: Minor, tariff: Tariff, measured: Fare, rules: FareRules): Minor => {
  const byPercentage = () => {
    const exact = { numerator: total * 10_000n, denominator: 10_000n + BigInt(tariff.feeHundredths) }
    return total - roundToDecimals(exact, rules.code, rules.decimal)
  }
  const fees = tariff.feeType === 'flat' ? measured.convenienceFees : byPercentage()
  return greater(lesser(fees, measured.convenienceFees), total - measured.fare)
}

/**
 * What is due of a measured fare: all of it, unless it exceeds the promised total (minor units, fee included, before any
 * discount) by more than the share and also by more than the number of minimum fares; then the promise plus the share, rounded
 * like fares.
 */
export const guardFare = (
  promised: Minor,
  measured: Fare,
  tariff: Tariff,
  { fareClaimPercent, fareClaimMinFares, ...rules }: FareRules & GuardSettings,
): GuardedFare => {
  const share = 10_000n + hundredthsOf(fareClaimPercent)
  const isBeyondFares = (measured.grandTotal - promised) * 100n > tariff.minFare * hundredthsOf(fareClaimMinFares)
  const total = roundToDecimals({ numerator: promised * share, denominator: 10_000n }, rules.code, rules.decimal)
  if (measured.grandTotal <= total || !isBeyondFares) return { due: measured, isClaimed: false }
  const convenienceFees = feesWithin(total, tariff, measured, rules)
  return { due: { ...measured, fare: total - convenienceFees, convenienceFees, grandTotal: total }, isClaimed: true }
}

/** What a rider owes for a claim, and how driver and platform split it, in minor units; amount = share + fees. */
export type ClaimMoney = { amount: Minor; fees: Minor; discount: Minor }

export const claimPayable = ({ amount, discount }: ClaimMoney): Minor => amount - discount
export const claimShare = ({ amount, fees }: ClaimMoney): Minor => amount - fees
