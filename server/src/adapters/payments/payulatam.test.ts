import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPayulatam, type PayulatamStub } from '../../../test/stubs/payulatam.ts'
import { chargeOf, outageOf, redirect, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import type { Charge, ProviderOptions } from '../ports-payments.ts'
import { payulatam } from './payulatam.ts'

let stub: PayulatamStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startPayulatam(), startSite()])
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const now = () => new Date('2026-11-22T12:00:00Z')
const make = (given: Partial<ProviderOptions> = {}) =>
  payulatam.make({ keys: stub.app, mode: 'sandbox', now, origin: stub.origin, ...given })

const fare = (given: Partial<Charge> = {}): Charge => chargeOf({ currency: 'COP', amountMinor: 2_000_000n, ...given })

const pay = async (charge: Charge, says: 'pay' | 'decline' = 'pay') => {
  const checkout = await make().createCheckout(charge, site.urls)
  if (checkout.kind !== 'form') throw new Error('no form')
  return stub.answer(checkout.fields, says)
}

const paid = async (): Promise<Charge> => {
  await pay(fare())
  return fare({ providerTxn: (await make().fetchStatus(fare())).providerTxn })
}

describe('the checkout', () => {
  test('is a form that PayU takes', async () => {
    const checkout = await make().createCheckout(fare(), site.urls)
    expect(checkout).toMatchObject({ kind: 'form', providerRef: 'WF7K2M9Q4X', action: `${stub.origin}/ppp-web-gateway-payu/` })
    const fields = Object.fromEntries(checkout.kind === 'form' ? checkout.fields : [])
    expect(fields).toMatchObject({ amount: '20000.00', currency: 'COP', test: '1', accountId: '512321', tax: '0' })
    expect((await pay(fare())).goTo).toContain(`${site.urls.returnUrl}?`)
  })

  test('goes to the host of its mode, and is a test only in the sandbox', async () => {
    for (const [mode, host, isTest] of [['sandbox', 'sandbox.checkout', '1'] as const, ['live', 'checkout', '0'] as const]) {
      const checkout = await payulatam.make({ keys: stub.app, mode, now }).createCheckout(fare(), site.urls)
      expect(checkout).toMatchObject({ action: `https://${host}.payulatam.com/ppp-web-gateway-payu/` })
      expect(checkout.kind === 'form' && checkout.fields).toContainEqual(['test', isTest])
    }
  })

  test('writes amounts of currencies without decimals as whole numbers', async () => {
    const checkout = await make().createCheckout(fare({ currency: 'CLP', amountMinor: 4990n }), site.urls)
    expect(checkout.kind === 'form' && checkout.fields).toContainEqual(['amount', '4990'])
  })

  test('is refused for another currency and for nothing', async () => {
    expect(await outageOf(make().createCheckout(fare({ currency: 'SEK' }), site.urls))).toBe('refused')
    expect(await outageOf(make().createCheckout(fare({ amountMinor: 0n }), site.urls))).toBe('refused')
  })
})

describe('a notice', () => {
  test('names the payment, whichever way the account signs', async () => {
    for (const way of ['MD5', 'SHA', 'SHA256', 'HMAC-SHA256'] as const) {
      stub.signBy(way)
      await pay(fare({ id: `WF${way.replace('-', '')}` }))
      const notice = await make().readNotice(site.last())
      expect(notice).toMatchObject({ paymentId: `WF${way.replace('-', '')}`, confirmed: null })
      expect(notice?.eventId).toBe(`${stub.orders().at(-1)?.transactionId}-4`)
    }
  })

  test('that comes twice or again has the same id', async () => {
    stub.notices.play({ twice: true })
    await pay(fare())
    await stub.notices.replay()
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.eventId))
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  test('of two payments has two, in whatever order they arrive', async () => {
    stub.notices.play({ held: true })
    await pay(fare({ id: 'WFONE' }))
    await pay(fare({ id: 'WFTWO' }))
    await stub.notices.release(true)
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.paymentId))
    expect(ids).toEqual(['WFTWO', 'WFONE'])
  })

  test('signed by another, for another merchant, by GET or without a signature is not believed', async () => {
    await pay(fare())
    expect(await make({ keys: { ...stub.app, merchantId: '508030' } }).readNotice(site.last())).toBeNull()
    expect(await make().readNotice({ ...site.last(), method: 'GET' })).toBeNull()
    expect(await make().readNotice({ ...site.last(), body: Buffer.from('') })).toBeNull()
    stub.notices.play({ badSignature: true })
    await pay(fare())
    expect(await make().readNotice(site.last())).toBeNull()
  })

  test('of which one byte of what is signed was changed is refused', async () => {
    await pay(fare({ amountMinor: 1_500_026n }))
    const told = new URLSearchParams(site.last().body.toString())
    const names = ['merchant_id', 'reference_sale', 'value', 'currency', 'state_pol', 'sign']
    const body = Buffer.from(names.map((name) => `${name}=${told.get(name)}`).join('&'))
    const request = { ...site.last(), body }
    expect(await make().readNotice(request)).not.toBeNull()
    const read = (bytes: Buffer): string => {
      const form = new URLSearchParams(bytes.toString())
      return names.map((name) => (name === 'sign' ? form.get(name)?.toLowerCase() : form.get(name))).join('|')
    }
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = spoil(request, at, by)
        return read(changed.body) === read(body) || (await make().readNotice(changed)) === null
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the status', () => {
  test('is what the report of our reference says', async () => {
    await pay(fare({ id: 'OTHER' }))
    await pay(fare())
    const order = stub.orders()[1]
    expect(await make().fetchStatus(fare())).toEqual({
      state: 'paid',
      amountMinor: 2_000_000n,
      currency: 'COP',
      providerTxn: `${order?.id}/${order?.transactionId}`,
    })
  })

  test('is pending before anything happened, failed when declined, and paid when a later try went well', async () => {
    expect((await make().fetchStatus(fare())).state).toBe('pending')
    await pay(fare(), 'decline')
    expect((await make().fetchStatus(fare())).state).toBe('failed')
    stub.notices.play({ pending: true })
    await pay(fare())
    expect((await make().fetchStatus(fare())).state).toBe('pending')
    await stub.clear()
    expect((await make().fetchStatus(fare())).state).toBe('paid')
  })

  test('of an order that was paid on two pages names the money that was counted, and that there is other', async () => {
    await pay(fare())
    await pay(fare())
    const [first, second] = stub.orders().map(({ id, transactionId }) => `${id}/${transactionId}`)
    const money = { amountMinor: 2_000_000n, currency: 'COP' }
    expect(await make().fetchStatus(fare())).toMatchObject({
      state: 'paid',
      providerTxn: first,
      taken: [{ ...money, providerTxn: second }],
    })
    const counted = fare({ providerTxn: second ?? null })
    expect(await make().fetchStatus(counted)).toMatchObject({
      state: 'paid',
      providerTxn: second,
      taken: [{ ...money, providerTxn: first }],
    })
    await make().refund(fare({ providerTxn: first ?? null }), 2_000_000n, 'R1')
    expect((await make().fetchStatus(counted)).taken).toBeUndefined()
    expect((await make().fetchStatus(fare())).providerTxn).toBe(second)
  })

  test('names other money that may go back, and can be counted by nobody yet', async () => {
    await pay(fare())
    await pay(fare())
    const [first = '', second = ''] = stub.orders().map(({ id, transactionId }) => `${id}/${transactionId}`)
    stub.review()
    await make().refund(fare({ providerTxn: second }), 2_000_000n, 'R1')
    const said = await make().fetchStatus(fare({ providerTxn: first }))
    expect(said).toMatchObject({ state: 'paid', providerTxn: first, unclear: [second] })
    expect(said.taken).toBeUndefined()
  })

  test('is expired when it was not paid in time', async () => {
    stub.notices.play({ pending: true })
    await pay(fare())
    await stub.clear('EXPIRED')
    expect((await make().fetchStatus(fare())).state).toBe('expired')
  })

  test('tells another amount and currency as PayU tells them', async () => {
    await pay(fare())
    stub.notices.play({ amount: '1.5', currency: 'USD' })
    expect(await make().fetchStatus(fare())).toMatchObject({ amountMinor: 150n, currency: 'USD' })
  })

  test('never takes a test, or the order of another account, for money', async () => {
    await pay(fare())
    expect((await make({ mode: 'live' }).fetchStatus(fare())).state).toBe('pending')
    expect((await make({ keys: { ...stub.app, accountId: '512322' } }).fetchStatus(fare())).state).toBe('pending')
  })

  test('is an outage when PayU fails or does not take the keys', async () => {
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(fare()))).toBe('unavailable')
    stub.notices.play({})
    expect(await outageOf(make({ keys: { ...stub.app, apiLogin: 'other' } }).fetchStatus(fare()))).toBe('unavailable')
    stub.feel('nonsense')
    expect(await outageOf(make().fetchStatus(fare()))).toBe('unavailable')
  })
})

test("asks PayU's own hosts, of the mode", async () => {
  await pay(fare())
  for (const [mode, api] of [['sandbox', 'sandbox.api'] as const, ['live', 'api'] as const]) {
    const restore = await redirect({ 'payulatam.com': stub.port })
    await payulatam.make({ keys: stub.app, mode, now }).fetchStatus(fare())
    restore()
    expect(stub.log.at(-1)).toBe(`${api}.payulatam.com /reports-api/4.0/service.cgi`)
  }
})

test('PayU’s form demands an e-mail address: without one nobody is sent there', async () => {
  const payer = { ...fare().payer, email: '' }
  await expect(make().createCheckout(fare({ payer }), site.urls)).rejects.toMatchObject({ why: 'provider_needs_email' })
})

test('what PayU took back are the refunds of the order', async () => {
  const charge = await paid()
  expect(await make().listReversals?.(charge)).toEqual([])
  await make().refund(charge, 2_000_000n, 'R1')
  expect(await make().listReversals?.(charge)).toMatchObject([{ kind: 'refund', state: 'done', amountMinor: 2_000_000n }])
})

describe('a refund', () => {
  test('gives all of it back once, however often it is asked for', async () => {
    const charge = await paid()
    expect(await make().refund(charge, 2_000_000n, 'R1')).toEqual({ ref: 'R1', state: 'done' })
    expect(await make().refund(charge, 2_000_000n, 'R1')).toEqual({ ref: 'R1', state: 'done' })
    expect(stub.orders()[0]?.refunds).toHaveLength(1)
  })

  test('that PayU looks at is pending until it was decided', async () => {
    stub.review()
    const charge = await paid()
    expect((await make().refund(charge, 2_000_000n, 'R1')).state).toBe('pending')
    expect((await make().refund(charge, 2_000_000n, 'R1')).state).toBe('pending')
    stub.settleRefunds('APPROVED')
    expect((await make().refund(charge, 2_000_000n, 'R1')).state).toBe('done')
    expect(stub.orders()[0]?.refunds).toHaveLength(1)
  })

  test('that PayU declined has failed', async () => {
    stub.review()
    const charge = await paid()
    await make().refund(charge, 2_000_000n, 'R1')
    stub.settleRefunds('DECLINED')
    expect((await make().refund(charge, 2_000_000n, 'R1')).state).toBe('failed')
  })

  test('of a part, of nothing taken, or of an unknown order is refused', async () => {
    const charge = await paid()
    expect(await outageOf(make().refund(charge, 100n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(fare(), 2_000_000n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund({ ...charge, providerTxn: '1/2' }, 2_000_000n, 'R1'))).toBe('refused')
  })
})
