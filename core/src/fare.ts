// The fare rule of the specification, in exact integer arithmetic: the only place that defines what a tariff means. The lines of
// a fare and the fields of a tariff are listed here once; what is stored, sent and shown derives from these lists
// (CONTRIBUTING.md).
import { roundToDecimals, type Minor } from './money.ts'

/** The parts that explain a fare, in the order in which people read them. */
export const fareParts = ['base', 'distance', 'time', 'extras'] as const
export type FarePart = (typeof fareParts)[number]

/** The sums: the fare, which the parts explain, plus the fee makes the total. */
export const fareSums = ['fare', 'convenienceFees', 'grandTotal'] as const
export type FareSum = (typeof fareSums)[number]

/** Every amount of a fare. */
export type FareLine = FarePart | FareSum

/** The amounts of a car type's tariff; the fee is separate, since it may be a percentage. */
export const tariffFields = ['baseFare', 'ratePerUnitDistance', 'ratePerHour', 'minFare'] as const
export type TariffField = (typeof tariffFields)[number]

/** Metres in a mile, times 1000, so that a distance in miles stays exact (1.609344 km). */
const milliMetresPerMile = 1_609_344n

type FeeType = 'flat' | 'percentage'

/** What a car type charges; every amount in minor units. `feeHundredths` is hundredths of a percent. */
export type Tariff = Record<TariffField, Minor> & { feeType: FeeType; feeFlat: Minor; feeHundredths: number }

/** What was (or will be) driven; extras are the amounts of a parcel type and an option. */
export type Journey = { distanceM: number; durationS: number; extras?: readonly Minor[] }

export type FareRules = { code: string; decimal: number; convertToMile: boolean }

/** All in minor units. grandTotal = fare + convenienceFees; the parts explain the fare before rounding. */
export type Fare = Record<FareLine, Minor> & { minimumApplied: boolean }

const whole = (value: number): bigint => {
  if (!Number.isFinite(value) || value < 0) throw new RangeError('a distance or duration must be a number not below 0')
  return BigInt(Math.round(value))
}

const secondsPerHour = 3600n

/** Each part, exactly: numerators over `unit` (of distance) times the seconds in an hour. */
const exactParts = (tariff: Tariff, journey: Journey, unit: bigint): Record<FarePart, bigint> => ({
  base: tariff.baseFare > 0n ? tariff.baseFare * unit * secondsPerHour : 0n,
  distance: tariff.ratePerUnitDistance * whole(journey.distanceM) * 1000n * secondsPerHour,
  time: tariff.ratePerHour * whole(journey.durationS) * unit,
  extras: (journey.extras ?? []).reduce((sum, amount) => sum + amount, 0n) * unit * secondsPerHour,
})

const feeOf = (tariff: Tariff, fare: Minor, rules: FareRules): Minor => {
  const exact =
    tariff.feeType === 'flat'
      ? { numerator: tariff.feeFlat, denominator: 1n }
      : { numerator: fare * BigInt(tariff.feeHundredths), denominator: 10_000n }
  return roundToDecimals(exact, rules.code, rules.decimal)
}

/**
 * fare = rate × distance + hourly rate × seconds / 3600 + base (if above 0) + extras, floored at the minimum, then rounded;
 * the fee is flat or a percentage of that fare; the sum of the rounded lines is the total, so the lines always add up.
 * Distance is in km, or in miles (÷ 1.609344) with convertToMile. Source: specification, section 9.
 */
export const computeFare = (tariff: Tariff, journey: Journey, rules: FareRules): Fare => {
  const round = (numerator: bigint, denominator: bigint) => roundToDecimals({ numerator, denominator }, rules.code, rules.decimal)
  const unit = rules.convertToMile ? milliMetresPerMile : 1_000_000n
  const denominator = unit * secondsPerHour
  const parts = exactParts(tariff, journey, unit)
  let exact = 0n
  for (const part of fareParts) exact += parts[part]
  const minimumApplied = exact < tariff.minFare * denominator
  const fare = minimumApplied ? round(tariff.minFare, 1n) : round(exact, denominator)
  const convenienceFees = feeOf(tariff, fare, rules)
  return {
    base: round(parts.base, denominator),
    distance: round(parts.distance, denominator),
    time: round(parts.time, denominator),
    extras: round(parts.extras, denominator),
    minimumApplied,
    fare,
    convenienceFees,
    grandTotal: fare + convenienceFees,
  }
}

/** The fare of a journey of zero length: the lowest possible fare. */
export const lowestFare = (amounts: Record<TariffField, Minor>, rules: FareRules): Minor => {
  const tariff: Tariff = { ...amounts, feeType: 'flat', feeFlat: 0n, feeHundredths: 0 }
  return computeFare(tariff, { distanceM: 0, durationS: 0 }, rules).fare
}

/** Cancelling `minsDelayed` minutes or more after acceptance costs `amount`. */
type CancelSlab = { minsDelayed: number; amount: Minor }

/** The fee for cancelling this many seconds after acceptance: that of the slab with the most minutes that have passed. */
export const computeCancelFee = (slabs: readonly CancelSlab[], secondsSinceAccepted: number): Minor => {
  const passed = slabs.filter(({ minsDelayed }) => secondsSinceAccepted >= minsDelayed * 60)
  return passed.reduce((latest, slab) => (slab.minsDelayed >= latest.minsDelayed ? slab : latest), {
    minsDelayed: -1,
    amount: 0n,
  }).amount
}
