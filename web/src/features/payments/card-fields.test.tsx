import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Payment } from '@wayfare/contract/payments'
import { asId } from '@wayfare/core/ids'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { BraintreeFields } from './braintree-fields.tsx'
import type { CardFieldsProps } from './card-fields.ts'
import { CulqiFields } from './culqi-fields.tsx'
import { SecurePayFields } from './securepay-fields.tsx'

const payment: Payment = {
  id: asId('P1'),
  purpose: 'topUp',
  bookingId: null,
  provider: 'braintree',
  mode: 'sandbox',
  amount: '150.00',
  currency: 'SEK',
  status: 'open',
  settledAs: null,
  refunded: '0.00',
  createdAt: 1,
  settledAt: null,
}

/** What the provider's script leaves behind when it has come; null: it does not come. */
let library: Record<string, unknown> | null = {}
let fetched: { src: string; id: string }[] = []
let counter = 0

beforeEach(() => {
  fetched = []
  counter += 1
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [node] = nodes
    if (!(node instanceof HTMLScriptElement)) return append(...nodes)
    fetched.push({ src: node.src, id: node.id })
    const given = library
    queueMicrotask(() => {
      for (const [name, value] of Object.entries(given ?? {})) vi.stubGlobal(name, value)
      node.dispatchEvent(new Event(given ? 'load' : 'error'))
    })
    return undefined
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = (Fields: ComponentType<CardFieldsProps>, settings: Record<string, string>, answer: Payment | null = payment) => {
  const complete = vi.fn(() => Promise.resolve(answer))
  // a script is fetched once in the life of a page: each test has its own
  const script = `https://js.example/${counter}.js`
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <Fields payment={payment} script={script} settings={settings} complete={complete} busy={false} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { complete, script }
}

const pay = async () => {
  const button = await screen.findByRole('button', { name: /pay_amount|Pay/ })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  fireEvent.click(button)
}

const braintree = (tokenize: () => Promise<unknown>, verifyCard = vi.fn()) => {
  const hosted = { tokenize, teardown: vi.fn(() => Promise.resolve()), on: vi.fn() }
  const create = vi.fn((_given: { fields: Record<string, { container: unknown }> }) => Promise.resolve(hosted))
  const client = { create: () => Promise.resolve({}) }
  const threeDSecure = { create: () => Promise.resolve({ verifyCard }) }
  return { library: { braintree: { client, hostedFields: { create }, threeDSecure } }, create, hosted, verifyCard }
}

const braintreeSettings = () => ({
  clientToken: 'token',
  hostedFieldsScript: `https://js.example/${counter}-fields.js`,
  threeDSecureScript: `https://js.example/${counter}-3ds.js`,
  threeDSecure: 'false',
  amount: '150.00',
  email: 'maja@example.com',
})

test('Braintree draws its fields in empty places of ours, and its nonce is handed on', async () => {
  const theirs = braintree(() => Promise.resolve({ nonce: 'nonce-1', details: { bin: '411111' } }))
  ;({ library } = theirs)
  const { complete } = show(BraintreeFields, braintreeSettings())
  await pay()
  await waitFor(() => expect(complete).toHaveBeenCalledExactlyOnceWith('nonce-1'))
  const containers = Object.values(theirs.create.mock.calls[0]?.[0].fields ?? {})
  expect(containers).toHaveLength(3)
  expect(containers.every(({ container }) => container instanceof HTMLDivElement)).toBe(true)
  expect(document.querySelectorAll('input')).toHaveLength(0)
  cleanup()
  expect(theirs.hosted.teardown).toHaveBeenCalledOnce()
})

test('where Braintree wants 3DS, the nonce that the bank has seen takes the place of the first', async () => {
  const verifyCard = vi.fn(() => Promise.resolve({ nonce: 'nonce-seen' }))
  ;({ library } = braintree(() => Promise.resolve({ nonce: 'nonce-1', details: { bin: '411111' } }), verifyCard))
  const { complete } = show(BraintreeFields, { ...braintreeSettings(), threeDSecure: 'true' })
  await pay()
  await waitFor(() => expect(complete).toHaveBeenCalledExactlyOnceWith('nonce-seen'))
  expect(verifyCard).toHaveBeenCalledWith(expect.objectContaining({ amount: '150.00', nonce: 'nonce-1', bin: '411111' }))
})

test('a card that Braintree does not take is said to be, and can be written again', async () => {
  let tries = 0
  ;({ library } = braintree(() => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('no')) : Promise.resolve({ nonce: 'nonce-2', details: { bin: '' } })
  }))
  const { complete } = show(BraintreeFields, braintreeSettings())
  await pay()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(complete).not.toHaveBeenCalled()
  await pay()
  await waitFor(() => expect(complete).toHaveBeenCalledExactlyOnceWith('nonce-2'))
})

test('a script that does not come is said to be missing, and is fetched again', async () => {
  library = null
  const { script } = show(BraintreeFields, braintreeSettings())
  const alert = await screen.findByRole('alert')
  ;({ library } = braintree(() => Promise.resolve({ nonce: 'nonce-3', details: { bin: '' } })))
  fireEvent.click(alert.querySelector('button') as HTMLButtonElement)
  await waitFor(() => expect(fetched.filter(({ src }) => src === script)).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('SecurePay is found by its element, pays only what is whole, and hands its token on', async () => {
  type Given = { containerId: string; card: Record<string, (value: unknown) => void>; onLoadComplete: () => void }
  const given: Given[] = []
  class Init {
    constructor(all: Given) {
      given.push(all)
      queueMicrotask(() => all.onLoadComplete())
    }
    tokenise() {
      given[0]?.card['onTokeniseSuccess']?.({ token: 'token-9' })
    }
    reset() {}
  }
  library = { securePayUI: { init: Init } }
  const { complete, script } = show(SecurePayFields, { scriptId: 'securepay-ui-js', clientId: 'c', merchantCode: 'm' })
  await waitFor(() => expect(given).toHaveLength(1))
  expect(fetched).toEqual([{ src: script, id: 'securepay-ui-js' }])
  expect(document.querySelector(`#${given[0]?.containerId}`)).toBeTruthy()
  expect(screen.getByRole('button').hasAttribute('disabled')).toBe(true)
  given[0]?.card['onFormValidityChange']?.(true)
  await pay()
  await waitFor(() => expect(complete).toHaveBeenCalledExactlyOnceWith('token-9'))
})

test('Culqi opens its window, and a bank that wants to see the person is asked before the second try', async () => {
  class Checkout {
    token: { id: string } | undefined
    culqi = () => undefined
    close() {}
    open() {
      this.token = { id: 'tkn_1' }
      this.culqi()
    }
  }
  const threeDS = {
    publicKey: '',
    settings: {},
    generateDevice: () => Promise.resolve('device-1'),
    initAuthentication: () => {
      const data = { parameters3DS: { eci: '05' } }
      window.dispatchEvent(new MessageEvent('message', { origin: 'https://evil.example', data: { error: 'no' } }))
      window.dispatchEvent(new MessageEvent('message', { origin: window.location.origin, data }))
    },
  }
  library = { CulqiCheckout: Checkout, Culqi3DS: threeDS }
  const settings = {
    publicKey: 'pk',
    amount: '15000',
    currency: 'PEN',
    email: 'a@b.c',
    threeDsScript: `https://3ds.example/${counter}`,
  }
  const { complete } = show(CulqiFields, settings)
  await pay()
  await waitFor(() => expect(complete).toHaveBeenCalledTimes(2))
  const tokens = complete.mock.calls.map((call: unknown[]) => call[0])
  expect(tokens[0]).toBe('tkn_1')
  expect(JSON.parse(String(tokens[1]))).toEqual({ token: 'tkn_1', authentication3ds: { eci: '05' }, deviceId: 'device-1' })
})
