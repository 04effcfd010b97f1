// The fare rule of the specification, in exact whole-number arithmetic: change a tariff's meaning here and nowhere else.
import { roundToDecimals } from './money.ts'
import type { Minor } from './money.ts'

/** Metres in a mile, times 1000, so that a distance in miles stays exact (1.609344 km). */
const milliMetresPerMile = 1_609_344n

export type FeeType = 'flat' | 'percentage'

/** What a car type charges; every amount in minor units. `feeHundredths` is hundredths of a percent. */
export type Tariff = {
  baseFare: Minor
  ratePerUnitDistance: Minor
  ratePerHour: Minor
  minFare: Minor
  feeType: FeeType
  feeFlat: Minor
  feeHundredths: number
}

/** What was (or will be) driven; extras are a parcel type's and an option's amounts. */
export type Journey = { distanceM: number; durationS: number; extras?: readonly Minor[] }

export type FareRules = { code: string; decimal: number; convertToMile: boolean }

/** All in minor units. grandTotal = fare + convenienceFees; the first three and extras explain the fare before rounding. */
export type Fare = {
  base: Minor
  distance: Minor
  time: Minor
  extras: Minor
  minimumApplied: boolean
  fare: Minor
  convenienceFees: Minor
  grandTotal: Minor
}

const whole = (value: number): bigint => {
  if (!Number.isFinite(value) || value < 0) throw new RangeError('a distance or duration must be a number not below 0')
  return BigInt(Math.round(value))
}

const distancePart = (tariff: Tariff, journey: Journey, rules: FareRules): { numerator: bigint; denominator: bigint } => {
  const numerator = tariff.ratePerUnitDistance * whole(journey.distanceM) * 1000n
  return { numerator, denominator: rules.convertToMile ? milliMetresPerMile : 1_000_000n }
}

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
  const distance = distancePart(tariff, journey, rules)
  const time = { numerator: tariff.ratePerHour * whole(journey.durationS), denominator: 3600n }
  const base = tariff.baseFare > 0n ? tariff.baseFare : 0n
  const extras = (journey.extras ?? []).reduce((sum, amount) => sum + amount, 0n)
  const denominator = distance.denominator * time.denominator
  const exact = distance.numerator * time.denominator + time.numerator * distance.denominator + (base + extras) * denominator
  const minimumApplied = exact < tariff.minFare * denominator
  const fare = minimumApplied ? round(tariff.minFare, 1n) : round(exact, denominator)
  const convenienceFees = feeOf(tariff, fare, rules)
  return {
    base: round(base, 1n),
    distance: round(distance.numerator, distance.denominator),
    time: round(time.numerator, time.denominator),
    extras: round(extras, 1n),
    minimumApplied,
    fare,
    convenienceFees,
    grandTotal: fare + convenienceFees,
  }
}

/** Cancelling `minsDelayed` minutes or more after a driver accepted costs `amount`. */
export type CancelSlab = { minsDelayed: number; amount: Minor }

/** What a rider pays for cancelling so many seconds after a driver accepted: the slab with the most minutes that have passed. */
export const cancelFeeOf = (slabs: readonly CancelSlab[], secondsSinceAccepted: number): Minor => {
  const passed = slabs.filter(({ minsDelayed }) => secondsSinceAccepted >= minsDelayed * 60)
  return passed.reduce((latest, slab) => (slab.minsDelayed >= latest.minsDelayed ? slab : latest), {
    minsDelayed: -1,
    amount: 0n,
  }).amount
}
