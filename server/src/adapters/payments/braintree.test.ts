import braintreeLibrary from 'braintree'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  braintreeApp,
  braintreeNonce,
  braintreeNotice,
  signText,
  startBraintree,
  type BraintreeCard,
  type BraintreeStub,
} from '../../../test/stubs/braintree.ts'
import { chargeOf, outageOf, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import { outagesOf } from '../../../test/stubs/visit.ts'
import type { Charge, ProviderOptions, RawRequest } from '../ports-payments.ts'
import { braintree, readSigned } from './braintree.ts'

let stub: BraintreeStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startBraintree(), startSite()])
  stub.hook(site.urls.webhookUrl)
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const now = () => new Date('2026-11-22T12:00:00Z')
const make = (given: Partial<ProviderOptions> = {}) =>
  braintree.make({ keys: braintreeApp, mode: 'sandbox', now, origin: stub.origin, ...given })
const sek = (given: Partial<Charge> = {}) => chargeOf({ currency: 'SEK', ...given })

const complete = async (charge: Charge, nonce: string) => {
  const adapter = make()
  if (!adapter.completeEmbed) throw new Error('no embed')
  return adapter.completeEmbed(charge, nonce)
}
const pay = (charge: Charge, card: BraintreeCard = 'pay') => complete(charge, braintreeNonce(card))
const paid = async (): Promise<Charge> => sek({ providerTxn: (await pay(sek())).providerTxn })
const sales = () => stub.transactions.filter(({ type }) => type === 'sale')

/** The last notice, with another body. */
const requestOf = (body: string): RawRequest => ({ ...site.last(), body: Buffer.from(body) })
const noticeAbout = (subject: string): string => {
  const text = `<notification><kind>check</kind><subject>${subject}</subject></notification>`
  return braintreeNotice(Buffer.from(text).toString('base64'))
}

const outcome = { amountMinor: 14_950n, currency: 'SEK' }

describe('the checkout', () => {
  test('is the card fields with what they need to start', async () => {
    const checkout = await make().createCheckout(sek(), site.urls)
    expect(checkout).toMatchObject({ kind: 'embed', providerRef: 'WF7K2M9Q4X' })
    if (checkout.kind !== 'embed') throw new Error('no embed')
    expect(checkout.script).toMatch(/^https:\/\/js\.braintreegateway\.com\/web\/3\.\d+\.0\/js\/client\.min\.js$/)
    const { clientToken = '', ...settings } = checkout.settings
    expect(JSON.parse(Buffer.from(clientToken, 'base64').toString())).toMatchObject({ merchantId: braintreeApp.merchantId })
    expect(settings).toMatchObject({ amount: '149.50', currency: 'SEK', email: 'zoe+1@example.com', threeDSecure: 'false' })
  })

  test('asks for 3DS where the account has it', async () => {
    stub.be({ threeDSecure: true })
    expect(await make().createCheckout(sek(), site.urls)).toMatchObject({ settings: { threeDSecure: 'true' } })
  })

  test('is refused in any currency but the merchant account’s own', async () => {
    expect(await outageOf(make().createCheckout(sek({ currency: 'USD' }), site.urls))).toBe('refused')
    expect(await outageOf(pay(sek({ currency: 'USD' })))).toBe('refused')
    expect(await outageOf(make().createCheckout(sek({ amountMinor: 0n }), site.urls))).toBe('refused')
    expect(stub.transactions).toEqual([])
  })

  test('is refused without keys and with wrong ones, and names none of them', async () => {
    for (const name of ['merchantId', 'publicKey', 'privateKey', 'merchantAccountId']) {
      for (const value of ['', 'not_the_right_one']) {
        const asking = make({ keys: { ...braintreeApp, [name]: value } }).createCheckout(sek(), site.urls)
        expect(await outageOf(asking)).toBe('forbidden')
        await expect(asking).rejects.not.toThrow(/not_the_right_one|integration/)
      }
    }
  })

  test('is an outage while Braintree is down or talks nonsense', async () => {
    expect(await outagesOf(stub, () => make().createCheckout(sek(), site.urls))).toEqual(['unavailable', 'unavailable'])
    expect(await outageOf(make().fetchStatus(sek()))).toBe('unavailable')
    expect(await outageOf(make().fetchStatus(sek({ providerTxn: 'abc' })))).toBe('unavailable')
    await stub.close()
    expect(await outageOf(make().createCheckout(sek(), site.urls))).toBe('unavailable')
  })
})

describe('a nonce', () => {
  test('is charged for the exact amount, under our id', async () => {
    expect(await pay(sek())).toEqual({ ...outcome, state: 'paid', providerTxn: stub.transactions[0]?.id })
    expect(stub.transactions[0]).toMatchObject({ amount: '149.50', orderId: 'WF7K2M9Q4X', status: 'submitted_for_settlement' })
  })

  test('of a currency without decimals is charged in whole units', async () => {
    stub.be({ currency: 'JPY' })
    expect(await pay(sek({ currency: 'JPY', amountMinor: 1_200n }))).toMatchObject({ state: 'paid', amountMinor: 1_200n })
    expect(stub.transactions[0]?.amount).toBe('1200')
  })

  test('takes the money once, however often it or another comes', async () => {
    const nonce = braintreeNonce('pay')
    const first = await complete(sek(), nonce)
    expect(await complete(sek(), nonce)).toEqual(first)
    expect(await pay(sek())).toEqual(first)
    expect(sales()).toHaveLength(1)
  })

  test('took the money even when the answer was lost', async () => {
    stub.loseAnswer()
    const nonce = braintreeNonce('pay')
    expect(await outageOf(complete(sek(), nonce))).toBe('unavailable')
    expect((await make().fetchStatus(sek())).state).toBe('paid')
    expect((await complete(sek(), nonce)).state).toBe('paid')
    expect(sales()).toHaveLength(1)
  })

  test('of a card that is declined fails, and another card may pay', async () => {
    expect(await pay(sek(), 'decline')).toMatchObject({ ...outcome, state: 'failed' })
    expect((await make().fetchStatus(sek())).state).toBe('failed')
    expect((await pay(sek())).state).toBe('paid')
    expect((await make().fetchStatus(sek())).state).toBe('paid')
  })

  test('that is none, or was used for another payment, is refused', async () => {
    for (const token of ['', 'short', '4111 1111 1111 1111', '{"nonce":"tokencc_bh_pay_1"}']) {
      expect(await outageOf(complete(sek(), token))).toBe('refused')
    }
    const nonce = braintreeNonce('pay')
    await complete(sek({ id: 'OTHER' }), nonce)
    expect(await outageOf(complete(sek(), nonce))).toBe('refused')
  })

  test('that waits for its bank is pending, then paid or failed', async () => {
    stub.notices.play({ pending: true })
    expect(await pay(sek())).toMatchObject({ ...outcome, state: 'pending' })
    expect((await pay(sek())).state).toBe('pending')
    expect(sales()).toHaveLength(1)
    await stub.settle()
    expect((await make().fetchStatus(sek())).state).toBe('paid')
    await pay(sek({ id: 'B' }))
    await stub.settle('settlement_declined')
    expect((await make().fetchStatus(sek({ id: 'B' }))).state).toBe('failed')
  })
})

describe('a notice', () => {
  const keys = { keys: braintreeApp }

  test('is signed as the vendor’s library signs', async () => {
    const challenge = '20f9f8ed05f77439fe955c977e4c8a53'
    expect(signText(challenge, 'integration_private_key')).toBe('d9b899556c966b3f06945ec21311865d35df3ce4')
    const { Environment, BraintreeGateway } = braintreeLibrary
    const gateway = new BraintreeGateway({ environment: Environment.Sandbox, ...braintreeApp })
    const sample = await gateway.webhookTesting.sampleNotification('transaction_settled', 'abc123')
    const body = Buffer.from(new URLSearchParams({ ...sample }).toString())
    expect(readSigned(body, keys)).toEqual({ signature: sample.bt_signature, payload: sample.bt_payload })
    expect(readSigned(body, { keys: { ...braintreeApp, privateKey: 'another' } })).toBeNull()
    expect(readSigned(body, { keys: { ...braintreeApp, publicKey: 'another' } })).toBeNull()
    expect(readSigned(body, { keys: { ...braintreeApp, privateKey: '' } })).toBeNull()
  })

  test('names our payment', async () => {
    await pay(sek())
    await stub.settle()
    const notice = await make().readNotice(site.last())
    expect(notice).toMatchObject({ paymentId: 'WF7K2M9Q4X', providerRef: null, confirmed: null })
  })

  test('has its own id, the same when it comes again, in whatever order', async () => {
    stub.notices.play({ held: true })
    await pay(sek())
    await pay(sek({ id: 'B' }))
    await stub.settle()
    await stub.notices.release(true)
    await stub.notices.replay()
    const read = await Promise.all(site.received.map((request) => make().readNotice(request)))
    expect(read.map((notice) => notice?.paymentId)).toEqual(['B', 'WF7K2M9Q4X', 'WF7K2M9Q4X'])
    expect(read[1]?.eventId).toBe(read[2]?.eventId)
    expect(read[0]?.eventId).not.toBe(read[1]?.eventId)
  })

  test('with another signature, by GET, or of nonsense is not believed, and nothing is asked', async () => {
    stub.notices.play({ badSignature: true })
    await pay(sek())
    await stub.settle()
    stub.log.length = 0
    expect(await make().readNotice(site.last())).toBeNull()
    expect(await make().readNotice({ ...requestOf(braintreeNotice('PHg+')), method: 'GET' })).toBeNull()
    for (const body of ['', 'bt_signature=&bt_payload=', 'bt_payload=PHg%2B', 'x'])
      expect(await make().readNotice(requestOf(body))).toBeNull()
    for (const payload of ['PHg+', 'no base64!']) expect(await make().readNotice(requestOf(braintreeNotice(payload)))).toBeNull()
    expect(stub.log).toEqual([])
  })

  test('about another thing, or money that nobody knows, is genuine but about no payment of ours', async () => {
    await pay(sek())
    await stub.settle()
    for (const subject of ['<check type="boolean">true</check>', '<transaction><id>nobody</id></transaction>']) {
      expect(await make().readNotice(requestOf(noticeAbout(subject)))).toMatchObject({ paymentId: null, confirmed: null })
    }
  })

  test('of which one byte was changed is refused, unless it still says the very same', async () => {
    await pay(sek())
    await stub.settle()
    const told = site.last()
    const before = readSigned(told.body, keys)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const after = readSigned(spoil(told, at, by).body, keys)
        // the other key's pair is nobody's, and hex of the form's escapes has two cases
        return after === null || (after.payload === before?.payload && after.signature === before.signature)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the status', () => {
  test('is pending before anybody paid', async () => {
    expect(await make().fetchStatus(sek())).toEqual({ ...outcome, state: 'pending', providerTxn: null })
  })

  test('tells another amount and currency as they are', async () => {
    const charge = await paid()
    stub.notices.play({ amount: '1.00', currency: 'USD' })
    const told = { state: 'paid', amountMinor: 100n, currency: 'USD' }
    expect(await make().fetchStatus(charge)).toMatchObject(told)
    expect(await make().fetchStatus(sek())).toMatchObject(told)
  })

  test('never takes another charge’s money', async () => {
    const { providerTxn } = await paid()
    expect((await make().fetchStatus(sek({ id: 'OTHER', providerTxn }))).state).toBe('pending')
  })

  test('is an outage while Braintree fails', async () => {
    const charge = await paid()
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
    stub.feel('broken')
    expect(await outageOf(make().fetchStatus(sek()))).toBe('unavailable')
  })
})

describe('a refund', () => {
  test('of all the money before it settled takes it back, once', async () => {
    const charge = await paid()
    stub.loseAnswer()
    expect(await outageOf(make().refund(charge, 14_950n, 'R1'))).toBe('unavailable')
    expect(await make().refund(charge, 14_950n, 'R1')).toEqual({ ref: charge.providerTxn, state: 'done' })
    expect(stub.transactions.map(({ status }) => status)).toEqual(['voided'])
  })

  test('of a part waits until the money has settled', async () => {
    const charge = await paid()
    expect(await outageOf(make().refund(charge, 5_000n, 'R1'))).toBe('unavailable')
    await stub.settle()
    expect((await make().refund(charge, 5_000n, 'R1')).state).toBe('done')
  })

  test('gives parts back, each of them once', async () => {
    const charge = await paid()
    await stub.settle()
    stub.loseAnswer()
    expect(await outageOf(make().refund(charge, 5_000n, 'R1'))).toBe('unavailable')
    const first = await make().refund(charge, 5_000n, 'R1')
    expect(await make().refund(charge, 5_000n, 'R1')).toEqual(first)
    expect((await make().refund(charge, 5_000n, 'R2')).ref).not.toBe(first.ref)
    const credits = stub.transactions.filter(({ type }) => type === 'credit')
    expect(credits.map(({ amount, orderId }) => [amount, orderId])).toEqual([
      ['50.00', 'R1'],
      ['50.00', 'R2'],
    ])
  })

  test('of more than was paid, of nothing, or of another charge’s money is refused', async () => {
    const charge = await paid()
    await stub.settle()
    expect(await outageOf(make().refund(charge, 14_951n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(charge, 0n, 'R2'))).toBe('refused')
    expect(await outageOf(make().refund({ ...charge, id: 'OTHER' }, 100n, 'R3'))).toBe('refused')
    expect(await outageOf(make().refund(sek(), 100n, 'R4'))).toBe('refused')
  })
})
