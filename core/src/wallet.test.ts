import { describe, expect, it } from 'vitest'
import { toDecimal } from './money.ts'
import { checkAddition, checkWithdraw, computeMostAtOnce, getWithdrawState, isBankKnown, mayWithdraw } from './wallet.ts'

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
    for (const missing of [null, ' ']) {
      expect(isBankKnown({ ...bank, bankName: missing })).toBe(false)
      expect(isBankKnown({ ...bank, bankAccount: missing })).toBe(false)
    }
  })

  it('waits, was paid out, or ended otherwise', () => {
    expect(getWithdrawState({ processed: false, endedAs: null })).toBe('waiting')
    expect(getWithdrawState({ processed: true, endedAs: null })).toBe('processed')
    expect(getWithdrawState({ processed: false, endedAs: 'declined' })).toBe('declined')
    expect(getWithdrawState({ processed: true, endedAs: 'returned' })).toBe('returned')
  })
})

const check = (amount: string, user = 'astrid', currency = 'SEK') => checkAddition({ user, amount }, currency)

describe('adding to a wallet', () => {
  it('wants a person and something above zero', () => {
    for (const nothing of ['', '0', '0.00', '-5', 'abc', '1,000', '+5', '5 ', '1e3'])
      expect(check(nothing)).toBe('no_details_error')
    expect(check('5', '')).toBe('no_details_error')
    expect([check('5'), check('0.01')]).toEqual([null, null])
  })

  it('knows neither less than the smallest unit nor more than the most', () => {
    expect([check('0.001'), check('1.5', 'astrid', 'JPY')]).toEqual(['proper_amount', 'proper_amount'])
    const most = computeMostAtOnce('SEK')
    expect([check(toDecimal(most, 'SEK')), check(toDecimal(most + 1n, 'SEK'))]).toEqual([null, 'amount_too_large'])
    expect([most, computeMostAtOnce('JPY')]).toEqual([1_000_000_000n, 10_000_000n])
    expect(check('99999999999999')).toBe('amount_too_large')
    // too many decimals as well: the more important problem is reported
    expect([check('10000000.001'), check('9999999.001')]).toEqual(['amount_too_large', 'proper_amount'])
  })
})
