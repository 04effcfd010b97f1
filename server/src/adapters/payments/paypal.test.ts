import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPaypal, type PaypalStub } from '../../../test/stubs/paypal.ts'
import { chargeOf, outageOf, startSite, type Site } from '../../../test/stubs/site.ts'
import { makeVisits, outagesOf } from '../../../test/stubs/visit.ts'
import type { Charge, ProviderOptions } from '../ports-payments.ts'
import { paypal } from './paypal.ts'

const at = new Date('2026-11-22T12:00:00Z')

let stub: PaypalStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startPaypal(() => at), startSite()])
  stub.listen(site.urls.webhookUrl)
})
afterEach(async () => {
  await stub.arrived()
  await Promise.all([stub.close(), site.close()])
})

const make = (given: Partial<ProviderOptions> = {}) =>
  paypal.make({ keys: stub.app, mode: 'sandbox', now: () => at, origin: stub.origin, ...given })

const krona = (given: Partial<Charge> = {}): Charge => chargeOf({ currency: 'SEK', ...given })

const { begin, pay, paid } = makeVisits(() => ({ adapter: make(), site, stub }), krona)

const captures = (): number => stub.log.filter((line) => line.endsWith('/capture')).length

describe('the checkout', () => {
  test('leads to the page of PayPal, and from there back', async () => {
    const { url } = await begin(krona())
    expect(stub.payments()[0]?.asking).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'WF7K2M9Q4X', invoice_id: 'WF7K2M9Q4X', amount: { currency_code: 'SEK', value: '149.50' } }],
      payment_source: { paypal: { experience_context: { user_action: 'PAY_NOW', cancel_url: site.urls.cancelUrl } } },
    })
    const { status, goTo } = await stub.answer(url)
    expect([status, goTo?.split('?')[0]]).toEqual([303, site.urls.returnUrl])
  })

  test('is one, however often it is asked for', async () => {
    expect(await begin(krona())).toEqual(await begin(krona()))
    expect(stub.payments()).toHaveLength(1)
  })

  test.each([
    ['JPY', 730n, '730'],
    ['HUF', 150_000n, '1500'],
    ['TWD', 30_000n, '300'],
    ['EUR', 5n, '0.05'],
  ])('writes %s as PayPal does', async (currency, amountMinor, value) => {
    const charge = await pay(krona({ currency, amountMinor }))
    expect(stub.payments()[0]?.asking.purchase_units[0].amount.value).toBe(value)
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'paid', amountMinor, currency })
  })

  const untakable = [['HUF', 150_050n] as const, ['KWD', 5000n] as const, ['UGX', 5000n] as const, ['SEK', 0n] as const]
  test.each(untakable)('is refused for what PayPal cannot take: %s %d', async (currency, amountMinor) => {
    expect(await outageOf(make().createCheckout(krona({ currency, amountMinor }), site.urls))).toBe('refused')
    expect(stub.log).toEqual([])
  })

  test('asks for one access token until it ends, and for another when PayPal took it back', async () => {
    const tokens = (): number => stub.log.filter((line) => line.endsWith('/v1/oauth2/token')).length
    let seconds = 0
    const now = () => new Date(at.getTime() + seconds * 1000)
    // an adapter of its own each, as in the server
    const ask = (id: string) => make({ now }).createCheckout(krona({ id }), site.urls)
    for (const id of ['A', 'B']) await ask(id)
    expect(tokens()).toBe(1)
    stub.forgetTokens()
    await ask('C')
    expect(tokens()).toBe(2)
    seconds = 32_400 - 59
    await ask('D')
    expect(tokens()).toBe(3)
  })

  test('is an outage when PayPal knows no such keys, fails or talks nonsense', async () => {
    const keys = { ...stub.app, clientSecret: 'other' }
    expect(await outageOf(make({ keys }).createCheckout(krona(), site.urls))).toBe('forbidden')
    expect(await outagesOf(stub, () => make().createCheckout(krona(), site.urls))).toEqual(['unavailable', 'unavailable'])
  })
})

describe('the status', () => {
  test('is pending until the person approves; then the money is taken, once', async () => {
    const { charge, url } = await begin(krona())
    expect((await make().fetchStatus(charge)).state).toBe('pending')
    expect(captures()).toBe(0)
    await stub.answer(url)
    const first = await make().fetchStatus(charge)
    const money = stub.payments()[0]?.capture?.id
    expect(first).toEqual({ state: 'paid', amountMinor: 14_950n, currency: 'SEK', providerTxn: money })
    expect(await make().fetchStatus(charge)).toEqual(first)
    expect(captures()).toBe(1)
  })

  test('asked for twice at the same time takes the money once', async () => {
    const charge = await pay()
    const both = await Promise.all([make().fetchStatus(charge), make().fetchStatus(charge)])
    expect(both.map(({ state }) => state)).toEqual(['paid', 'paid'])
    expect(new Set(both.map(({ providerTxn }) => providerTxn)).size).toBe(1)
  })

  test('is failed when the card has no money', async () => {
    const charge = await pay(krona(), 'decline')
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'failed', providerTxn: null })
  })

  test('is pending, then paid, where PayPal looks at the money first; failed when the money went back', async () => {
    stub.notices.play({ pending: true })
    const charge = await pay()
    expect((await make().fetchStatus(charge)).state).toBe('pending')
    await stub.clear()
    expect((await make().fetchStatus(charge)).state).toBe('paid')
    stub.payments()[0]!.capture!.status = 'REFUNDED'
    expect((await make().fetchStatus(charge)).state).toBe('failed')
  })

  test('is expired once PayPal forgot the order, and failed for one that was voided', async () => {
    const { charge } = await begin(krona())
    stub.payments()[0]!.status = 'VOIDED'
    expect((await make().fetchStatus(charge)).state).toBe('failed')
    stub.forgetOrders()
    expect((await make().fetchStatus(charge)).state).toBe('expired')
    expect((await make().fetchStatus(krona())).state).toBe('pending')
  })

  test('tells another amount and currency as PayPal tells them', async () => {
    const charge = await pay()
    stub.notices.play({ amount: '1.00', currency: 'USD' })
    expect(await make().fetchStatus(charge)).toMatchObject({ amountMinor: 100n, currency: 'USD' })
  })

  test('is never that of another payment, and takes no money for it', async () => {
    const { providerRef } = await pay()
    expect(await outageOf(make().fetchStatus(krona({ id: 'OTHER', providerRef })))).toBe('refused')
    expect(captures()).toBe(0)
  })

  test('is an outage while PayPal has none', async () => {
    const charge = await pay()
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
    await stub.close()
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
  })
})

describe('a notice', () => {
  test('of an approval and of the money say which payment they are about', async () => {
    const charge = await paid()
    await stub.arrived()
    const notices = await Promise.all(site.received.map((request) => make().readNotice(request)))
    const expected = {
      eventId: expect.stringMatching(/^WH-/) as string,
      amount: { amountMinor: 14_950n, currency: 'SEK' },
      paymentId: 'WF7K2M9Q4X',
      providerRef: charge.providerRef,
      confirmed: null,
    }
    const captured = { ...expected, type: 'PAYMENT.CAPTURE.COMPLETED', providerTxn: charge.providerTxn }
    expect(notices).toEqual([{ ...expected, type: 'CHECKOUT.ORDER.APPROVED' }, captured])
    expect(notices[0]?.eventId).not.toBe(notices[1]?.eventId)
  })

  test('has the same id when it comes again', async () => {
    stub.notices.play({ twice: true })
    await pay()
    await stub.notices.replay()
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.eventId))
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  test('may arrive late and in any order', async () => {
    stub.notices.play({ held: true })
    for (const id of ['WFONE', 'WFTWO']) await pay(krona({ id }))
    await stub.notices.release(true)
    const about = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.paymentId))
    expect(about).toEqual(['WFTWO', 'WFONE'])
  })
})

describe('a refund', () => {
  test('of parts gives each back once, however often it is asked for', async () => {
    const charge = await paid()
    const first = await make().refund(charge, 100n, 'R1')
    expect(first.state).toBe('done')
    expect(await make().refund(charge, 100n, 'R1')).toEqual(first)
    expect((await make().refund(charge, 14_850n, 'R2')).state).toBe('done')
    expect(stub.refunds().map(({ value }) => value)).toEqual(['1.00', '148.50'])
    expect(await outageOf(make().refund(charge, 1n, 'R3'))).toBe('refused')
  })

  test('may be pending, and then fail', async () => {
    const charge = await paid()
    stub.refundAs('PENDING')
    expect((await make().refund(charge, 100n, 'R1')).state).toBe('pending')
    stub.refunds()[0]!.status = 'FAILED'
    expect((await make().refund(charge, 100n, 'R1')).state).toBe('failed')
  })

  test('of nothing that was taken is refused', async () => {
    expect(await outageOf(make().refund(krona(), 100n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(krona({ providerTxn: 'UNKNOWN' }), 100n, 'R1'))).toBe('refused')
  })
})
