import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chargeOf, outageOf, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import { startStripe, type StripeStub } from '../../../test/stubs/stripe.ts'
import { makeVisits, outagesOf } from '../../../test/stubs/visit.ts'
import type { ProviderOptions } from '../ports-payments.ts'
import { stripe } from './stripe.ts'

const at = new Date('2026-11-22T12:00:00Z')
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)

let stub: StripeStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startStripe(() => at), startSite()])
  stub.listen(site.urls.webhookUrl)
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const make = (given: Partial<ProviderOptions> = {}) =>
  stripe.make({ keys: stub.app, mode: 'sandbox', now: () => at, origin: stub.origin, ...given })

const { begin, pay, paid } = makeVisits(() => ({ adapter: make(), site, stub }), chargeOf)

const sentAmount = (): string | null => stub.payments()[0]?.form.get('line_items[0][price_data][unit_amount]') ?? null

describe('the checkout', () => {
  test('leads to the page of Stripe, and from there back', async () => {
    const { url, charge } = await begin(chargeOf({ currency: 'SEK' }))
    expect(charge.providerRef).toMatch(/^cs_test_/)
    const { form } = stub.payments()[0]!
    expect(Object.fromEntries(form)).toMatchObject({
      client_reference_id: 'WF7K2M9Q4X',
      customer_email: 'zoe+1@example.com',
      'line_items[0][price_data][currency]': 'sek',
      'line_items[0][price_data][unit_amount]': '14950',
      'adaptive_pricing[enabled]': 'false',
      cancel_url: site.urls.cancelUrl,
    })
    expect(await stub.answer(url)).toMatchObject({ status: 303, goTo: site.urls.returnUrl })
  })

  test('is one, however often it is asked for', async () => {
    const [first, second] = [await begin(chargeOf()), await begin(chargeOf())]
    expect(second).toEqual(first)
    expect(stub.payments()).toHaveLength(1)
  })

  test.each([
    ['JPY', 730n, '730'],
    ['KWD', 5120n, '5120'],
    ['ISK', 500n, '50000'],
    ['UGX', 5000n, '500000'],
    ['MGA', 500_000n, '5000'],
    ['XOF', 1500n, '1500'],
  ])('counts %s as Stripe does', async (currency, amountMinor, units) => {
    const charge = await pay(chargeOf({ currency, amountMinor }))
    expect(sentAmount()).toBe(units)
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'paid', amountMinor, currency })
  })

  test('says that it is the decimals which Stripe cannot take', async () => {
    const asking = make().createCheckout(chargeOf({ currency: 'KWD', amountMinor: 5124n }), site.urls)
    await expect(asking).rejects.toMatchObject({ outage: 'refused', why: 'provider_amount_step' })
  })

  const untakable = [['KWD', 5124n] as const, ['MGA', 550n] as const, ['SEK', 0n] as const, ['SEK', -5n] as const]
  test.each(untakable)('is refused for what Stripe cannot take: %s %d', async (currency, amountMinor) => {
    expect(await outageOf(make().createCheckout(chargeOf({ currency, amountMinor }), site.urls))).toBe('refused')
    expect(stub.log).toEqual([])
  })

  test('cuts a long description between characters, and needs no address', async () => {
    await begin(chargeOf({ description: '🚕'.repeat(400), payer: { ...chargeOf().payer, email: '' } }))
    const { form } = stub.payments()[0]!
    expect([...(form.get('line_items[0][price_data][product_data][name]') ?? '')]).toHaveLength(250)
    expect(form.has('customer_email')).toBe(false)
  })

  test('asks nothing with a key of the other mode', async () => {
    expect(await outageOf(make({ mode: 'live' }).createCheckout(chargeOf(), site.urls))).toBe('forbidden')
    const keys = { ...stub.app, secretKey: 'sk_live_51' }
    expect(await outageOf(make({ keys }).createCheckout(chargeOf(), site.urls))).toBe('forbidden')
    expect(stub.log).toEqual([])
  })

  test('is an outage when Stripe knows no such key, fails or talks nonsense', async () => {
    const keys = { ...stub.app, secretKey: 'sk_test_other' }
    expect(await outageOf(make({ keys }).createCheckout(chargeOf(), site.urls))).toBe('forbidden')
    expect(await outagesOf(stub, () => make().createCheckout(chargeOf(), site.urls))).toEqual(['unavailable', 'unavailable'])
  })
})

describe('a notice', () => {
  test('says which payment it is about', async () => {
    const charge = await pay()
    expect(await make().readNotice(site.last())).toEqual({
      eventId: expect.stringMatching(/^evt_/) as string,
      type: 'checkout.session.completed',
      amount: { amountMinor: 14_950n, currency: 'ZAR' },
      paymentId: 'WF7K2M9Q4X',
      providerRef: charge.providerRef,
      confirmed: null,
    })
  })

  test('has the same id when it comes again, and another for another event', async () => {
    stub.notices.play({ twice: true, pending: true })
    await pay()
    await stub.clear()
    await stub.notices.replay()
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.eventId))
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 2])
    expect(ids).not.toContain(undefined)
  })

  test('may arrive in any order', async () => {
    stub.notices.play({ held: true, pending: true })
    const charge = await pay()
    await stub.clear()
    expect(site.received).toHaveLength(0)
    await stub.notices.release(true)
    const refs = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.providerRef))
    expect(refs).toEqual([charge.providerRef, charge.providerRef])
  })

  test('is believed for five minutes, and not from the future', async () => {
    await pay()
    const states = await Promise.all(
      [-301, -300, 300, 301].map(async (seconds) => (await make({ now: () => later(seconds) }).readNotice(site.last())) !== null),
    )
    expect(states).toEqual([false, true, true, false])
  })

  test('is not believed with another secret, none, for the other mode, or by GET', async () => {
    await pay()
    const good = site.last()
    for (const secret of ['whsec_other', '']) {
      expect(await make({ keys: { ...stub.app, webhookSecret: secret } }).readNotice(good)).toBeNull()
    }
    expect(await make({ keys: {} }).readNotice(good)).toBeNull()
    expect(await make({ mode: 'live' }).readNotice(good)).toBeNull()
    expect(await make().readNotice({ ...good, method: 'GET' })).toBeNull()
    stub.notices.play({ badSignature: true })
    await pay(chargeOf({ id: 'OTHER' }))
    expect(await make().readNotice(site.last())).toBeNull()
  })

  test('is believed when one of several signatures is right, as while a secret is changed', async () => {
    await pay()
    const { headers, ...rest } = site.last()
    const signature = headers['stripe-signature']?.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`) ?? ''
    expect(await make().readNotice({ ...rest, headers: { ...headers, 'stripe-signature': signature } })).not.toBeNull()
  })

  test.each(['', 't=,v1=', 'v1=abc', 't=1e3,v1=abc', `t=${at.getTime() / 1000}`, `t=${at.getTime() / 1000},v1=`, 't'])(
    'with the signature %j is not believed',
    async (signature) => {
      await pay()
      const { headers, ...rest } = site.last()
      expect(await make().readNotice({ ...rest, headers: { ...headers, 'stripe-signature': signature } })).toBeNull()
    },
  )

  test('of which one byte was changed is refused', async () => {
    await pay()
    const good = site.last()
    const header = good.headers['stripe-signature'] ?? ''
    expect(await make().readNotice(good)).not.toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), async (where, by) => {
        return (await make().readNotice(spoil(good, where, by))) === null
      }),
      { numRuns: 2000 },
    )
    // and of the time and its signature
    const signed = header.slice(0, header.indexOf(',v0='))
    await fc.assert(
      fc.asyncProperty(fc.nat(signed.length - 1), fc.integer({ min: 33, max: 126 }), async (index, code) => {
        const changed = signed.slice(0, index) + String.fromCharCode(code) + signed.slice(index + 1)
        const headers = { ...good.headers, 'stripe-signature': changed }
        return changed === signed || (await make().readNotice({ ...good, headers })) === null
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the status', () => {
  test('is what the session says, with the name of the money', async () => {
    const charge = await pay(chargeOf({ currency: 'SEK' }))
    expect(await make().fetchStatus(charge)).toEqual({
      state: 'paid',
      amountMinor: 14_950n,
      currency: 'SEK',
      providerTxn: expect.stringMatching(/^pi_/) as string,
    })
  })

  test('is pending until somebody pays, also after a declined card', async () => {
    const { charge } = await begin(chargeOf())
    expect((await make().fetchStatus(charge)).state).toBe('pending')
    await pay(chargeOf(), 'decline')
    expect((await make().fetchStatus(charge)).state).toBe('pending')
    expect((await make().fetchStatus(chargeOf())).state).toBe('pending')
  })

  test('is pending, then paid or failed, where the money takes days', async () => {
    stub.notices.play({ pending: true })
    const first = await pay(chargeOf({ id: 'FIRST' }))
    expect((await make().fetchStatus(first)).state).toBe('pending')
    await stub.clear()
    const second = await pay(chargeOf({ id: 'SECOND' }))
    await stub.fail()
    expect((await make().fetchStatus(first)).state).toBe('paid')
    expect((await make().fetchStatus(second)).state).toBe('failed')
  })

  test('is expired when nobody paid', async () => {
    const { charge } = await begin(chargeOf())
    await stub.expire()
    expect((await make().fetchStatus(charge)).state).toBe('expired')
    expect((await make().readNotice(site.last()))?.paymentId).toBe(charge.id)
  })

  test('tells another amount and currency as Stripe tells them', async () => {
    const charge = await pay()
    stub.notices.play({ amount: '100', currency: 'usd' })
    expect(await make().fetchStatus(charge)).toMatchObject({ amountMinor: 100n, currency: 'USD' })
  })

  test('is never that of another payment', async () => {
    const { providerRef } = await pay()
    expect(await outageOf(make().fetchStatus(chargeOf({ id: 'OTHER', providerRef })))).toBe('refused')
    expect(await outageOf(make().fetchStatus(chargeOf({ providerRef: 'cs_test_unknown' })))).toBe('refused')
  })

  test('is an outage while Stripe has none', async () => {
    const charge = await pay()
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
    await stub.close()
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
  })
})

describe('a refund', () => {
  test('of parts gives each back once, however often it is asked for', async () => {
    const charge = await paid()
    const first = await make().refund(charge, 100n, 'R1')
    expect(first).toMatchObject({ state: 'done', ref: expect.stringMatching(/^re_/) as string })
    expect(await make().refund(charge, 100n, 'R1')).toEqual(first)
    expect((await make().fetchStatus(charge)).state).toBe('paid')
    expect((await make().refund(charge, 14_850n, 'R2')).state).toBe('done')
    // all of it went back
    expect((await make().fetchStatus(charge)).state).toBe('failed')
    expect(stub.refunds().map(({ amount }) => amount)).toEqual([100, 14_850])
    expect(await outageOf(make().refund(charge, 1n, 'R3'))).toBe('refused')
  })

  test('asked for at the same time is one', async () => {
    const charge = await paid()
    await Promise.all([make().refund(charge, 100n, 'R1'), make().refund(charge, 100n, 'R1')])
    expect(stub.refunds()).toHaveLength(1)
  })

  test('may be pending, and then fail', async () => {
    const charge = await paid()
    stub.refundAs('pending')
    expect((await make().refund(charge, 100n, 'R1')).state).toBe('pending')
    stub.refunds()[0]!.status = 'failed'
    expect((await make().refund(charge, 100n, 'R1')).state).toBe('failed')
  })

  test('counts in the units of Stripe', async () => {
    await make().refund(await paid(chargeOf({ currency: 'ISK', amountMinor: 500n })), 200n, 'R1')
    expect(stub.refunds()[0]?.amount).toBe(20_000)
  })

  test('of nothing that was taken is refused', async () => {
    expect(await outageOf(make().refund(chargeOf(), 100n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(chargeOf({ providerTxn: 'pi_unknown' }), 100n, 'R1'))).toBe('refused')
  })
})
