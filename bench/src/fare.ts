// Fares a second: exact whole-number arithmetic against the same rule in floating point, which is what most would write.
import { computeFare, type FareRules, type Journey, type Tariff } from '@wayfare/core/fare'
import { compareRuns, interleaveRuns, makeDice, measureRate, type Measurement } from './measure.ts'

type Ride = { tariff: Tariff; journey: Journey; rules: FareRules }

const rideCount = 512

const listRides = (): Ride[] => {
  const dice = makeDice(12)
  const below = (most: number): number => Math.floor(dice() * most)
  return Array.from({ length: rideCount }, (_, i) => ({
    tariff: {
      baseFare: BigInt(below(6000)),
      ratePerUnitDistance: BigInt(800 + below(1500)),
      ratePerHour: BigInt(below(45_000)),
      minFare: BigInt(below(12_000)),
      feeType: i % 4 === 0 ? 'flat' : 'percentage',
      feeFlat: 1500n,
      feeHundredths: below(2500),
    },
    journey: { distanceM: below(30_000), durationS: below(4000) },
    rules: { code: 'SEK', decimal: i % 3, convertToMile: i % 5 === 0 },
  }))
}

/** Amounts as floating-point minor units, so that the peer need not convert. */
type FloatTariff = Record<Exclude<keyof Tariff, 'feeType'>, number> & Pick<Tariff, 'feeType'>

const inFloats = ({ feeType, ...tariff }: Tariff): FloatTariff => ({
  feeType,
  baseFare: Number(tariff.baseFare),
  ratePerUnitDistance: Number(tariff.ratePerUnitDistance),
  ratePerHour: Number(tariff.ratePerHour),
  minFare: Number(tariff.minFare),
  feeFlat: Number(tariff.feeFlat),
  feeHundredths: tariff.feeHundredths,
})

const floatFare = (tariff: FloatTariff, { distanceM, durationS, extras = [] }: Journey, rules: FareRules) => {
  const step = 10 ** Math.max(0, 2 - rules.decimal)
  const round = (amount: number): number => Math.round(amount / step) * step
  const distance = (tariff.ratePerUnitDistance * distanceM) / (rules.convertToMile ? 1609.344 : 1000)
  const time = (tariff.ratePerHour * durationS) / 3600
  const base = Math.max(0, tariff.baseFare)
  const more = extras.reduce((sum, amount) => sum + Number(amount), 0)
  const exact = base + distance + time + more
  const minimumApplied = exact < tariff.minFare
  const fare = round(minimumApplied ? tariff.minFare : exact)
  const convenienceFees = round(tariff.feeType === 'flat' ? tariff.feeFlat : (fare * tariff.feeHundredths) / 10_000)
  // written out: spread into another record, the lines cost more than the arithmetic
  return {
    base: round(base),
    distance: round(distance),
    time: round(time),
    extras: round(more),
    minimumApplied,
    fare,
    convenienceFees,
    grandTotal: fare + convenienceFees,
  }
}

/** Both must compute the same rule: a rounding step apart at most, or the comparison means nothing. */
const checkSame = (rides: readonly Ride[], floats: readonly FloatTariff[]): void => {
  rides.forEach(({ tariff, journey, rules }, i) => {
    const exact = Number(computeFare(tariff, journey, rules).grandTotal)
    const float = floatFare(floats[i] ?? inFloats(tariff), journey, rules).grandTotal
    if (Math.abs(exact - float) > 200) throw new Error(`ride ${i} costs ${exact} exactly and ${float} in floating point`)
  })
}

export const measureFare = async (isQuick: boolean): Promise<Measurement> => {
  const rides = listRides()
  const floats = rides.map(({ tariff }) => inFloats(tariff))
  checkSame(rides, floats)
  // Kept from one call to the next: lines that nobody could read would not be computed at all.
  const kept: { last: unknown } = { last: null }
  const rideAt = (i: number): Ride => rides[i % rideCount] as Ride
  const exact = (i: number): void => {
    const { tariff, journey, rules } = rideAt(i)
    kept.last = computeFare(tariff, journey, rules)
  }
  const float = (i: number): void => {
    const { journey, rules } = rideAt(i)
    kept.last = floatFare(floats[i % rideCount] as FloatTariff, journey, rules)
  }
  const rounds = await interleaveRuns(isQuick ? 3 : 9, [
    { name: 'core', round: () => ({ rate: measureRate(exact) }) },
    { name: 'floating point', round: () => ({ rate: measureRate(float) }) },
  ])
  if (kept.last === null) throw new Error('no fare was computed')
  const row = compareRuns(rounds, {
    figure: 'fare',
    measure: 'rate',
    title: 'fares',
    unit: '/s',
    kind: 'speed',
    ours: 'core',
    peer: 'floating point',
  })
  return { rows: [row] }
}
