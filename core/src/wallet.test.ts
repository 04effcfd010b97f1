import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toDecimal } from './money.ts'
import { checkAddition, checkWithdraw, isBankKnown, mayWithdraw, mostAtOnce, shortDecimal, typedAmount } from './wallet.ts'

const short = (code: string, decimal: number) => (value: string) => shortDecimal(value, { code, decimal })

describe('an amount that was typed', () => {
  it('is read as people write it, to the last unit of any currency', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 11n }), fc.constantFrom('SEK', 'JPY', 'KWD'), (amount, currency) => {
        expect(typedAmount(toDecimal(amount, currency), currency)).toBe(amount)
      }),
    )
    expect(typedAmount(' 1 234,50 ', 'SEK')).toBe(123_450n)
    expect(typedAmount('١٢٫٥', 'SEK')).toBe(1250n)
  })

  it('has no sign, and no more decimals than the currency', () => {
    for (const wrong of ['', '-1', '+1', 'ten', '1.005', '1e3', '.5', '0x10', 'Infinity', '9999999999999'])
      expect([wrong, typedAmount(wrong, 'SEK')]).toEqual([wrong, null])
    expect([typedAmount('1.5', 'JPY'), typedAmount('1.005', 'KWD'), typedAmount('1.0050', 'KWD')]).toEqual([null, 1005n, 1005n])
  })

  it('is written with the digits that the settings have, and whole where it is finer', () => {
    expect(['45.00', '12.5', '0', '-3.00', '12.345', 'abc', ''].map(short('SEK', 0))).toEqual([
      '45',
      '12.50',
      '0',
      '-3',
      '12.345',
      'abc',
      '',
    ])
    expect(['45', '12.50', '0.05'].map(short('SEK', 1))).toEqual(['45.0', '12.5', '0.05'])
    expect([short('SEK', 2)('45'), short('JPY', 0)('730.00'), short('KWD', 2)('1.200')]).toEqual(['45.00', '730', '1.20'])
  })

  it('is written, too, while the digits in the settings are no whole number or more than the currency has', () => {
    expect([0.5, 1.5, 99].map((decimal) => short('SEK', decimal)('45.00'))).toEqual(['45.0', '45.00', '45.00'])
  })
})

describe('taking money out', () => {
  it('is for drivers, and for riders where the operator says so', () => {
    const [on, off] = [{ riderWithDraw: true }, { riderWithDraw: false }]
    expect([mayWithdraw('driver', off), mayWithdraw('rider', on)]).toEqual([true, true])
    expect([mayWithdraw('rider', off), mayWithdraw('admin', on), mayWithdraw('fleetadmin', on)]).toEqual([false, false, false])
  })

  it('takes more than nothing and no more than there is', () => {
    expect([checkWithdraw(null, 500n), checkWithdraw(0n, 500n)]).toEqual(['proper_amount', 'proper_amount'])
    expect([checkWithdraw(501n, 500n), checkWithdraw(1n, -5n)]).toEqual(['wallet_balance_low', 'wallet_balance_low'])
    expect(checkWithdraw(500n, 500n)).toBeNull()
  })

  it('needs a bank and an account, but no code', () => {
    const bank = { bankName: 'Handelsbanken', bankCode: null, bankAccount: '1234' }
    expect(isBankKnown(bank)).toBe(true)
    expect([isBankKnown({ ...bank, bankName: ' ' }), isBankKnown({ ...bank, bankAccount: null })]).toEqual([false, false])
  })
})

const check = (amount: string, user = 'astrid', currency = 'SEK') => checkAddition({ user, amount }, currency)

describe('adding to a wallet', () => {
  it('wants a person and something above zero', () => {
    for (const nothing of ['', '0', '0.00', '-5', 'abc']) expect(check(nothing)).toBe('no_details_error')
    expect(check('5', '')).toBe('no_details_error')
    expect([check('5'), check('0.01')]).toEqual([null, null])
  })

  it('knows neither less than the smallest unit nor more than the most', () => {
    expect([check('0.001'), check('1.5', 'astrid', 'JPY')]).toEqual(['proper_amount', 'proper_amount'])
    const most = mostAtOnce('SEK')
    expect([check(toDecimal(most, 'SEK')), check(toDecimal(most + 1n, 'SEK'))]).toEqual([null, 'amount_too_large'])
    expect(check('99999999999999')).toBe('amount_too_large')
  })
})
