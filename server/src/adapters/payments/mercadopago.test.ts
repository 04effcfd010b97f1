import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mercadopagoApp, signNotice, startMercadopago, type MercadopagoStub } from '../../../test/stubs/mercadopago.ts'
import { chargeOf, outageOf, startSite, type Site } from '../../../test/stubs/site.ts'
import { outagesOf } from '../../../test/stubs/visit.ts'
import type { Charge, ProviderOptions, RawRequest } from '../ports-payments.ts'
import { mercadopago } from './mercadopago.ts'

const now = () => new Date('2026-11-22T12:00:00Z')

let stub: MercadopagoStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startMercadopago(now), startSite()])
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const make = (given: Partial<ProviderOptions> = {}) =>
  mercadopago.make({ keys: stub.app, mode: 'sandbox', now, origin: stub.origin, ...given })
const brl = (given: Partial<Charge> = {}) => chargeOf({ currency: 'BRL', ...given })

const checkoutOf = async (charge: Charge) => {
  const checkout = await make().createCheckout(charge, site.urls)
  if (checkout.kind !== 'redirect') throw new Error('no redirect')
  return checkout
}
const pay = async (charge: Charge, says: 'pay' | 'decline' = 'pay') => stub.answer((await checkoutOf(charge)).url, says)

/** The charge once its money is there. */
const paid = async (): Promise<Charge> => {
  await pay(brl())
  return brl({ providerTxn: String(stub.payments()[0]?.id) })
}

/** A genuine notice whose body says nothing. */
const noticeAbout = (id: string, type: string): RawRequest => ({
  method: 'POST',
  query: new URLSearchParams({ 'data.id': id, type }),
  headers: {
    'x-request-id': 'r-1',
    'x-signature': signNotice(id, 'r-1', String(now().getTime()), mercadopagoApp.webhookSecret),
  },
  body: Buffer.from('no json'),
  ip: '127.0.0.1',
})

describe('the checkout', () => {
  test('leads to a page that asks for the exact amount', async () => {
    const { providerRef, url } = await checkoutOf(brl())
    expect(url).toContain(`pref_id=${providerRef}`)
    const { html } = await stub.visit(url)
    expect(html).toContain('BRL <b id="amount">149.5</b>')
    const { goTo } = await stub.answer(url)
    expect(goTo).toMatch(new RegExp(`^${site.urls.returnUrl}\\?collection_id=\\d+&status=approved`))
  })

  test('of one charge is the same page, however often it is made', async () => {
    const first = await checkoutOf(brl())
    expect(await checkoutOf(brl())).toEqual(first)
    expect(await checkoutOf(brl({ providerRef: first.providerRef }))).toEqual(first)
    expect(stub.preferences()).toHaveLength(1)
  })

  test('is written anew when the reference is another’s', async () => {
    const other = await checkoutOf(brl({ id: 'OTHER' }))
    expect((await checkoutOf(brl({ providerRef: other.providerRef }))).providerRef).not.toBe(other.providerRef)
  })

  test('writes pesos of Chile and Colombia in whole units, and refuses parts of them', async () => {
    await checkoutOf(brl({ id: 'A', currency: 'CLP', amountMinor: 4_990n }))
    await checkoutOf(brl({ id: 'B', currency: 'COP', amountMinor: 1_490_000n }))
    expect(stub.preferences().map(({ items }) => items[0]?.unit_price)).toEqual([4990, 14_900])
    expect(await outageOf(make().createCheckout(brl({ currency: 'COP', amountMinor: 1_490_050n }), site.urls))).toBe('refused')
  })

  test('is refused for other currencies, for nothing, and for more than a number holds', async () => {
    expect(await outageOf(make().createCheckout(brl({ currency: 'SEK' }), site.urls))).toBe('refused')
    expect(await outageOf(make().createCheckout(brl({ amountMinor: 0n }), site.urls))).toBe('refused')
    expect(await outageOf(make().createCheckout(brl({ amountMinor: 90_071_992_547_409_931n }), site.urls))).toBe('refused')
  })

  test('never asks live with a token for tests, and is refused with another’s token', async () => {
    const test = make({ mode: 'live', keys: { ...mercadopagoApp, accessToken: 'TEST-1' } })
    expect(await outageOf(test.createCheckout(brl(), site.urls))).toBe('forbidden')
    expect(stub.log).toEqual([])
    const other = make({ keys: { ...mercadopagoApp, accessToken: 'APP_USR-2' } })
    expect(await outageOf(other.createCheckout(brl(), site.urls))).toBe('forbidden')
  })

  test('is an outage while the provider is down', async () => {
    expect(await outagesOf(stub, () => make().createCheckout(brl(), site.urls))).toEqual(['unavailable', 'unavailable'])
  })
})

describe('a notice', () => {
  test('names the payment and what was paid', async () => {
    await pay(brl())
    const money = { amountMinor: 14_950n, currency: 'BRL', providerTxn: String(stub.payments()[0]?.id) }
    expect(await make().readNotice(site.last())).toMatchObject({
      eventId: `payment-${money.providerTxn}-112233445567`,
      paymentId: 'WF7K2M9Q4X',
      providerRef: null,
      confirmed: { state: 'paid', ...money, taken: [money] },
    })
  })

  test('that comes twice has the same id; pending and paid have two', async () => {
    stub.notices.play({ twice: true, pending: true })
    await pay(brl())
    await stub.clear()
    await stub.notices.replay()
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.eventId))
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toBe(ids[1])
    expect(ids[3]).toBe(ids[4])
  })

  test('of anything but money leaves it to the status, among all tries', async () => {
    await pay(brl(), 'decline')
    expect(await make().readNotice(site.last())).toMatchObject({ paymentId: 'WF7K2M9Q4X', confirmed: null })
  })

  test('that is held and comes out of order is still read', async () => {
    stub.notices.play({ held: true, pending: true })
    await pay(brl())
    await stub.clear()
    await stub.notices.release(true)
    expect(site.received).toHaveLength(2)
    for (const request of site.received) expect((await make().readNotice(request))?.paymentId).toBe('WF7K2M9Q4X')
  })

  test('with another signature, replayed later, or by GET is not believed, and nothing is asked', async () => {
    stub.notices.play({ badSignature: true })
    await pay(brl())
    const forged = site.last()
    stub.notices.play({})
    await stub.answer((await checkoutOf(brl())).url)
    stub.log.length = 0
    expect(await make().readNotice(forged)).toBeNull()
    expect(await make().readNotice({ ...site.last(), method: 'GET' })).toBeNull()
    const later = make({ now: () => new Date(now().getTime() + 600_000) })
    expect(await later.readNotice(site.last())).toBeNull()
    expect(stub.log).toEqual([])
  })

  test('about another thing, or a payment that nobody knows, is genuine but about no payment of ours', async () => {
    const none = { paymentId: null, providerRef: null, confirmed: null }
    expect(await make().readNotice(noticeAbout('123456', 'payment'))).toMatchObject({ eventId: 'payment-123456-r-1', ...none })
    expect(await make().readNotice(noticeAbout('../users/me', 'payment'))).toMatchObject({
      eventId: 'payment-../users/me-r-1',
      ...none,
    })
    expect(await make().readNotice(noticeAbout('9', 'merchant_order'))).toMatchObject({
      eventId: 'merchant_order-9-r-1',
      ...none,
    })
  })
})

describe('the status', () => {
  test('is pending before anybody paid and while the provider decides, then paid', async () => {
    const pending = { state: 'pending', amountMinor: 14_950n, currency: 'BRL' }
    expect(await make().fetchStatus(brl())).toEqual({ ...pending, providerTxn: null })
    stub.notices.play({ pending: true })
    await pay(brl())
    expect(await make().fetchStatus(brl())).toMatchObject(pending)
    await stub.clear()
    expect((await make().fetchStatus(brl())).state).toBe('paid')
  })

  test('is paid when one try of several was, in whatever order, and failed when none was', async () => {
    await pay(brl(), 'decline')
    expect((await make().fetchStatus(brl())).state).toBe('failed')
    await pay(brl())
    await pay(brl(), 'decline')
    const [declined, approved] = stub.payments().map(({ id }) => String(id))
    expect(await make().fetchStatus(brl())).toMatchObject({ state: 'paid', providerTxn: approved })
    const known = brl({ providerTxn: declined ?? null })
    expect(await make().fetchStatus(known)).toMatchObject({ state: 'paid', providerTxn: approved })
    await pay(brl())
    const again = { amountMinor: 14_950n, currency: 'BRL', providerTxn: String(stub.payments()[3]?.id) }
    expect((await make().fetchStatus(known)).taken).toContainEqual(again)
    await make().refund(brl(again), 100n, 'R1')
    const said = await make().fetchStatus(known)
    expect(said.taken).not.toContainEqual(again)
    expect(said.unclear).toEqual([again.providerTxn])
  })

  test('of money that counts is its own, whatever else was paid on the page', async () => {
    await pay(brl())
    await pay(brl())
    const [first = '', second = ''] = stub.payments().map(({ id }) => String(id))
    await make().refund(brl({ providerTxn: first }), 14_950n, 'R1')
    const money = { amountMinor: 14_950n, currency: 'BRL', providerTxn: second }
    const counted = brl({ providerTxn: first, paidAt: new Date() })
    expect(await make().fetchStatus(counted)).toMatchObject({ state: 'failed', providerTxn: first, taken: [money] })
    expect(await make().fetchStatus(brl({ providerTxn: first }))).toMatchObject({ state: 'paid', providerTxn: second })
  })

  test('of known money does not wait for the search, and never takes another charge’s money', async () => {
    const charge = await paid()
    stub.be({ searchLags: true })
    expect((await make().fetchStatus(charge)).state).toBe('paid')
    expect((await make().fetchStatus({ ...charge, id: 'OTHER' })).state).toBe('pending')
  })

  test('tells another amount and currency as they are', async () => {
    await pay(brl())
    stub.notices.play({ amount: '1.10', currency: 'ARS' })
    expect(await make().fetchStatus(brl())).toMatchObject({ state: 'paid', amountMinor: 110n, currency: 'ARS' })
  })

  test('of live never counts a payment for tests', async () => {
    await pay(brl())
    stub.be({ liveMode: false })
    expect((await make({ mode: 'live' }).fetchStatus(brl())).state).toBe('pending')
    expect(await make({ mode: 'live' }).readNotice(site.last())).toMatchObject({ confirmed: null })
    stub.be({ liveMode: true })
    expect((await make({ mode: 'live' }).fetchStatus(brl())).state).toBe('paid')
  })

  test('is an outage while the provider fails', async () => {
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(brl()))).toBe('unavailable')
  })
})

test('what Mercado Pago took back are the refunds of the payment and its chargebacks', async () => {
  const charge = await paid()
  expect(await make().listReversals?.(charge)).toEqual([])
  const { ref } = await make().refund(charge, 4_950n, 'R1')
  // as in its own sample
  const chargeback = { currency: charge.currency, amount: '100.00', coverage_applied: 'false', documentation_status: 'pending' }
  const date_documentation_deadline = '2024-05-26T23:59:59.000-04:00'
  stub
    .chargebacks()
    .push({ id: '217000087654321000', payments: [Number(charge.providerTxn)], ...chargeback, date_documentation_deadline })
  const [given, disputed] = (await make().listReversals?.(charge)) ?? []
  expect(given).toMatchObject({ kind: 'refund', ref, amountMinor: 4_950n, state: 'done' })
  const dueAt = new Date('2024-05-27T03:59:59Z')
  expect(disputed).toMatchObject({ kind: 'dispute', ref: '217000087654321000', amountMinor: 10_000n, state: 'open', dueAt })
  const told = await make().readNotice(noticeAbout('217000087654321000', 'topic_chargebacks_wh'))
  expect(told).toMatchObject({ paymentId: null, providerTxn: charge.providerTxn })
  Object.assign(stub.chargebacks()[0]!, { coverage_applied: 'true' })
  expect((await make().listReversals?.(charge))?.[1]?.state).toBe('won')
})

describe('a refund', () => {
  test('gives a part back, once for each refund', async () => {
    const charge = await paid()
    const first = await make().refund(charge, 4_950n, 'R1')
    expect(first).toEqual({ ref: '9876543210', state: 'done' })
    expect(await make().refund(charge, 4_950n, 'R1')).toEqual(first)
    expect((await make().refund(charge, 10_000n, 'R2')).state).toBe('done')
    expect(stub.payments()[0]?.refunds.map(({ amount }) => amount)).toEqual([49.5, 100])
  })

  test('may take its time, or fail', async () => {
    const charge = await paid()
    stub.be({ refundStatus: 'in_process' })
    expect((await make().refund(charge, 100n, 'R1')).state).toBe('pending')
    stub.be({ refundStatus: 'rejected' })
    expect((await make().refund(charge, 100n, 'R2')).state).toBe('failed')
  })

  test('of more than was paid, or of nothing, is refused', async () => {
    const charge = await paid()
    expect(await outageOf(make().refund(charge, 14_951n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(charge, 0n, 'R2'))).toBe('refused')
    expect(await outageOf(make().refund(brl(), 100n, 'R3'))).toBe('refused')
  })
})
