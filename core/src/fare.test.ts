import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/fare.json' with { type: 'json' }
import { computeCancelFee, computeFare, fareParts, lowestFare, type FareRules, type Tariff } from './fare.ts'
import { computeRoundingStep, getExponent, parseDecimal, toDecimal } from './money.ts'

const minor = (value: string, code: string): bigint => {
  const amount = parseDecimal(value, code)
  if (amount === null) throw new Error(`${value} is no amount of ${code}`)
  return amount
}

const feeTypeOf = (value: string): Tariff['feeType'] => (value === 'flat' ? 'flat' : 'percentage')

type Case = (typeof vectors.cases)[number]

const tariffOf = ({ tariff, rules: { code } }: Case): Tariff => {
  const feeType = feeTypeOf(tariff.convenienceFeeType)
  return {
    baseFare: minor(tariff.baseFare, code),
    ratePerUnitDistance: minor(tariff.ratePerUnitDistance, code),
    ratePerHour: minor(tariff.ratePerHour, code),
    minFare: minor(tariff.minFare, code),
    feeType,
    feeFlat: feeType === 'flat' ? minor(tariff.convenienceFees, code) : 0n,
    feeHundredths: feeType === 'percentage' ? Math.round(Number(tariff.convenienceFees) * 100) : 0,
  }
}

const anyRules: fc.Arbitrary<FareRules> = fc.record({
  code: fc.constantFrom('SEK', 'EUR', 'JPY', 'KWD'),
  decimal: fc.integer({ min: 0, max: 3 }),
  convertToMile: fc.boolean(),
})
const anyAmount = fc.bigInt({ min: 0n, max: 1_000_000n })
const anyTariff: fc.Arbitrary<Tariff> = fc.record({
  baseFare: fc.bigInt({ min: -1000n, max: 100_000n }),
  ratePerUnitDistance: anyAmount,
  ratePerHour: anyAmount,
  minFare: anyAmount,
  feeType: fc.constantFrom<Tariff['feeType']>('flat', 'percentage'),
  feeFlat: anyAmount,
  feeHundredths: fc.integer({ min: 0, max: 10_000 }),
})
const anyJourney = fc.record({
  distanceM: fc.integer({ min: 0, max: 2_000_000 }),
  durationS: fc.integer({ min: 0, max: 200_000 }),
  extras: fc.array(anyAmount, { maxLength: 2 }),
})

describe('the fare', () => {
  it.each(vectors.cases)('agrees with the golden case: $name', (golden) => {
    const { code } = golden.rules
    const extras = golden.journey.extras.map((extra) => minor(extra, code))
    const { minimumApplied, ...amounts } = computeFare(tariffOf(golden), { ...golden.journey, extras }, golden.rules)
    const shown = Object.fromEntries(Object.entries(amounts).map(([line, amount]) => [line, toDecimal(amount, code)]))
    expect({ ...shown, minimumApplied }).toEqual(golden.expect)
  })

  it('never falls when the drive gets longer or slower', () => {
    fc.assert(
      fc.property(
        anyTariff,
        anyRules,
        anyJourney,
        fc.tuple(fc.nat(50_000), fc.nat(5000)),
        (tariff, rules, journey, [moreM, moreS]) => {
          const longer = { ...journey, distanceM: journey.distanceM + moreM, durationS: journey.durationS + moreS }
          const [before, after] = [computeFare(tariff, journey, rules), computeFare(tariff, longer, rules)]
          expect(after.fare >= before.fare && after.grandTotal >= before.grandTotal).toBe(true)
        },
      ),
    )
  })

  it('is never lower than the lowest, which is the base or the minimum', () => {
    fc.assert(
      fc.property(anyTariff, anyJourney, anyRules, (tariff, journey, rules) => {
        expect(lowestFare(tariff, rules)).toBeLessThanOrEqual(computeFare(tariff, journey, rules).fare)
      }),
    )
    const amounts = { baseFare: 4000n, ratePerUnitDistance: 900n, ratePerHour: 100n, minFare: 6500n }
    const rules = { code: 'SEK', decimal: 0, convertToMile: false }
    expect([lowestFare(amounts, rules), lowestFare({ ...amounts, minFare: 0n }, rules)]).toEqual([6500n, 4000n])
  })

  it('is the sum of its two lines, and its parts explain it to within half a step each', () => {
    fc.assert(
      fc.property(anyTariff, anyRules, anyJourney, (tariff, rules, journey) => {
        const fare = computeFare(tariff, journey, rules)
        expect(fare.fare + fare.convenienceFees).toBe(fare.grandTotal)
        const difference = fareParts.reduce((sum, part) => sum + fare[part], -fare.fare)
        const apart = (BigInt(fareParts.length) * computeRoundingStep(rules.code, rules.decimal)) / 2n
        if (!fare.minimumApplied) expect(difference <= apart + 1n && difference >= -apart - 1n).toBe(true)
      }),
    )
  })

  it('shows no digit that the settings do not allow', () => {
    fc.assert(
      fc.property(anyTariff, anyRules, anyJourney, (tariff, rules, journey) => {
        const { minimumApplied: _, ...amounts } = computeFare(tariff, journey, rules)
        const step = 10n ** BigInt(Math.max(0, getExponent(rules.code) - rules.decimal))
        for (const amount of Object.values(amounts)) expect(amount % step).toBe(0n)
      }),
    )
  })

  it('is at least the minimum, as far as the rounding can show it', () => {
    fc.assert(
      fc.property(anyTariff, anyRules, anyJourney, (tariff, rules, journey) => {
        const { fare, minimumApplied } = computeFare(tariff, journey, rules)
        const step = computeRoundingStep(rules.code, rules.decimal)
        expect(fare * 2n + step >= tariff.minFare * 2n).toBe(true)
        expect(minimumApplied && fare * 2n > tariff.minFare * 2n + step).toBe(false)
      }),
    )
  })

  it('takes a flat fee that ignores the drive, and a percentage that never passes the fare', () => {
    fc.assert(
      fc.property(anyTariff, anyRules, anyJourney, (tariff, rules, journey) => {
        const flat = { ...tariff, feeType: 'flat' as const }
        const idle = { distanceM: 0, durationS: 0 }
        expect(computeFare(flat, journey, rules).convenienceFees).toBe(computeFare(flat, idle, rules).convenienceFees)
        const shared = computeFare({ ...tariff, feeType: 'percentage' }, journey, rules)
        expect(shared.convenienceFees >= 0n && shared.convenienceFees <= shared.fare).toBe(true)
      }),
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('refuses a drive of %d metres or seconds', (value) => {
    const [golden] = vectors.cases
    if (!golden) throw new Error('there are no golden cases')
    const tariff = tariffOf(golden)
    expect(() => computeFare(tariff, { distanceM: value, durationS: 0 }, golden.rules)).toThrow(RangeError)
    expect(() => computeFare(tariff, { distanceM: 0, durationS: value }, golden.rules)).toThrow(RangeError)
  })
})

describe('the cancellation fee', () => {
  const slabs = [
    { minsDelayed: 5, amount: 3000n },
    { minsDelayed: 2, amount: 1500n },
  ]

  it('is that of the last slab that has begun', () => {
    expect([0, 119, 120, 299, 300, 9999].map((seconds) => computeCancelFee(slabs, seconds))).toEqual([
      0n,
      0n,
      1500n,
      1500n,
      3000n,
      3000n,
    ])
  })

  it('is that of the last slab also where an earlier one costs more', () => {
    const falling = [
      { minsDelayed: 2, amount: 3000n },
      { minsDelayed: 5, amount: 1500n },
      { minsDelayed: 10, amount: 0n },
    ]
    for (const given of [falling, falling.toReversed()])
      expect([120, 300, 599, 600].map((seconds) => computeCancelFee(given, seconds))).toEqual([3000n, 1500n, 1500n, 0n])
  })

  it('may be due from the moment a driver accepted', () => {
    expect(computeCancelFee([{ minsDelayed: 0, amount: 500n }], 0)).toBe(500n)
  })

  it('is nothing without slabs', () => {
    expect(computeCancelFee([], 9999)).toBe(0n)
  })
})
