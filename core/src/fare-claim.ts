// The fare guard: what a trip was measured to cost far beyond its promise is not due at once, but a claim that the desk decides.
import type { Fare, FareRules, Tariff } from './fare.ts'
import { roundToDecimals, type Minor } from './money.ts'
import type { Settings } from './settings.ts'

/** Open waits for the desk; granted is owed by the rider until it is paid; refused and lapsed cost nobody anything. */
export const claimStates = ['open', 'granted', 'refused', 'lapsed'] as const
export type ClaimState = (typeof claimStates)[number]

/** A claim that the desk has not answered lapses after so many hours. */
export const claimHours = 72

/** The longest reason that the desk gives for its answer, in characters. */
export const longestClaimReason = 500

/** Beyond `fareClaimPercent` over the promise, and beyond `fareClaimMinFares` times the tariff's minimum fare. */
type GuardSettings = Pick<Settings, 'fareClaimPercent' | 'fareClaimMinFares'>

/** The lines of what is due now explain what was measured; its fare, fees and total are those of the promise and the share. */
type GuardedFare = { due: Fare; isClaimed: boolean }

const lesser = (a: Minor, b: Minor): Minor => (a < b ? a : b)
const greater = (a: Minor, b: Minor): Minor => (a > b ? a : b)

const hundredthsOf = (value: number): bigint => BigInt(Math.round(value * 100))

/**
 * The platform's fee within a total, by the tariff: the flat fee, or the part that is the percentage of the rest. Neither it nor the
 * rest is ever more than was measured, so that both parts of the excess are at least 0.
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
 * What is due of a measured fare, all of it unless it exceeds the promised total (minor units, fee included, before any discount) by
 * more than the share and also by more than the number of minimum fares; then the promise and the share, rounded as fares are.
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

/** What a rider owes for a claim, and what driver and platform get of it, in minor units; amount = share + fees. */
export type ClaimMoney = { amount: Minor; fees: Minor; discount: Minor }

export const claimPayable = ({ amount, discount }: ClaimMoney): Minor => amount - discount
export const claimShare = ({ amount, fees }: ClaimMoney): Minor => amount - fees
