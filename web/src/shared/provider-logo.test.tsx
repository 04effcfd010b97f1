import { getProviderTitle, providerNames } from '@wayfare/core/providers'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProviderLogo } from './provider-logo.tsx'

const twelve = [
  'braintree',
  'culqi',
  'flutterwave',
  'liqpay',
  'mercadopago',
  'payfast',
  'paypal',
  'paystack',
  'paytm',
  'payulatam',
  'securepay',
  'stripe',
]

const light = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test('the twelve providers of the specification and the test one have a mark', () => {
  expect(providerNames).toEqual([...twelve, 'test'])
})

test.each(providerNames)('the mark of %s can be read', (name) => {
  const { container } = render(<ProviderLogo name={name} />)
  const mark = container.querySelector(`svg[data-provider=${name}]`)
  expect(mark?.textContent).toBe(getProviderTitle(name))
  expect(1.05 / (light(mark?.querySelector('rect')?.getAttribute('fill') ?? '') + 0.05)).toBeGreaterThanOrEqual(4.5)
})

test('a provider that we do not know has a card, and the name that the server gave', () => {
  const { container } = render(<ProviderLogo name="constructor" />)
  expect(container.querySelector('[data-provider]')).toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
  expect(getProviderTitle('newpay')).toBe('newpay')
})
