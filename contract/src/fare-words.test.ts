import { computeFare, fareParts, fareSums, tariffFields, type Fare, type FareLine } from '@wayfare/core/fare'
import { makeFormat } from '@wayfare/core/format'
import { computeRoundingStep, parseDecimal, toDecimal } from '@wayfare/core/money'
import { makeRecord } from '@wayfare/core/records'
import { defaultSettings } from '@wayfare/core/settings'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Receipt } from './bookings-receipt.ts'
import { fareWords, getTariffLabel, listFareRows, tariffWords } from './fare-words.ts'
import type { FareLines } from './fare.ts'
import { presentFareRows } from './receipt-words.ts'

const code = 'SEK'
const anyAmount = fc.bigInt({ min: 0n, max: 100_000n })
const anyPrice = fc.record({
  tariff: fc.record({
    ...makeRecord(tariffFields, () => anyAmount),
    feeType: fc.constantFrom('flat', 'percentage'),
    feeFlat: anyAmount,
    feeHundredths: fc.integer({ min: 0, max: 10_000 }),
  }),
  way: fc.record({
    distanceM: fc.integer({ min: 0, max: 200_000 }),
    durationS: fc.integer({ min: 0, max: 20_000 }),
    extras: fc.array(anyAmount, { maxLength: 2 }),
  }),
  decimal: fc.integer({ min: 0, max: 2 }),
})

const linesOf = (fare: Fare): FareLines => {
  const amount = (line: FareLine) => toDecimal(fare[line], code)
  return { ...makeRecord(fareParts, amount), minimumApplied: fare.minimumApplied, ...makeRecord(fareSums, amount) }
}

const minor = (amount: string): bigint => {
  const found = parseDecimal(amount, code)
  if (found === null) throw new Error(`${amount} is no amount`)
  return found
}
const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, amount) => all + minor(amount), 0n)

/** The labels of the rows that explain a fare, if every part costs this much. */
const explainingLabels = (amount: string): string[] => {
  const sums = makeRecord(fareSums, () => '9.00')
  const rows = listFareRows({ ...makeRecord(fareParts, () => amount), minimumApplied: false, ...sums })
  return rows.flatMap(({ label, explains }) => (explains ? [label] : []))
}

describe('the rows of a price', () => {
  it('add up to the total, and those that explain the fare come to it, by what the minimum adds where it applies', () => {
    fc.assert(
      fc.property(anyPrice, ({ tariff, way, decimal }) => {
        const fare = computeFare(tariff, way, { code, decimal, convertToMile: false })
        const rows = listFareRows(linesOf(fare))
        const amountsOf = (explains: boolean) => rows.filter((row) => row.explains === explains).map(({ amount }) => amount)
        expect(sum(amountsOf(false))).toBe(fare.grandTotal)
        const apart = sum(amountsOf(true)) - fare.fare
        const most = (BigInt(fareParts.length) * computeRoundingStep(code, decimal)) / 2n + 1n
        expect(apart <= most && apart >= -most).toBe(true)
      }),
    )
  })

  it('leave no part out that costs something, and show those that are rare only then', () => {
    expect(explainingLabels('1.00')).toEqual(fareParts.map((part) => fareWords[part].label))
    expect(explainingLabels('0.00')).toEqual(['fare_base', 'fare_distance', 'fare_time'])
  })

  it('take off what the guard held back', () => {
    const lines = { ...makeRecord(fareParts, () => '100.00'), minimumApplied: false, ...makeRecord(fareSums, () => '9.00') }
    expect(listFareRows(lines, '25.00')).toContainEqual({ label: 'fare_held_back', amount: '-25.00', explains: true })
  })
})

describe('a receipt', () => {
  it('has lines that add up to its total', () => {
    const format = {
      ...makeFormat(defaultSettings, { langLocale: 'en', dateLocale: 'en' }),
      exactMoney: (amount: string) => amount,
    }
    fc.assert(
      fc.property(anyPrice, fc.nat(100), ({ tariff, way, decimal }, percent) => {
        const fare = computeFare(tariff, way, { code, decimal, convertToMile: false })
        const tip = BigInt(percent) * 10n
        const discount = (fare.grandTotal * BigInt(percent)) / 100n
        const receipt = {
          lines: linesOf(fare),
          discount: toDecimal(discount, code),
          promoCode: 'CODE',
          heldBack: '0.00',
          claim: null,
          tip: toDecimal(tip, code),
          cancelFee: '0.00',
          total: toDecimal(fare.grandTotal - discount + tip, code),
        } as Receipt
        const rows = presentFareRows(receipt, (key) => key, format)
        const adding = rows.filter(({ weight }) => weight === undefined).map(({ value }) => value)
        const totals = rows.filter(({ weight }) => weight === 'total').map(({ value }) => value)
        expect(totals).toHaveLength(1)
        expect(sum(adding)).toBe(sum(totals))
      }),
    )
  })
})

describe('a field of a tariff', () => {
  it('is named by the unit of distances where it depends on it', () => {
    expect(tariffFields.map((field) => getTariffLabel(field, { convertToMile: false }))).toEqual(
      tariffFields.map((field) => tariffWords[field].label),
    )
    expect(getTariffLabel('ratePerUnitDistance', { convertToMile: true })).toBe('car_per_mile')
    expect(getTariffLabel('baseFare', { convertToMile: true })).toBe('car_base_fare')
  })
})
