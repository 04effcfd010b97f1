import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPayulatam, type PayulatamStub } from '../../../test/stubs/payulatam.ts'
import { chargeOf, outageOf, redirect, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import type { Charge, ProviderOptions } from '../ports-payments.ts'
import { payulatam, signValues } from './payulatam.ts'

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

describe('the published vectors', () => {
  const keys = { apiKey: '4Vj8eK4rloUd272L48hsrarnUA' }
  const withSecret = { ...keys, secretKey: 'test123' }
  const merchant = '508029'

  test('the form is signed in any of four ways', () => {
    const values = [merchant, 'TestPayU', '20000', 'COP']
    expect(signValues('MD5', keys, values)).toBe('7ee7cf808ce6a39b17481c54f2c57acc')
    expect(signValues('SHA', keys, values)).toBe('fa890d3f94e12b5cdb62e8771453b99b78e7ccdc')
    expect(signValues('SHA256', keys, values)).toBe('af3899a22336b79db46006491d15813158826f944599bf3bf601e2327f898022')
    expect(signValues('HMAC-SHA256', keys, values)).toBe('eaf61598d5593b366086c9a00aa5746ccad1a6e9b209a1a242fce224202b2b36')
  })

  test('a confirmation is signed over the value without a zero at its end', async () => {
    const merchantId = stub.app.merchantId
    const tell = (value: string, signedValue: string) => {
      const sign = signValues('MD5', stub.app, [merchantId, 'WF7K2M9Q4X', signedValue, 'COP', '4'])
      const form = { merchant_id: merchantId, reference_sale: 'WF7K2M9Q4X', value, currency: 'COP', state_pol: '4', sign }
      const body = Buffer.from(new URLSearchParams(form).toString())
      return make().readNotice({ method: 'POST', query: new URLSearchParams(), headers: {}, body, ip: '127.0.0.1' })
    }
    const values = {
      '150.00': '150.0',
      '150.20': '150.2',
      '150.26': '150.26',
      '150.0': '150.0',
      '200': '200',
      '150.05': '150.05',
    }
    for (const [value, signedValue] of Object.entries(values))
      expect([value, await tell(value, signedValue)]).toMatchObject([value, { paymentId: 'WF7K2M9Q4X' }])
    expect(await tell('150.00', '150.00')).toBeNull()
    const approved = [merchant, 'TestPayU05', '150.26', 'USD', '4']
    expect(signValues('MD5', keys, approved)).toBe('1d95778a651e11a0ab93c2169a519cd6')
    const whole = [merchant, 'PayUTest01', '150.0', 'USD', '4']
    expect(signValues('HMAC-SHA256', withSecret, whole)).toBe('65fb2b3452572784e23e7d6480359fd2507c54dd285ca3c4dceffb8764cfb66f')
  })

  test('the hash that the page prints for a declined payment belongs to an approved one', () => {
    const [approved, declined] = ['4', '6'].map((state) => [merchant, 'TestPayU04', '150.0', 'USD', state])
    expect(signValues('MD5', keys, approved ?? [])).toBe('b607a2c2fa100e0947b206d41864fb86')
    expect(signValues('MD5', keys, declined ?? [])).toBe('df67936f918887b2aa31688a77a10fe1')
  })

  test('the responses are signed with the secret key of HMAC', () => {
    const [even, odd] = ['150.2', '150.4'].map((value) => [merchant, 'PayUTest01', value, 'USD', '6'])
    const [first, second] = [even, odd].map((values) => signValues('HMAC-SHA256', withSecret, values ?? []))
    expect(first).toBe('5ac639cc57ea3ceccef66243f7a20412ea4ae0c86b5121ca6aa67597266057d1')
    expect(second).toBe('7bbb5dd21b3c668bbfec8455c4f4fd3887dff1caa9c5da3895ddd914065b4905')
  })
})

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
