import { describe, expect, it } from 'vitest'
import { describePayment } from './payment-words.ts'

type Payment = Parameters<typeof describePayment>[0]

const words = (payment: Partial<Payment>) =>
  describePayment(
    { cashPaymentAmount: '0.00', cardPaymentAmount: '0.00', usedWalletMoney: '0.00', prepaid: false, ...payment },
    { exactMoney: (decimal) => `${decimal} kr` },
  )

describe('what a driver is told to collect', () => {
  it('is the cash, all of it or what the wallet has left open', () => {
    expect(words({ cashPaymentAmount: '120.00' })).toEqual({ key: 'collect_all', params: { cash: '120.00 kr' } })
    expect(words({ cashPaymentAmount: '90.00', usedWalletMoney: '30.00' })).toEqual({
      key: 'collect_rest',
      params: { cash: '90.00 kr', wallet: '30.00 kr' },
    })
  })

  it('is nothing where the wallet or a card has paid', () => {
    expect(words({ usedWalletMoney: '120.00' }).key).toBe('collect_nothing')
    expect(words({ cardPaymentAmount: '120.00', prepaid: true }).key).toBe('collect_nothing')
    expect(words({}).key).toBe('collect_nothing')
  })

  it('is nothing where the rider will pay by card after the trip', () => {
    expect(words({ cardPaymentAmount: '90.00', usedWalletMoney: '30.00' })).toEqual({
      key: 'collect_card',
      params: { card: '90.00 kr' },
    })
  })
})
