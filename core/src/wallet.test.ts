import { describe, expect, it } from 'vitest'
import { toDecimal } from './money.ts'
import { checkAddition, checkWithdraw, isBankKnown, mayWithdraw, mostAtOnce } from './wallet.ts'

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
    for (const nothing of ['', '0', '0.00', '-5', 'abc', '1,000']) expect(check(nothing)).toBe('no_details_error')
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
