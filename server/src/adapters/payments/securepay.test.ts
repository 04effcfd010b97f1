import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  securepayApp,
  securepayToken,
  startSecurepay,
  type SecurepayCard,
  type SecurepayStub,
} from '../../../test/stubs/securepay.ts'
import { chargeOf, outageOf } from '../../../test/stubs/site.ts'
import type { Charge, PaymentAdapter, ProviderOptions } from '../ports-payments.ts'
import { securepay } from './securepay.ts'

const start = Date.parse('2026-11-22T12:00:00Z')
const minute = 60_000

let stub: SecurepayStub
let time: number
let adapter: PaymentAdapter
const now = () => new Date(time)
const make = (given: Partial<ProviderOptions> = {}) =>
  securepay.make({ keys: securepayApp, mode: 'sandbox', now, origin: stub.origin, ...given })
beforeEach(async () => {
  time = start
  stub = await startSecurepay()
  adapter = make()
})
afterEach(() => stub.close())

const urls = { returnUrl: '', cancelUrl: '', webhookUrl: '' }
const aud = (given: Partial<Charge> = {}) => chargeOf({ currency: 'AUD', ...given })

const complete = async (charge: Charge, token: string, by = adapter) => {
  if (!by.completeEmbed) throw new Error('no embed')
  return by.completeEmbed(charge, token)
}
const pay = (charge: Charge, card: SecurepayCard = 'pay') => complete(charge, securepayToken(card))
const outcome = { amountMinor: 14_950n, currency: 'AUD' }
const paid = async (): Promise<Charge> => aud({ providerTxn: (await pay(aud())).providerTxn })
/** A charge that SecurePay decided, whose answer got lost. */
const unsure = async (card: SecurepayCard): Promise<Charge> => {
  stub.loseAnswers()
  const answer = await pay(aud(), card)
  expect(answer).toMatchObject({ ...outcome, state: 'pending' })
  return aud({ providerTxn: answer.providerTxn })
}
const asked = (path: string) => stub.log.filter((line) => line.endsWith(path)).length

describe('the checkout', () => {
  test('is the card fields of the mode, with what they need to start', async () => {
    expect(await adapter.createCheckout(aud(), urls)).toEqual({
      kind: 'embed',
      providerRef: 'WF7K2M9Q4X',
      script: 'https://payments-stest.npe.auspost.zone/v3/ui/client/securepay-ui.min.js',
      settings: {
        scriptId: 'securepay-ui-js',
        clientId: securepayApp.clientId,
        merchantCode: '5AR0055',
        amount: '14950',
        currency: 'AUD',
      },
    })
    const live = { script: 'https://payments.auspost.net.au/v3/ui/client/securepay-ui.min.js' }
    expect(await make({ mode: 'live' }).createCheckout(aud(), urls)).toMatchObject(live)
  })

  test('is refused in any other currency, and for nothing', async () => {
    for (const charge of [aud({ currency: 'NZD' }), aud({ amountMinor: 0n })]) {
      expect(await outageOf(adapter.createCheckout(charge, urls))).toBe('refused')
      expect(await outageOf(pay(charge))).toBe('refused')
    }
    expect(stub.log).toEqual([])
  })
})

describe('a token', () => {
  test('is charged in cents, under our id', async () => {
    expect(await pay(aud())).toEqual({ ...outcome, state: 'paid', providerTxn: 'bank-WF7K2M9Q4X' })
    expect(stub.payments).toMatchObject([{ amount: 14_950, orderId: 'WF7K2M9Q4X', ip: '127.0.0.1' }])
  })

  test('takes the money once, however often it or another comes', async () => {
    const token = securepayToken('pay')
    const first = await complete(aud(), token)
    expect(await complete(aud(), token)).toEqual(first)
    expect(await pay(aud())).toEqual(first)
    expect(await complete(aud(), token, make())).toEqual(first)
    expect(stub.payments).toHaveLength(1)
  })

  test('of a card that is declined fails', async () => {
    expect(await pay(aud(), 'decline')).toMatchObject({ ...outcome, state: 'failed' })
  })

  test('that is none, or was used for another payment, is refused', async () => {
    for (const token of ['', 'abc', '4111 1111 1111 1111', '<script>', 'x'.repeat(501), 'nobody-knows']) {
      expect(await outageOf(complete(aud(), token))).toBe('refused')
    }
    const token = securepayToken('pay')
    await complete(aud({ id: 'OTHER' }), token)
    expect(await outageOf(complete(aud(), token))).toBe('refused')
  })

  test('comes from an address as SecurePay writes it', async () => {
    await pay(aud({ payer: { ...aud().payer, ip: '::ffff:203.0.113.9' } }))
    await pay(aud({ id: 'B', payer: { ...aud().payer, ip: '' } }))
    expect(stub.payments.map(({ ip }) => ip)).toEqual(['203.0.113.9', '127.0.0.1'])
  })

  test('is told as what SecurePay took, whatever was asked for', async () => {
    stub.notices.play({ amount: '100', currency: 'USD' })
    expect(await pay(aud())).toMatchObject({ state: 'paid', amountMinor: 100n, currency: 'USD' })
  })
})

describe('a token whose answer was lost', () => {
  test('is asked for again under the same key, and charged once', async () => {
    const charge = await unsure('pay')
    expect(await make().fetchStatus(charge)).toEqual({ ...outcome, state: 'paid', providerTxn: 'bank-WF7K2M9Q4X' })
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'paid' })
    expect(stub.payments).toHaveLength(1)
  })

  test('is asked for with what was sent, though the payer’s address is not at hand', async () => {
    stub.loseAnswers()
    stub.be({ isStrict: true })
    const { providerTxn } = await pay(aud({ payer: { ...aud().payer, ip: '203.0.113.9' } }))
    expect((await adapter.fetchStatus(aud({ providerTxn, payer: { ...aud().payer, ip: '' } }))).state).toBe('paid')
    expect(stub.payments.map(({ ip }) => ip)).toEqual(['203.0.113.9'])
  })

  test('may have been declined', async () => {
    expect((await adapter.fetchStatus(await unsure('decline'))).state).toBe('failed')
  })

  test('is told when the person tries again', async () => {
    stub.be({ isStrict: true })
    expect((await pay(await unsure('pay'), 'decline')).state).toBe('paid')
    expect(stub.payments).toHaveLength(1)
  })

  test('is an outage while SecurePay fails, and given up after an hour', async () => {
    const charge = await unsure('pay')
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(adapter.fetchStatus(charge))).toBe('unavailable')
    time = start + 61 * minute
    expect(await adapter.fetchStatus(charge)).toMatchObject({ ...outcome, state: 'expired' })
  })

  test('that never came through and no longer can has failed', async () => {
    const charge = aud({ providerTxn: `unsure:${start}:nobody-knows:127.0.0.1` })
    expect((await adapter.fetchStatus(charge)).state).toBe('failed')
    expect((await pay(charge)).state).toBe('paid')
  })

  test('is not given up because our own keys are wrong now', async () => {
    const charge = await unsure('pay')
    const secret = make({ keys: { ...securepayApp, clientSecret: 'other' } })
    const merchant = make({ keys: { ...securepayApp, merchantCode: 'other' } })
    for (const other of [secret, merchant]) expect(await outageOf(other.fetchStatus(charge))).toBe('forbidden')
  })

  test('is kept when SecurePay cannot be reached, but not when it takes none of our keys', async () => {
    await pay(aud({ id: 'A' }))
    stub.feel('broken')
    expect((await pay(aud())).providerTxn).toMatch(/^unsure:\d{13}:pay/)
    expect(await outageOf(complete(aud(), securepayToken('pay'), make()))).toBe('unavailable')
    stub.feel('ok')
    const other = make({ keys: { ...securepayApp, clientSecret: 'other' } })
    expect(await outageOf(complete(aud(), securepayToken('pay'), other))).toBe('forbidden')
  })
})

test('the status of what nobody paid is pending, and SecurePay is not asked', async () => {
  expect(await adapter.fetchStatus(aud())).toEqual({ ...outcome, state: 'pending', providerTxn: null })
  expect(stub.log).toEqual([])
})

test('the status of what SecurePay has taken stays paid', async () => {
  const charge = await paid()
  expect(await adapter.fetchStatus(charge)).toEqual({ ...outcome, state: 'paid', providerTxn: charge.providerTxn })
})

test('there are no notices: none is believed', async () => {
  const body = Buffer.from('{"status":"paid","orderId":"WF7K2M9Q4X"}')
  expect(await adapter.readNotice({ method: 'POST', query: new URLSearchParams(), headers: {}, body, ip: '' })).toBeNull()
})

describe('the access token', () => {
  test('is kept until shortly before its end', async () => {
    stub.be({ lasts: 600 })
    await pay(aud({ id: 'A' }))
    time += 8 * minute
    await pay(aud({ id: 'B' }))
    expect(asked('/oauth/token')).toBe(1)
    time += 2 * minute
    await pay(aud({ id: 'C' }))
    expect(asked('/oauth/token')).toBe(2)
  })

  test('that was taken back is asked for anew, once', async () => {
    await pay(aud({ id: 'A' }))
    stub.signOut()
    expect((await pay(aud({ id: 'B' }))).state).toBe('paid')
    expect(asked('/oauth/token')).toBe(2)
  })
})

describe('a refund', () => {
  test('gives parts back, each of them once', async () => {
    const charge = await paid()
    stub.loseAnswers()
    expect(await outageOf(adapter.refund(charge, 5_000n, 'R1'))).toBe('unavailable')
    const first = await adapter.refund(charge, 5_000n, 'R1')
    expect(first).toEqual({ ref: 'bank-WF7K2M9Q4X-1', state: 'done' })
    expect(await adapter.refund(charge, 5_000n, 'R1')).toEqual(first)
    expect((await adapter.refund(charge, 5_000n, 'R2')).ref).not.toBe(first.ref)
    expect(stub.payments[0]?.refunds).toEqual([5_000, 5_000])
  })

  test('may fail', async () => {
    const charge = await paid()
    stub.be({ refundStatus: 'failed' })
    expect((await adapter.refund(charge, 100n, 'R1')).state).toBe('failed')
    stub.be({ refundStatus: 'something' })
    expect(await outageOf(adapter.refund(charge, 100n, 'R2'))).toBe('unavailable')
  })

  test('of more than was paid, of nothing, or of no money is refused', async () => {
    const charge = await paid()
    expect(await outageOf(adapter.refund(charge, 14_951n, 'R1'))).toBe('refused')
    expect(await outageOf(adapter.refund(charge, 0n, 'R2'))).toBe('refused')
    expect(await outageOf(adapter.refund(aud(), 100n, 'R3'))).toBe('refused')
    expect(await outageOf(adapter.refund(aud({ providerTxn: `unsure:${start}:token:127.0.0.1` }), 100n, 'R3'))).toBe('refused')
    expect(await outageOf(adapter.refund(aud({ id: 'OTHER', providerTxn: 'x' }), 100n, 'R4'))).toBe('refused')
  })
})
