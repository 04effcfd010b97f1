import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFlutterwave, type FlutterwaveStub } from '../../../test/stubs/flutterwave.ts'
import { chargeOf, outageOf, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import { makeVisits, outagesOf } from '../../../test/stubs/visit.ts'
import type { Charge, ProviderOptions, RawRequest } from '../ports-payments.ts'
import { flutterwave } from './flutterwave.ts'

let stub: FlutterwaveStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startFlutterwave(), startSite()])
  stub.listen(site.urls.webhookUrl)
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const make = (given: Partial<ProviderOptions> = {}) =>
  flutterwave.make({ keys: stub.app, mode: 'sandbox', now: () => new Date(), origin: stub.origin, ...given })

const naira = (given: Partial<Charge> = {}): Charge => chargeOf({ currency: 'NGN', ...given })

const { begin, pay, paid } = makeVisits(() => ({ adapter: make(), site, stub }), naira)

const told = (event: unknown): RawRequest => {
  const headers = { 'verif-hash': stub.app.secretHash }
  return { method: 'POST', query: new URLSearchParams(), headers, body: Buffer.from(JSON.stringify(event)), ip: '' }
}

describe('the checkout', () => {
  test('leads to the page of Flutterwave, and from there back', async () => {
    const { url, charge } = await begin(naira())
    expect(charge.providerRef).toBe('WF7K2M9Q4X')
    expect(stub.links()[0]?.asking).toMatchObject({
      tx_ref: 'WF7K2M9Q4X',
      amount: '149.50',
      currency: 'NGN',
      redirect_url: site.urls.returnUrl,
      customer: { email: 'zoe+1@example.com', phonenumber: '+27821234567' },
    })
    const { status, goTo } = await stub.answer(url)
    expect([status, goTo?.split('?')[0]]).toEqual([303, site.urls.returnUrl])
  })

  test('asked for again is for the same payment', async () => {
    await begin(naira())
    const { url, charge } = await begin(naira())
    await stub.answer(url)
    expect((await make().fetchStatus(charge)).state).toBe('paid')
    expect((await make().fetchStatus(naira())).state).toBe('paid')
  })

  test.each([
    ['UGX', 5000n, '5000'],
    ['XAF', 1500n, '1500'],
    ['KES', 5n, '0.05'],
  ])('writes %s with the digits that it has', async (currency, amountMinor, amount) => {
    const charge = await pay(naira({ currency, amountMinor }))
    expect(stub.links()[0]?.asking.amount).toBe(amount)
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'paid', amountMinor, currency })
  })

  test('is refused for what Flutterwave cannot take, and without an address', async () => {
    const payer = { ...naira().payer, email: '' }
    for (const given of [{ currency: 'SEK' }, { currency: 'KWD' }, { amountMinor: 0n }, { payer }]) {
      expect(await outageOf(make().createCheckout(naira(given), site.urls))).toBe('refused')
    }
    expect(stub.log).toEqual([])
  })

  test('asks nothing with a key of the other mode', async () => {
    expect(await outageOf(make({ mode: 'live' }).createCheckout(naira(), site.urls))).toBe('forbidden')
    const keys = { ...stub.app, secretKey: 'FLWSECK-0-X' }
    expect(await outageOf(make({ keys }).createCheckout(naira(), site.urls))).toBe('forbidden')
    expect(stub.log).toEqual([])
  })

  test('is an outage when Flutterwave knows no such key, fails or talks nonsense', async () => {
    const keys = { ...stub.app, secretKey: 'FLWSECK_TEST-0-X' }
    expect(await outageOf(make({ keys }).createCheckout(naira(), site.urls))).toBe('forbidden')
    expect(await outagesOf(stub, () => make().createCheckout(naira(), site.urls))).toEqual(['unavailable', 'unavailable'])
  })
})

describe('a notice', () => {
  test('says which payment it is about, and has the same id when it comes again', async () => {
    stub.notices.play({ twice: true })
    await pay()
    await stub.notices.replay()
    const notices = await Promise.all(site.received.map((request) => make().readNotice(request)))
    const eventId = 'charge.completed-285959875-successful'
    const expected = { eventId, paymentId: 'WF7K2M9Q4X', providerRef: 'WF7K2M9Q4X', confirmed: null }
    expect(notices).toMatchObject([expected, expected, expected])
  })

  test('may arrive late and in any order', async () => {
    stub.notices.play({ held: true, pending: true })
    for (const id of ['A1', 'B2']) await pay(naira({ id }))
    await stub.clear()
    expect(site.received).toHaveLength(0)
    await stub.notices.release(true)
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.paymentId))
    expect(ids).toEqual(['B2', 'A1'])
  })

  test('of an older account, or of something else, is read, too', async () => {
    const old = { id: 5, txRef: 'WF7K2M9Q4X', status: 'successful', 'event.type': 'CARD_TRANSACTION' }
    expect(await make().readNotice(told(old))).toMatchObject({
      eventId: 'CARD_TRANSACTION-5-successful',
      paymentId: 'WF7K2M9Q4X',
    })
    const other = await make().readNotice(told({ event: 'other', data: {} }))
    expect(other).toMatchObject({ paymentId: null, providerRef: null })
    expect(other?.eventId).toMatch(/^other-[0-9a-f]{64}$/)
  })

  test('is not believed with another hash, none, by GET, or when it is no JSON', async () => {
    await pay()
    expect(await make({ keys: { ...stub.app, secretHash: 'other' } }).readNotice(site.last())).toBeNull()
    expect(await make({ keys: {} }).readNotice({ ...site.last(), headers: { 'verif-hash': '' } })).toBeNull()
    expect(await make().readNotice({ ...site.last(), headers: {} })).toBeNull()
    expect(await make().readNotice({ ...site.last(), method: 'GET' })).toBeNull()
    expect(await make().readNotice({ ...site.last(), body: Buffer.from('{') })).toBeNull()
    stub.notices.play({ badSignature: true })
    await pay(naira({ id: 'OTHER' }))
    expect(await make().readNotice(site.last())).toBeNull()
  })

  test('that is signed must have the right signature, whatever hash it shows', async () => {
    stub.signNotices()
    await pay()
    const good = site.last()
    expect(await make().readNotice(good)).toMatchObject({ paymentId: 'WF7K2M9Q4X' })
    const headers = { ...good.headers, 'flutterwave-signature': 'AAAA', 'verif-hash': stub.app.secretHash }
    expect(await make().readNotice({ ...good, headers })).toBeNull()
    expect(await make().readNotice(good)).not.toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), async (where, by) => {
        return (await make().readNotice(spoil(good, where, by))) === null
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the status', () => {
  test('is what the transaction says, without the fee, with its number', async () => {
    const expected = { state: 'paid', amountMinor: 14_950n, currency: 'NGN', providerTxn: '285959875' }
    expect(await make().fetchStatus(await pay())).toEqual(expected)
  })

  test('is pending before anybody tried to pay, and while the bank takes its time', async () => {
    stub.notices.play({ pending: true })
    const { charge, url } = await begin(naira())
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'pending', amountMinor: 14_950n })
    await stub.answer(url)
    expect((await make().fetchStatus(charge)).state).toBe('pending')
    await stub.clear()
    expect((await make().fetchStatus(charge)).state).toBe('paid')
  })

  test('is failed after a declined card, and paid by the number of the one that was taken', async () => {
    const { charge, url } = await begin(naira())
    await stub.answer(url, 'decline')
    expect((await make().fetchStatus(charge)).state).toBe('failed')
    await stub.answer(url)
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'paid', providerTxn: '285959876' })
  })

  test('tells another amount and currency as Flutterwave tells them', async () => {
    const charge = await pay()
    stub.notices.play({ amount: '1.00', currency: 'USD' })
    expect(await make().fetchStatus(charge)).toMatchObject({ amountMinor: 100n, currency: 'USD' })
  })

  test('is never that of another payment', async () => {
    const { providerRef } = await pay()
    expect((await make().fetchStatus(naira({ id: 'OTHER', providerRef }))).state).toBe('pending')
  })

  test('is an outage while Flutterwave has none', async () => {
    const charge = await pay()
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
    await stub.close()
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
  })
})

test('what Flutterwave took back is known by our note, where it repeats one', async () => {
  const charge = await paid()
  await make().refund(charge, 14_950n, 'R1')
  stub.refunds().push({ id: 1, tx_id: Number(charge.providerTxn), amount_refunded: 1, status: 'completed-mpgs', meta: {} })
  const [ours, theirs] = (await make().listReversals?.(charge)) ?? []
  expect(ours).toMatchObject({ kind: 'refund', refundId: 'R1', state: 'done', amountMinor: 14_950n })
  expect(theirs).toMatchObject({ kind: 'refund', ref: '1', amountMinor: 100n })
  expect(theirs?.refundId).toBeUndefined()
})

describe('a refund', () => {
  test('gives all of it back once, however often it is asked for, whatever else was given back', async () => {
    await make().refund(await paid(naira({ id: 'OTHER' })), 14_950n, 'R0')
    const charge = await paid()
    const first = await make().refund(charge, 14_950n, 'R1')
    expect(first).toEqual({ ref: '75924', state: 'done' })
    expect(await make().refund(charge, 14_950n, 'R1')).toEqual(first)
    expect(stub.refunds().map(({ amount_refunded: amount }) => amount)).toEqual([149.5, 149.5])
  })

  test.each([
    ['completed', {}, 'pending'],
    ['completed', { disburse_status: 'successful' }, 'done'],
    ['completed', '{"disburse_status":"failed"}', 'failed'],
    ['completed-momo', null, 'done'],
    ['pending-momo', 'no JSON', 'pending'],
    ['failed', {}, 'failed'],
  ] as const)('that is %s with %j is %s', async (status, meta, state) => {
    const charge = await paid()
    stub.refundAs(status, meta)
    expect((await make().refund(charge, 14_950n, 'R1')).state).toBe(state)
  })

  test('of a part, or of what a part was given back of, is refused', async () => {
    const charge = await paid()
    expect(await outageOf(make().refund(charge, 100n, 'R1'))).toBe('refused')
    stub.refunds().push({ id: 1, tx_id: 285_959_875, amount_refunded: 1, status: 'completed', meta: {} })
    expect(await outageOf(make().refund(charge, 14_950n, 'R1'))).toBe('refused')
    expect(stub.refunds()).toHaveLength(1)
  })

  test('that failed is told so, until another is asked for', async () => {
    const charge = await paid()
    stub.refundAs('failed')
    await make().refund(charge, 14_950n, 'R1')
    stub.refundAs('completed-mpgs')
    expect((await make().refund(charge, 14_950n, 'R1')).state).toBe('failed')
    expect((await make().refund(charge, 14_950n, 'R2')).state).toBe('done')
    // where Flutterwave keeps no notes it cannot be told from the first
    for (const refund of stub.refunds()) delete refund.comments
    expect((await make().refund(charge, 14_950n, 'R3')).state).toBe('failed')
  })

  test('of nothing that was taken is refused', async () => {
    expect(await outageOf(make().refund(naira(), 14_950n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(naira({ providerTxn: '1' }), 14_950n, 'R1'))).toBe('refused')
  })
})
