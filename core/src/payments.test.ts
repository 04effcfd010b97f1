import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkConfirmed,
  computeNextCheckIn,
  computeNextRefundCheckIn,
  findFirstPaymentId,
  isKeyProblem,
  isNoAnswer,
  looksLikePayment,
  makeRepeatPaymentId,
  parseTopUpAmount,
  paymentProblems,
} from './payments.ts'

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

describe('what is wrong with a payment', () => {
  it('is mended with the keys where the provider does not take them or they are gone', () => {
    expect(paymentProblems.filter(isKeyProblem)).toEqual(['keys_refused', 'keys_missing'])
  })

  it('is no answer where the provider has not said anything about the payment', () => {
    expect(paymentProblems.filter(isNoAnswer)).toEqual([
      'provider_unavailable',
      'provider_refused',
      'keys_refused',
      'keys_missing',
    ])
    expect(isNoAnswer(null)).toBe(false)
  })
})

describe('the name of a payment', () => {
  it('is told from those of other shops of the same account', () => {
    for (const name of ['01HZXK3M5N7P', '01HZXK3M5N7P-2', '01HZXK3M5N7P-1234'])
      expect([name, looksLikePayment(name)]).toEqual([name, true])
    const others = [
      '',
      '01HZXK3M5N7',
      '01HZXK3M5N7P8',
      '01HZXK3M5N7I',
      '01hzxk3m5n7p',
      '01HZXK3M5N7P-',
      '01HZXK3M5N7P-12345',
      '#01HZXK3M5N7P',
      '01HZXK3M5N7P-x',
    ]
    expect(others.filter(looksLikePayment)).toEqual([])
  })

  it('of a page that is paid again is that of the first, and a number', () => {
    expect(makeRepeatPaymentId('01HZXK3M5N7P', 2)).toBe('01HZXK3M5N7P-2')
    expect(makeRepeatPaymentId('01HZXK3M5N7P-12', 13)).toBe('01HZXK3M5N7P-13')
    expect(findFirstPaymentId('01HZXK3M5N7P-12')).toBe('01HZXK3M5N7P')
    expect(findFirstPaymentId('A-1-2')).toBe('A-1')
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
