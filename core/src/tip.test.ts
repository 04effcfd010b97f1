import { describe, expect, it, test } from 'vitest'
import { checkTip, computeMostTip, computeTipAmounts, findTipEnd, parseTipPercents, takesTip } from './tip.ts'

const day = 24 * 3_600_000
const trip = { status: 'PAID' as const, hasDriver: true, tip: 0n, tripCost: 11_800n, paidAt: 1000 }
const settings = { tipPercents: '5, 10, 15', code: 'SEK', decimal: 0 }

test.each([
  ['5, 10, 15', [5, 10, 15]],
  ['10', [10]],
  [' 1,2 , 3,100', [1, 2, 3, 100]],
  ['', []],
  ['  ', []],
  ['٥، ١٠، ١٥', [5, 10, 15]],
  ['5، 10', [5, 10]],
])('%j is a list of percentages', (text, percents) => expect(parseTipPercents(text)).toEqual(percents))

test.each(['0', '5, 5', '10, 5', '101', '5, 10, 15, 20, 25', '5.5', '5,', 'ten', '-5', '5 10'])('%j is none', (text) =>
  expect(parseTipPercents(text)).toBeNull(),
)

describe('the amounts to choose from', () => {
  it('are shares of the fare, rounded as fares are', () => {
    expect(computeTipAmounts(11_800n, settings)).toEqual([600n, 1200n, 1800n])
    expect(computeTipAmounts(11_800n, { ...settings, decimal: 2 })).toEqual([590n, 1180n, 1770n])
    expect(computeTipAmounts(1180n, { ...settings, code: 'JPY' })).toEqual([59n, 118n, 177n])
  })

  it('are each there once, and never nothing', () => {
    expect(computeTipAmounts(1000n, settings)).toEqual([100n, 200n])
    expect(computeTipAmounts(400n, settings)).toEqual([100n])
    expect(computeTipAmounts(0n, settings)).toEqual([])
  })
})

it('is at most twice the fare', () => expect(computeMostTip(trip)).toBe(23_600n))

describe('a trip', () => {
  it('takes one tip, from its payment on for a week', () => {
    expect(checkTip(trip, settings, 1000)).toBeNull()
    expect(checkTip({ ...trip, status: 'COMPLETE' }, settings, 1000 + 7 * day)).toBeNull()
    expect(checkTip(trip, settings, 1001 + 7 * day)).toBe('tip_too_late')
    expect(checkTip({ ...trip, tip: 1n }, settings, 1000)).toBe('tip_given')
    expect(findTipEnd(trip)).toBe(1000 + 7 * day)
  })

  it('takes none before it is paid, without a driver, or where the operator asks for none', () => {
    for (const status of ['NEW', 'REACHED', 'PENDING', 'CANCELLED'] as const)
      expect(checkTip({ ...trip, status, paidAt: null }, settings, 1000)).toBe('tip_not_paid')
    expect(checkTip({ ...trip, hasDriver: false }, settings, 1000)).toBe('tip_not_paid')
    expect(checkTip(trip, { tipPercents: '' }, 1000)).toBe('tips_off')
    expect(findTipEnd({ paidAt: null })).toBeNull()
  })

  it('still takes money that a provider tells of late', () => {
    expect(takesTip(trip)).toBe(true)
    expect(takesTip({ ...trip, tip: 1n })).toBe(false)
    expect(takesTip({ ...trip, status: 'REACHED' })).toBe(false)
  })
})
