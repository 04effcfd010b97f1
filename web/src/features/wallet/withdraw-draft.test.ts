import type { Me } from '@wayfare/contract/accounts'
import { findTypedAmount } from '@wayfare/core/amounts'
import { makeFormat } from '@wayfare/core/format'
import { defaultSettings } from '@wayfare/core/settings'
import { expect, test } from 'vitest'
import { checkDraft, completeDraft, listBankChanges, listRefusedFields, nothingTyped } from './withdraw-draft.ts'

const me = { bankName: 'Handelsbanken', bankCode: null, bankAccount: '123' } as Me
const english = makeFormat(defaultSettings, { langLocale: 'en', dateLocale: 'en-GB' })
const read = (typed: string) => findTypedAmount(english.readAmount(typed))
const ground = { balance: '100.00', currency: 'SEK', wantsBank: true, read }
const draft = completeDraft({ ...nothingTyped, amount: '50' }, me)

test('the draft begins with the bank of the profile', () => {
  expect(completeDraft(nothingTyped, me)).toEqual({ amount: '', bankName: 'Handelsbanken', bankCode: '', bankAccount: '123' })
})

const amount = (typed: string) => checkDraft({ ...draft, amount: typed }, ground).amount

test('an amount is above zero, fits the currency and is in the wallet', () => {
  expect(['', '0', '-5', '1.234'].map(amount)).toEqual(Array.from({ length: 4 }, () => 'proper_amount'))
  expect([amount('100.01'), amount('100,00'), amount('0.01')]).toEqual(['wallet_balance_low', undefined, undefined])
})

test('a bank needs a name and an account where the operator asks for one', () => {
  const empty = { ...draft, bankName: ' ', bankAccount: '' }
  expect(checkDraft(empty, ground)).toEqual({
    bankName: 'withdraw_bankName_missing',
    bankAccount: 'withdraw_bankAccount_missing',
  })
  expect(checkDraft({ ...draft, bankAccount: '1\n2' }, ground)).toEqual({ bankAccount: 'profile_one_line' })
  expect(checkDraft(empty, { ...ground, wantsBank: false })).toEqual({})
})

test('only what changed of the bank goes to the profile', () => {
  expect(listBankChanges(draft, me)).toEqual({})
  expect(listBankChanges({ ...draft, bankCode: ' 6112 ', bankName: 'SEB' }, me)).toEqual({ bankName: 'SEB', bankCode: '6112' })
})

test('a refusal stands at its field', () => {
  expect([listRefusedFields('wallet_balance_low'), listRefusedFields('bank_missing'), listRefusedFields('forbidden')]).toEqual([
    { amount: 'wallet_balance_low' },
    { bankName: 'bank_missing' },
    {},
  ])
})
