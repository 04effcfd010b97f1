import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkConfirmed, computeNextCheckIn, computeNextRefundCheckIn, parseTopUpAmount } from './payments.ts'

describe('what a provider confirms', () => {
  it.each([
    [{ amountMinor: 100n, currency: 'SEK' }, null],
    [{ amountMinor: 99n, currency: 'SEK' }, 'amount_differs'],
    [{ amountMinor: 101n, currency: 'SEK' }, 'amount_differs'],
    [{ amountMinor: 100n, currency: 'sek' }, 'currency_differs'],
    [{ amountMinor: 100n, currency: 'EUR' }, 'currency_differs'],
  ])('%o', (confirmed, problem) => {
    expect(checkConfirmed({ amountMinor: 100n, currency: 'SEK' }, confirmed)).toBe(problem)
  })
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe('asking about an open payment', () => {
  it('begins after two minutes, waits longer each time, and ends with a last look after a day', () => {
    const looks: number[] = []
    let age = 0
    for (;;) {
      const wait = computeNextCheckIn(age)
      if (wait === null) break
      looks.push((age += wait))
    }
    expect(looks.slice(0, 5).map((ms) => ms / minuteMs)).toEqual([2, 6, 14, 30, 62])
    expect(looks.at(-1)).toBe(dayMs)
    expect(looks.length).toBeLessThan(25)
  })

  it('never waits less than a minute or more than two hours', () => {
    fc.assert(
      fc.property(fc.nat(dayMs - 1), (age) => {
        const wait = computeNextCheckIn(age)
        expect(wait).toBeGreaterThanOrEqual(minuteMs)
        expect(wait).toBeLessThanOrEqual(120 * minuteMs)
      }),
    )
  })
})

describe('asking about a refund that waits', () => {
  it.each([
    [0, 1],
    [5, 5],
    [60 * 24, 360],
    [10 * 60 * 24, null],
  ])('after %i minutes', (age, wait) => {
    expect(computeNextRefundCheckIn(age * minuteMs)).toBe(wait === null ? null : wait * minuteMs)
  })
})

describe('the amount of a top-up', () => {
  it.each([
    ['1', 'SEK', 100n],
    ['0.99', 'SEK', null],
    ['1000000', 'SEK', 100_000_000n],
    ['1000000.01', 'SEK', null],
    ['10.50', 'JPY', null],
    ['10', 'JPY', 10n],
    ['5.123', 'SEK', null],
    ['5.123', 'KWD', 5123n],
    ['12.5', 'EUR', 1250n],
    ['12.49', 'EUR', null],
    ['500', 'EUR', 50_000n],
    ['500.01', 'EUR', null],
    ['-5', 'SEK', null],
    ['', 'SEK', null],
  ])('%s %s', (amount, currency, minor) => {
    const limits = currency === 'EUR' ? { topUpMin: 12.5, topUpMax: 500 } : { topUpMin: 1, topUpMax: 1_000_000 }
    expect(parseTopUpAmount(amount, { code: currency, ...limits })).toBe(minor)
  })
})
