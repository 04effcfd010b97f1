import { distanceSources } from '@wayfare/core/driven'
import { makeFormat } from '@wayfare/core/format'
import { asId } from '@wayfare/core/ids'
import { defaultSettings } from '@wayfare/core/settings'
import { expect, test } from 'vitest'
import type { Receipt } from './bookings-receipt.ts'
import { describeDistance } from './distance-words.ts'
import { presentReceiptFacts } from './receipt-words.ts'

const format = makeFormat(defaultSettings, { langLocale: 'en', dateLocale: 'en' })
const t = (key: string, { estimated = '' }: Record<string, string> = {}) => `${key} ${estimated}`.trim()

const receipt = {
  bookingId: asId<'booking'>('B'),
  cancelled: false,
  paidAt: 1_767_225_600_000,
  tripDate: 1_767_225_600_000,
  tripStart: null,
  time: 600,
  distance: 4200,
} as Receipt

test('however a distance came about, it is said, with what of it is estimated', () => {
  const said = distanceSources.map((distanceSource) => describeDistance({ distanceSource, distanceEstimated: 1300 }, t, format))
  expect(said).toEqual(distanceSources.map((source) => `distance_${source} ${format.distance(1300)}`))
  expect(describeDistance({ distanceSource: null, distanceEstimated: null }, t, format)).toBeNull()
})

test('a receipt has the distance and how it was measured, and neither where nobody drove', () => {
  const matched = { ...receipt, distanceSource: 'matched', distanceEstimated: 0 } as Receipt
  const facts = new Map(presentReceiptFacts(matched, t, format))
  expect(facts.get('receipt_distance')).toBe(format.distance(4200))
  expect(facts.get('receipt_distance_source')).toBe(`distance_matched ${format.distance(0)}`)
  const cancelled = new Map(presentReceiptFacts({ ...matched, cancelled: true }, t, format))
  expect([cancelled.has('receipt_distance'), cancelled.has('receipt_distance_source')]).toEqual([false, false])
})
