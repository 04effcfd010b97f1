import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPaystack, type PaystackStub } from '../../../test/stubs/paystack.ts'
import { chargeOf, outageOf, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import { makeVisits, outagesOf } from '../../../test/stubs/visit.ts'
import type { Charge, ProviderOptions, RawRequest } from '../ports-payments.ts'
import { computeHmac } from './digests.ts'
import { paystack } from './paystack.ts'

let stub: PaystackStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startPaystack(), startSite()])
  stub.listen(site.urls.webhookUrl)
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const make = (given: Partial<ProviderOptions> = {}) =>
  paystack.make({ keys: stub.app, mode: 'sandbox', now: () => new Date(), origin: stub.origin, ...given })

const naira = (given: Partial<Charge> = {}): Charge => chargeOf({ currency: 'NGN', ...given })

const { begin, pay, paid } = makeVisits(() => ({ adapter: make(), site, stub }), naira)

const signed = (event: unknown): RawRequest => {
  const body = Buffer.from(JSON.stringify(event))
  const headers = { 'x-paystack-signature': computeHmac('sha512', stub.app.secretKey, body).toString('hex') }
  return { method: 'POST', query: new URLSearchParams(), headers, body, ip: '' }
}

describe('the checkout', () => {
  test('leads to the page of Paystack, and from there back', async () => {
    const { url, charge } = await begin(naira())
    expect(charge.providerRef).toBe('WF7K2M9Q4X')
    expect(stub.payments()[0]?.asking).toEqual({
      email: 'zoe+1@example.com',
      amount: '14950',
      currency: 'NGN',
      reference: 'WF7K2M9Q4X',
      callback_url: site.urls.returnUrl,
      metadata: { payment_id: 'WF7K2M9Q4X', cancel_action: site.urls.cancelUrl },
    })
    const { status, goTo } = await stub.answer(url)
    expect([status, goTo?.split('?')[0]]).toEqual([303, site.urls.returnUrl])
  })

  test('asked for again, after its answer got lost, is another page for the same payment', async () => {
    const lost = await begin(naira())
    const { url, charge } = await begin(naira())
    expect([lost.charge.providerRef, charge.providerRef]).toEqual(['WF7K2M9Q4X', 'WF7K2M9Q4X.2'])
    await stub.answer(url)
    expect((await make().fetchStatus(charge)).state).toBe('paid')
    expect(await make().readNotice(site.last())).toMatchObject({ paymentId: 'WF7K2M9Q4X', providerRef: 'WF7K2M9Q4X.2' })
  })

  test('is refused when it got lost too often', async () => {
    for (let page = 1; page <= 5; page += 1) await begin(naira())
    expect(await outageOf(make().createCheckout(naira(), site.urls))).toBe('refused')
  })

  test('counts hundredths, also of francs that have none', async () => {
    const charge = await pay(naira({ currency: 'XOF', amountMinor: 1500n }))
    expect(stub.payments()[0]?.asking.amount).toBe('150000')
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'paid', amountMinor: 1500n, currency: 'XOF' })
  })

  test('is refused for what Paystack cannot take, and without an address', async () => {
    const payer = { ...naira().payer, email: '' }
    for (const given of [{ currency: 'SEK' }, { currency: 'KWD' }, { amountMinor: 0n }, { payer }]) {
      expect(await outageOf(make().createCheckout(naira(given), site.urls))).toBe('refused')
    }
    expect(stub.log).toEqual([])
    const odd = { ...naira().payer, email: 'nobody' }
    expect(await outageOf(make().createCheckout(naira({ payer: odd }), site.urls))).toBe('refused')
  })

  test('asks nothing with a key of the other mode', async () => {
    expect(await outageOf(make({ mode: 'live' }).createCheckout(naira(), site.urls))).toBe('forbidden')
    expect(await outageOf(make({ keys: { secretKey: 'sk_live_0' } }).createCheckout(naira(), site.urls))).toBe('forbidden')
    expect(stub.log).toEqual([])
  })

  test('is an outage when Paystack knows no such key, fails or talks nonsense', async () => {
    expect(await outageOf(make({ keys: { secretKey: 'sk_test_0' } }).createCheckout(naira(), site.urls))).toBe('forbidden')
    expect(await outagesOf(stub, () => make().createCheckout(naira(), site.urls))).toEqual(['unavailable', 'unavailable'])
  })
})

describe('a notice', () => {
  test('says which payment it is about, and has the same id when it comes again', async () => {
    stub.notices.play({ twice: true })
    await pay()
    await stub.notices.replay()
    const notices = await Promise.all(site.received.map((request) => make().readNotice(request)))
    const eventId = 'charge.success-4099260516'
    const expected = { eventId, paymentId: 'WF7K2M9Q4X', providerRef: 'WF7K2M9Q4X', confirmed: null }
    expect(notices).toMatchObject([expected, expected, expected])
  })

  test('may arrive late and in any order', async () => {
    stub.notices.play({ held: true, pending: true })
    for (const id of ['A1', 'B2']) await pay(naira({ id }))
    expect(site.received).toHaveLength(0)
    await stub.clear()
    await stub.notices.release(true)
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.paymentId))
    expect(ids).toEqual(['B2', 'A1'])
  })

  test('of something else is genuine, but about no payment', async () => {
    const event = { event: 'refund.processed', data: { status: 'processed', refund_reference: 'R', domain: 'test' } }
    const notice = await make().readNotice(signed(event))
    expect(notice).toMatchObject({ paymentId: null, providerRef: null })
    expect(notice?.eventId).toMatch(/^refund\.processed-[0-9a-f]{64}$/)
  })

  test('is not believed with another key, for the other mode, by GET, or without a name', async () => {
    await pay()
    expect(await make({ keys: { secretKey: 'sk_test_other' } }).readNotice(site.last())).toBeNull()
    expect(await make({ keys: {} }).readNotice(site.last())).toBeNull()
    expect(await make({ mode: 'live' }).readNotice(site.last())).toBeNull()
    expect(await make().readNotice({ ...site.last(), method: 'GET' })).toBeNull()
    expect(await make().readNotice({ ...site.last(), headers: {} })).toBeNull()
    expect(await make().readNotice(signed({ data: {} }))).toBeNull()
    expect(await make().readNotice(signed(null))).toBeNull()
    stub.notices.play({ badSignature: true })
    await pay(naira({ id: 'OTHER' }))
    expect(await make().readNotice(site.last())).toBeNull()
  })

  test('of which one byte was changed is refused', async () => {
    await pay()
    const good = site.last()
    const signature = good.headers['x-paystack-signature'] ?? ''
    expect(await make().readNotice(good)).not.toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), async (where, by) => {
        return (await make().readNotice(spoil(good, where, by))) === null
      }),
      { numRuns: 2000 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(signature.length - 1), fc.integer({ min: 33, max: 126 }), async (index, code) => {
        const changed = signature.slice(0, index) + String.fromCharCode(code) + signature.slice(index + 1)
        const headers = { ...good.headers, 'x-paystack-signature': changed }
        return changed === signature || (await make().readNotice({ ...good, headers })) === null
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the status', () => {
  test('is what the transaction says, with its number', async () => {
    const expected = { state: 'paid', amountMinor: 14_950n, currency: 'NGN', providerTxn: '4099260516' }
    expect(await make().fetchStatus(await pay())).toEqual(expected)
  })

  test('is pending before anybody opened the page, and while it is open', async () => {
    const { charge, url } = await begin(naira())
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'pending', amountMinor: 14_950n })
    await stub.visit(url)
    expect((await make().fetchStatus(charge)).state).toBe('pending')
    expect((await make().fetchStatus(naira({ id: 'UNKNOWN' }))).state).toBe('pending')
  })

  test('is failed after a declined card, and paid when another was taken', async () => {
    const { charge, url } = await begin(naira())
    await stub.answer(url, 'decline')
    expect((await make().fetchStatus(charge)).state).toBe('failed')
    await stub.answer(url)
    expect((await make().fetchStatus(charge)).state).toBe('paid')
  })

  test('is pending, then paid, where the bank takes its time; failed when the money went back', async () => {
    stub.notices.play({ pending: true })
    const charge = await pay()
    expect((await make().fetchStatus(charge)).state).toBe('pending')
    await stub.clear()
    expect((await make().fetchStatus(charge)).state).toBe('paid')
    stub.payments()[0]!.status = 'reversed'
    expect((await make().fetchStatus(charge)).state).toBe('failed')
  })

  test('is found by our id when the name of the page got lost', async () => {
    await pay()
    expect((await make().fetchStatus(naira())).state).toBe('paid')
  })

  test('tells another amount and currency as Paystack tells them', async () => {
    const charge = await pay()
    stub.notices.play({ amount: '100', currency: 'USD' })
    expect(await make().fetchStatus(charge)).toMatchObject({ amountMinor: 100n, currency: 'USD' })
  })

  test('is never that of another payment', async () => {
    const { providerRef } = await pay()
    expect(await outageOf(make().fetchStatus(naira({ id: 'OTHER', providerRef })))).toBe('refused')
  })

  test('is an outage while Paystack has none', async () => {
    const charge = await pay()
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
    await stub.close()
    expect(await outageOf(make().fetchStatus(charge))).toBe('unavailable')
  })
})

describe('what Paystack took back', () => {
  test('are its refunds, ours by our note, and its disputes', async () => {
    const charge = await paid()
    expect(await make().listReversals?.(charge)).toEqual([])
    await make().refund(charge, 100n, 'R1')
    const id = Number(charge.providerTxn)
    stub.refunds().push({ id: 1, transaction: id, amount: 250, merchant_note: 'Goodwill', status: 'processed' })
    // as in Paystack's own sample
    const dispute = { id: 2867, currency: null, transaction: { id, reference: charge.id }, category: 'general', resolution: null }
    stub
      .disputes()
      .push({ ...dispute, refund_amount: 300, status: 'awaiting-merchant-feedback', dueAt: '2026-12-01T18:00:00.000Z' })
    expect(await make().listReversals?.(charge)).toMatchObject([
      { kind: 'refund', refundId: 'R1', amountMinor: 100n },
      { kind: 'refund', refundId: null, amountMinor: 250n, state: 'done', reason: 'Goodwill' },
      { kind: 'dispute', ref: '2867', state: 'inquiry', amountMinor: 300n, dueAt: new Date('2026-12-01T18:00:00Z') },
    ])
    Object.assign(stub.disputes()[0]!, { status: 'resolved', resolution: 'merchant-accepted' })
    expect((await make().listReversals?.(charge))?.at(-1)).toMatchObject({ state: 'lost', dueAt: null })
  })

  test.each([
    ['charge.dispute.create', { transaction: { reference: 'WF7K2M9Q4X' } }, 'WF7K2M9Q4X'],
    ['refund.processed', { transaction_reference: 'WF7K2M9Q4X', amount: '250', currency: 'NGN' }, 'WF7K2M9Q4X'],
    ['transfer.success', { reference: 'WF7K2M9Q4X' }, null],
  ])('is told by %s', async (event, data, paymentId) => {
    await stub.tell({ event, data })
    expect(await make().readNotice(site.last())).toMatchObject({ type: event, paymentId })
  })
})

describe('a refund', () => {
  test('of parts gives each back once, however often it is asked for', async () => {
    const charge = await paid()
    const first = await make().refund(charge, 100n, 'R1')
    expect(first).toEqual({ ref: '3018284', state: 'done' })
    expect(await make().refund(charge, 100n, 'R1')).toEqual(first)
    expect((await make().refund(charge, 14_850n, 'R2')).state).toBe('done')
    expect(stub.refunds().map(({ amount }) => amount)).toEqual([100, 14_850])
    expect(await outageOf(make().refund(charge, 1n, 'R3'))).toBe('refused')
  })

  test('may be pending, and then fail', async () => {
    const charge = await paid()
    stub.refundAs('pending')
    expect((await make().refund(charge, 100n, 'R1')).state).toBe('pending')
    stub.refunds()[0]!.status = 'failed'
    expect((await make().refund(charge, 100n, 'R1')).state).toBe('failed')
  })

  test('of nothing that was taken is refused', async () => {
    expect(await outageOf(make().refund(naira(), 100n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(naira({ providerTxn: '1' }), 100n, 'R1'))).toBe('refused')
  })
})
