import type { Receipt } from '@wayfare/contract/bookings-receipt'
import { computeFare, fareParts, tariffFields } from '@wayfare/core/fare'
import { makeFormat } from '@wayfare/core/format'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { makeRecord } from '@wayfare/core/records'
import { defaultSettings } from '@wayfare/core/settings'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderReceipt } from './present-receipt.ts'
import { presentLines } from './present.ts'
import { computeFareByTariff, readStoredFare } from '../../db/booking-money.ts'

const currency = 'SEK'
const flatFee = { feeType: 'flat', feeFlat: '2000', feeHundredths: 0, decimal: 0, convertToMile: false } as const
const anyAmounts = fc.record(makeRecord(tariffFields, () => fc.bigInt({ min: 0n, max: 100_000n })))
const anyWay = fc.record({
  distanceM: fc.integer({ min: 0, max: 200_000 }),
  durationS: fc.integer({ min: 0, max: 20_000 }),
  extras: fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { maxLength: 2 }),
})

const words = {
  locale: 'en',
  direction: 'ltr' as const,
  t: (key: string) => key,
  formatIn: () => ({
    ...makeFormat(defaultSettings, { langLocale: 'en', dateLocale: 'en' }),
    exactMoney: (amount: string) => amount,
  }),
}

const sumOf = (values: readonly string[]): bigint =>
  values.reduce((sum, value) => sum + (parseDecimal(value, currency) ?? 0n), 0n)

test('what is stored, sent and printed of a fare adds up to its total, whatever it is made of', () => {
  const property = fc.property(anyAmounts, anyWay, (amounts, way) => {
    const tariff = {
      ...makeRecord(tariffFields, (field) => String(amounts[field])),
      ...flatFee,
    }
    const fare = computeFareByTariff(tariff, currency, way)
    expect(fare).toEqual(
      computeFare({ ...amounts, feeType: 'flat', feeFlat: 2000n, feeHundredths: 0 }, way, {
        code: currency,
        decimal: 0,
        convertToMile: false,
      }),
    )
    const lines = presentLines(readStoredFare(fare), currency)
    expect(sumOf([lines.fare, lines.convenienceFees])).toBe(sumOf([lines.grandTotal]))
    for (const part of fareParts) expect(lines[part]).toBe(toDecimal(fare[part], currency))
    const total = lines.grandTotal
    const none = {
      discount: '0.00',
      heldBack: '0.00',
      cancelFee: '0.00',
      tip: '0.00',
      claim: null,
      split: null,
      parts: [],
      refunds: [],
    }
    const receipt = { operator: { name: '', email: '', website: '' }, ...none, lines, total, currency } as unknown as Receipt
    const { blocks } = renderReceipt({ ...receipt, paidAt: 0, tripDate: 0, distance: 0, time: 0 }, words)
    const rows = blocks.flatMap((block) => (block.is === 'lines' ? block.lines : []))
    const valuesOf = (weight: string | undefined) => rows.filter((row) => row.weight === weight).map(({ value }) => value)
    expect(sumOf(valuesOf(undefined))).toBe(sumOf(valuesOf('total')))
    const driven = fareParts.reduce((sum, part) => sum + fare[part], 0n)
    // for a minimum fare, the receipt says how much it adds
    expect(sumOf(valuesOf('small'))).toBe(fare.minimumApplied && fare.fare > driven ? fare.fare : driven)
  })
  fc.assert(property, { numRuns: 50 })
})

test('a line or a rate that came after a booking was made costs it nothing', () => {
  const before = { minimumApplied: false, fare: '5000', convenienceFees: '500', grandTotal: '5500' }
  expect(presentLines({ base: '5000', ...before }, currency)).toMatchObject({ base: '50.00', time: '0.00', grandTotal: '55.00' })
  const fare = computeFareByTariff({ baseFare: '5000', ...flatFee, decimal: 2 }, currency, { distanceM: 7000, durationS: 3600 })
  expect(fare).toMatchObject({ base: 5000n, distance: 0n, time: 0n, grandTotal: 7000n })
})
