import { expect, test } from 'vitest'
import { canWalletPayAll, splitPayment } from './payment-parts.ts'

test.each([
  ['a card', { mode: 'card', useWallet: false }, '50.00', ['0.00', '120.00', '0.00']],
  ['cash', { mode: 'cash', useWallet: false }, '50.00', ['0.00', '0.00', '120.00']],
  ['the wallet first, then a card', { mode: 'card', useWallet: true }, '50.00', ['50.00', '70.00', '0.00']],
  ['the wallet first, then cash', { mode: 'cash', useWallet: true }, '50.00', ['50.00', '0.00', '70.00']],
  ['a wallet that has enough', { mode: 'card', useWallet: true }, '500.00', ['120.00', '0.00', '0.00']],
  ['a wallet in debt', { mode: 'card', useWallet: true }, '-30.00', ['0.00', '120.00', '0.00']],
  ['a wallet that is not known', { mode: 'cash', useWallet: true }, null, ['0.00', '0.00', '120.00']],
] as const)('of 120, %s pays its part', (_name, choice, balance, [wallet, card, cash]) => {
  expect(splitPayment('120.00', choice, balance, 'SEK')).toEqual({ wallet, card, cash })
})

test('a wallet pays all when it has as much as is to be paid', () => {
  expect([canWalletPayAll('120.00', '120.00'), canWalletPayAll('120.00', '119.99'), canWalletPayAll('120.00', null)]).toEqual([
    true,
    false,
    false,
  ])
})
