import { expect, test } from 'vitest'
import { computeCancelFeeAt, computeGivenBack } from './cancel-fee.ts'

const minute = 60_000
const cancelSlabs = [
  { minsDelayed: 10, amount: '60.00' },
  { minsDelayed: 3, amount: '30.00' },
]
const after = (minutes: number) => computeCancelFeeAt({ acceptedAt: minute, cancelSlabs }, minute + minutes * minute, 'SEK')

test('cancelling is free until a driver accepts, whatever the slabs', () => {
  expect(computeCancelFeeAt({ acceptedAt: null, cancelSlabs }, 1e12, 'SEK')).toEqual({
    fee: '0.00',
    acceptedMs: null,
    next: null,
  })
})

test('then it costs by the minutes that have passed, and says when it costs more', () => {
  expect(after(1)).toEqual({ fee: '0.00', acceptedMs: minute, next: { inMs: 2 * minute, amount: '30.00' } })
  expect(after(3)).toEqual({ fee: '30.00', acceptedMs: 3 * minute, next: { inMs: 7 * minute, amount: '60.00' } })
  expect(after(25)).toEqual({ fee: '60.00', acceptedMs: 25 * minute, next: null })
})

test('without slabs it stays free', () => {
  expect(computeCancelFeeAt({ acceptedAt: 0, cancelSlabs: [] }, 60 * minute, 'SEK')).toMatchObject({ fee: '0.00', next: null })
})

test('what was held and what a card had paid come back, an unpaid card does not', () => {
  const money = { walletHold: '50.00', cardPaymentAmount: '70.00' }
  expect(computeGivenBack({ ...money, prepaid: true }, 'SEK')).toBe('120.00')
  expect(computeGivenBack({ ...money, prepaid: false }, 'SEK')).toBe('50.00')
})
