import { expect, it } from 'vitest'
import { makeFormat } from './format.ts'
import { fillAmounts } from './notices.ts'
import { defaultSettings } from './settings.ts'

const pesos = { ...defaultSettings, code: 'COP', symbol: '$', decimal: 0 }
const plain = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.replaceAll(/[\u00a0\u202f]/g, ' ')]))

it('writes amounts as the reader does: fifty thousand are fifty to nobody', () => {
  const params = { amount: '50000.00', before: '1200.50', currency: 'COP', reason: '50000.00' }
  const spanish = makeFormat(pesos, { langLocale: 'es', dateLocale: 'es-CO' })
  expect(plain(fillAmounts(params, spanish))).toEqual({ amount: '50.000 $', before: '1200,50 $', reason: '50000.00' })
  const english = makeFormat(pesos, { langLocale: 'en', dateLocale: 'en-GB' })
  expect(plain(fillAmounts(params, english))).toEqual({ amount: '50,000 $', before: '1,200.50 $', reason: '50000.00' })
})

it('leaves alone what has no currency', () => {
  const format = makeFormat(pesos, { langLocale: 'en', dateLocale: 'en-GB' })
  expect(fillAmounts({ amount: '95 kr', stars: '5' }, format)).toEqual({ amount: '95 kr', stars: '5' })
})
