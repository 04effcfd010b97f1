import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startLiqpay, type LiqpayStub } from '../../../test/stubs/liqpay.ts'
import { chargeOf, outageOf, redirect, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import type { Charge, ProviderOptions } from '../ports-payments.ts'
import { liqpay, signData } from './liqpay.ts'

let stub: LiqpayStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startLiqpay(), startSite()])
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const now = () => new Date('2026-11-22T12:00:00Z')
const make = (given: Partial<ProviderOptions> = {}) =>
  liqpay.make({ keys: stub.app, mode: 'sandbox', now, origin: stub.origin, ...given })
const liveKeys = { publicKey: 'i55104021203', privateKey: 'other' }

const fare = (given: Partial<Charge> = {}): Charge => chargeOf({ currency: 'UAH', ...given })
/** The same once its money was taken. */
const taken = (given: Partial<Charge> = {}): Charge => fare({ providerTxn: '1', ...given })

const pay = async (charge: Charge, says: 'pay' | 'decline' = 'pay') => {
  const checkout = await make().createCheckout(charge, site.urls)
  if (checkout.kind !== 'form') throw new Error('no form')
  return stub.answer(checkout.fields, says)
}

const textOf = (body: Buffer): string => [...new URLSearchParams(body.toString())].join('|')

describe('the published vectors', () => {
  const key = 'a4825234f4bae72a0be04eafe9e8e2bada209255'
  const order = { action: 'pay', amount: '3', currency: 'UAH', description: 'test', order_id: '000001' }
  const [three, seven] = ['3', 7].map((version) =>
    Buffer.from(JSON.stringify({ public_key: 'i00000000', version, ...order })).toString('base64'),
  )

  test('version 3 is signed with SHA-1, version 7 with SHA3-256', () => {
    expect(signData('sha1', key, three ?? '')).toBe('wR+UZDC4jjeL/qUOvIsofIWpZh8=')
    expect(signData('sha3-256', key, seven ?? '')).toBe('0adgJ8F2Ds5HCVkcz4AlmdLMRoIJf7IxsL3QmeFRz/s=')
  })

  test('the data is signed as it is spelled: broken into lines it has another signature', () => {
    const lines = (three ?? '').replaceAll(/.{76}/g, '$&\n')
    expect(lines).not.toBe(three)
    expect(signData('sha1', key, lines)).not.toBe(signData('sha1', key, three ?? ''))
  })
})

describe('the checkout', () => {
  test('is a form that LiqPay takes', async () => {
    const checkout = await make().createCheckout(fare(), site.urls)
    expect(checkout).toMatchObject({ kind: 'form', providerRef: 'WF7K2M9Q4X', action: `${stub.origin}/api/3/checkout` })
    const fields = Object.fromEntries(checkout.kind === 'form' ? checkout.fields : [])
    expect(JSON.parse(Buffer.from(fields['data'] ?? '', 'base64').toString())).toMatchObject({
      version: 7,
      public_key: stub.app.publicKey,
      amount: '149.50',
      currency: 'UAH',
      description: "Trip 4F7K: Åby – O'Hara (2)*",
      server_url: site.urls.webhookUrl,
    })
    expect(await pay(fare())).toMatchObject({ status: 303, goTo: site.urls.returnUrl })
  })

  test('is at LiqPay itself when nothing else is said', async () => {
    const checkout = await liqpay.make({ keys: stub.app, mode: 'sandbox', now }).createCheckout(fare(), site.urls)
    expect(checkout).toMatchObject({ action: 'https://www.liqpay.ua/api/3/checkout' })
  })

  test('is refused for another currency, for nothing, and with keys of the other mode', async () => {
    expect(await outageOf(make().createCheckout(fare({ currency: 'SEK' }), site.urls))).toBe('refused')
    expect(await outageOf(make().createCheckout(fare({ amountMinor: 0n }), site.urls))).toBe('refused')
    expect(await outageOf(make({ mode: 'live' }).createCheckout(fare(), site.urls))).toBe('forbidden')
    expect(await outageOf(make({ keys: liveKeys }).createCheckout(fare(), site.urls))).toBe('forbidden')
  })
})

describe('a notice', () => {
  test('names the payment, signed in the old way or the new', async () => {
    for (const way of ['sha1', 'sha3-256'] as const) {
      stub.signBy(way)
      await pay(fare({ id: `WF${way.slice(0, 4)}` }))
      const txn = stub.payments().at(-1)?.id
      const id = `WF${way.slice(0, 4)}`
      const notice = { eventId: `${txn}-success`, paymentId: id, providerRef: id, confirmed: null }
      expect(await make().readNotice(site.last())).toMatchObject(notice)
    }
  })

  test('that comes twice has the same id; another status has another, late and out of order', async () => {
    stub.notices.play({ twice: true, pending: true, held: true })
    await pay(fare())
    await stub.clear()
    await stub.notices.release(true)
    await stub.notices.replay()
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.eventId))
    const txn = stub.payments()[0]?.id
    expect(ids).toEqual([`${txn}-success`, `${txn}-processing`, `${txn}-processing`])
  })

  test('signed by another, for another shop, by GET or of nonsense is not believed', async () => {
    await pay(fare())
    expect(await make({ keys: { ...stub.app, publicKey: 'sandbox_i1' } }).readNotice(site.last())).toBeNull()
    expect(await make().readNotice({ ...site.last(), method: 'GET' })).toBeNull()
    const noJson = Buffer.from('no json').toString('base64')
    const signature = signData('sha3-256', stub.app.privateKey, noJson)
    for (const body of ['', new URLSearchParams({ data: noJson, signature }).toString()]) {
      expect(await make().readNotice({ ...site.last(), body: Buffer.from(body) })).toBeNull()
    }
    stub.notices.play({ badSignature: true })
    await pay(fare())
    expect(await make().readNotice(site.last())).toBeNull()
  })

  test('of which one byte was changed is refused', async () => {
    await pay(fare())
    const told = site.last()
    expect(await make().readNotice(told)).not.toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = spoil(told, at, by)
        return textOf(changed.body) === textOf(told.body) || (await make().readNotice(changed)) === null
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the status', () => {
  test('is what LiqPay says of our order', async () => {
    await pay(fare())
    await pay(fare({ id: 'OTHER' }), 'decline')
    const paid = { state: 'paid', amountMinor: 14_950n, currency: 'UAH', providerTxn: String(stub.payments()[0]?.id) }
    expect(await make().fetchStatus(fare())).toEqual(paid)
    expect((await make().fetchStatus(fare({ id: 'OTHER' }))).state).toBe('failed')
  })

  test('is pending before anybody paid, and while LiqPay works on it', async () => {
    expect((await make().fetchStatus(fare())).state).toBe('pending')
    stub.notices.play({ pending: true })
    await pay(fare())
    expect((await make().fetchStatus(fare())).state).toBe('pending')
    await stub.clear()
    expect((await make().fetchStatus(fare())).state).toBe('paid')
  })

  test('is paid once the money is on its way to the shop', async () => {
    stub.payAs('wait_compensation')
    await pay(fare())
    expect((await make().fetchStatus(fare())).state).toBe('paid')
  })

  test('never takes a test for money in live mode', async () => {
    const live = await startLiqpay(liveKeys)
    const adapter = liqpay.make({ keys: liveKeys, mode: 'live', now, origin: live.origin })
    for (const [id, status, state] of [['WF1', 'sandbox', 'failed'] as const, ['WF2', 'success', 'paid'] as const]) {
      live.payAs(status)
      const checkout = await adapter.createCheckout(fare({ id }), site.urls)
      await live.answer(checkout.kind === 'form' ? checkout.fields : [])
      expect((await adapter.fetchStatus(fare({ id }))).state).toBe(state)
    }
    await live.close()
  })

  test('tells another amount and currency as LiqPay tells them', async () => {
    await pay(fare())
    stub.notices.play({ amount: '1.5', currency: 'USD' })
    expect(await make().fetchStatus(fare())).toMatchObject({ amountMinor: 150n, currency: 'USD' })
  })

  test('is an outage when LiqPay fails, does not take the keys, or they are of the other mode', async () => {
    await pay(fare())
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(fare()))).toBe('unavailable')
    stub.notices.play({})
    expect(await outageOf(make({ keys: { ...stub.app, privateKey: 'x' } }).fetchStatus(fare()))).toBe('unavailable')
    expect(await outageOf(make({ mode: 'live' }).fetchStatus(fare()))).toBe('forbidden')
  })
})

test("asks LiqPay's own host", async () => {
  await pay(fare())
  const restore = await redirect({ 'liqpay.ua': stub.port })
  const { state } = await liqpay.make({ keys: stub.app, mode: 'sandbox', now }).fetchStatus(fare())
  restore()
  expect([state, stub.log.at(-1)]).toEqual(['paid', 'www.liqpay.ua /api/request'])
})

test('what LiqPay took back is one sum', async () => {
  await pay(fare())
  expect(await make().listReversals?.(taken())).toEqual([])
  await make().refund(taken(), 14_950n, 'R1')
  expect(await make().listReversals?.(taken())).toMatchObject([{ kind: 'refund', state: 'done', amountMinor: 14_950n }])
})

describe('a refund', () => {
  test('gives all of it back once, however often it is asked for', async () => {
    await pay(fare())
    expect(await make().refund(taken(), 14_950n, 'R1')).toEqual({ ref: 'R1', state: 'done' })
    expect(await make().refund(taken(), 14_950n, 'R1')).toEqual({ ref: 'R1', state: 'done' })
    expect(stub.payments()[0]?.refunds).toBe(1)
  })

  test('waits for money on the account of the shop', async () => {
    await pay(fare())
    stub.empty()
    expect((await make().refund(taken(), 14_950n, 'R1')).state).toBe('pending')
    expect((await make().refund(taken(), 14_950n, 'R1')).state).toBe('pending')
    stub.empty(false)
    expect((await make().refund(taken(), 14_950n, 'R1')).state).toBe('done')
    expect(stub.payments()[0]?.refunds).toBe(1)
  })

  test('of a part, or of what was not paid, is refused', async () => {
    await pay(fare(), 'decline')
    expect(await outageOf(make().refund(taken(), 100n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(taken(), 14_950n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(taken({ id: 'UNKNOWN' }), 14_950n, 'R1'))).toBe('refused')
  })
})
