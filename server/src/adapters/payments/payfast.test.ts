import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPayfast, type PayfastStub } from '../../../test/stubs/payfast.ts'
import { chargeOf, outageOf, redirect, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import type { Charge, ProviderOptions } from '../ports-payments.ts'
import { payfast, readSigned, signPairs } from './payfast.ts'

let stub: PayfastStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startPayfast(now), startSite()])
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const now = () => new Date('2026-11-22T12:00:00Z')
const make = (given: Partial<ProviderOptions> = {}) =>
  payfast.make({ keys: stub.app, mode: 'sandbox', now, origin: stub.origin, ...given })

const pay = async (charge: Charge, says: 'pay' | 'decline' = 'pay') => {
  const checkout = await make().createCheckout(charge, site.urls)
  if (checkout.kind !== 'form') throw new Error('no form')
  return stub.answer(checkout.fields, says)
}

const live = () => make({ mode: 'live' })
const paid = async () => {
  await pay(chargeOf())
  return chargeOf({ providerTxn: '1579137' })
}

describe('the checkout', () => {
  test('is a form that PayFast takes, for the amount in rand', async () => {
    const checkout = await make().createCheckout(chargeOf(), site.urls)
    expect(checkout).toMatchObject({ kind: 'form', providerRef: 'WF7K2M9Q4X', action: `${stub.origin}/eng/process` })
    const fields = new Map(checkout.kind === 'form' ? checkout.fields : [])
    expect(Object.fromEntries(fields)).toMatchObject({ amount: '149.50', m_payment_id: 'WF7K2M9Q4X', merchant_id: '10000100' })
    expect([...fields.keys()].at(-1)).toBe('signature')
    expect(await pay(chargeOf())).toMatchObject({ status: 303, goTo: site.urls.returnUrl })
  })

  test('goes to the host of its mode', async () => {
    for (const [mode, host] of [['sandbox', 'sandbox'] as const, ['live', 'www'] as const]) {
      const checkout = await payfast.make({ keys: stub.app, mode, now }).createCheckout(chargeOf(), site.urls)
      expect(checkout).toMatchObject({ action: `https://${host}.payfast.co.za/eng/process` })
    }
  })

  test('leaves out what has no value, and cuts what is too long between characters', async () => {
    const payer = { ...chargeOf().payer, lastName: ' ' }
    const charge = chargeOf({ description: '🚕'.repeat(120), payer })
    expect(await pay(charge)).toMatchObject({ status: 303 })
    expect([...(stub.payments()[0]?.form.get('item_name') ?? '')]).toHaveLength(100)
    expect(stub.payments()[0]?.form.has('name_last')).toBe(false)
  })

  test('is refused for another currency and for nothing', async () => {
    expect(await outageOf(make().createCheckout(chargeOf({ currency: 'USD' }), site.urls))).toBe('refused')
    expect(await outageOf(make().createCheckout(chargeOf({ amountMinor: 0n }), site.urls))).toBe('refused')
  })

  test('with another passphrase is not taken', async () => {
    const other = make({ keys: { ...stub.app, passphrase: 'other' } })
    const checkout = await other.createCheckout(chargeOf(), site.urls)
    expect(await stub.answer(checkout.kind === 'form' ? checkout.fields : [])).toMatchObject({ status: 400 })
  })
})

describe('a notice', () => {
  test('of a payment is confirmed by PayFast and says what was paid', async () => {
    await pay(chargeOf())
    expect(await make().readNotice(site.last())).toEqual({
      eventId: 'WF7K2M9Q4X-1579137-COMPLETE',
      type: 'COMPLETE',
      amount: { amountMinor: 14_950n, currency: 'ZAR' },
      paymentId: 'WF7K2M9Q4X',
      providerRef: 'WF7K2M9Q4X',
      confirmed: { state: 'paid', amountMinor: 14_950n, currency: 'ZAR', providerTxn: '1579137' },
    })
  })

  test('of a payment that failed says so', async () => {
    expect(await pay(chargeOf(), 'decline')).toMatchObject({ status: 200 })
    expect((await make().readNotice(site.last()))?.confirmed?.state).toBe('failed')
  })

  test('that comes twice, or again later, has the same id; pending and paid have two', async () => {
    stub.notices.play({ twice: true, pending: true })
    await pay(chargeOf())
    await stub.clear()
    await stub.notices.replay()
    const notices = await Promise.all(site.received.map((request) => make().readNotice(request)))
    const [pending, paid] = ['WF7K2M9Q4X-1579137-PENDING', 'WF7K2M9Q4X-1579137-COMPLETE']
    expect(notices.map((notice) => notice?.eventId)).toEqual([pending, pending, paid, paid, paid])
    expect(notices[0]?.confirmed?.state).toBe('pending')
  })

  test('that arrives late and out of order is still read', async () => {
    stub.notices.play({ held: true, pending: true })
    await pay(chargeOf())
    await stub.clear()
    expect(site.received).toHaveLength(0)
    await stub.notices.release(true)
    const states = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.confirmed?.state))
    expect(states).toEqual(['paid', 'pending'])
  })

  test('tells the amount that PayFast took, not the one that was asked for', async () => {
    stub.notices.play({ amount: '1.00' })
    await pay(chargeOf())
    expect((await make().readNotice(site.last()))?.confirmed?.amountMinor).toBe(100n)
  })

  test('with another signature is not believed, and PayFast not asked', async () => {
    stub.notices.play({ badSignature: true })
    await pay(chargeOf())
    expect(await make().readNotice(site.last())).toBeNull()
    expect(stub.log.some((line) => line.endsWith('/eng/query/validate'))).toBe(false)
  })

  test('that PayFast did not send is not believed, though its signature is right', async () => {
    await pay(chargeOf())
    const signed = [...new URLSearchParams(site.last().body.toString())].filter(([name]) => name !== 'signature')
    const forged = signed.map(([name, value]) => [name, name === 'm_payment_id' ? 'ANOTHER' : value] as const)
    const pairs = [...forged, ['signature', signPairs(forged, stub.app.passphrase)] as const]
    const body = Buffer.from(new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString())
    expect(readSigned(body, stub.app.passphrase)).not.toBeNull()
    expect(await make().readNotice({ ...site.last(), body })).toBeNull()
  })

  test('for another merchant, by GET, or of nonsense is not believed', async () => {
    await pay(chargeOf())
    const other = make({ keys: { ...stub.app, merchantId: '10000101' } })
    expect(await other.readNotice(site.last())).toBeNull()
    expect(await make().readNotice({ ...site.last(), method: 'GET' })).toBeNull()
    for (const text of ['', '&', 'signature=', '%', 'a=%ff&signature=x']) {
      expect(await make().readNotice({ ...site.last(), body: Buffer.from(text) })).toBeNull()
    }
  })

  test('is an outage while PayFast cannot confirm it', async () => {
    await pay(chargeOf())
    stub.feel('broken')
    expect(await outageOf(make().readNotice(site.last()))).toBe('unavailable')
  })

  test('of which one byte was changed is refused, unless it still says the very same', async () => {
    await pay(chargeOf())
    const told = site.last()
    const pairs = [...new URLSearchParams(told.body.toString())].join('&')
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = spoil(told, at, by)
        const isSameText = [...new URLSearchParams(changed.body.toString())].join('&') === pairs
        return isSameText || readSigned(changed.body, stub.app.passphrase) === null
      }),
      { numRuns: 2000 },
    )
  })

  test('believes no field behind the signature', async () => {
    await pay(chargeOf())
    const body = Buffer.concat([site.last().body, Buffer.from('&amount_gross=9999.00')])
    expect(await make().readNotice({ ...site.last(), body })).toBeNull()
  })
})

describe('the status', () => {
  test('is found in the history by our id, whatever else is in it', async () => {
    for (const id of ['OTHER1', 'WF7K2M9Q4X', 'OTHER2']) await pay(chargeOf({ id, amountMinor: 123_456_789n }))
    const found = { state: 'paid', amountMinor: 123_456_789n, currency: 'ZAR', providerTxn: '1579138' }
    expect(await make().fetchStatus(chargeOf())).toEqual(found)
  })

  test('is pending before the money came, and for an id that PayFast does not know', async () => {
    stub.notices.play({ pending: true })
    await pay(chargeOf())
    expect((await make().fetchStatus(chargeOf())).state).toBe('pending')
    await stub.clear()
    expect((await make().fetchStatus(chargeOf())).state).toBe('paid')
    expect((await make().fetchStatus(chargeOf({ id: 'UNKNOWN' }))).state).toBe('pending')
  })

  test('of money that came weeks ago is still that it came', async () => {
    const charge = { ...(await paid()), paidAt: now() }
    const weeksLater = make({ now: () => new Date(now().getTime() + 30 * 86_400_000) })
    expect(await weeksLater.fetchStatus(charge)).toMatchObject({ state: 'paid', providerTxn: charge.providerTxn })
  })

  test('tells another amount and currency as PayFast tells them', async () => {
    await pay(chargeOf())
    stub.notices.play({ amount: '1.00', currency: 'USD' })
    expect(await make().fetchStatus(chargeOf())).toMatchObject({ amountMinor: 100n, currency: 'USD' })
  })

  test('is an outage when PayFast fails, hangs up or does not know the merchant', async () => {
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(chargeOf()))).toBe('unavailable')
    stub.notices.play({})
    expect(await outageOf(make({ keys: { ...stub.app, passphrase: 'other' } }).fetchStatus(chargeOf()))).toBe('forbidden')
    await stub.close()
    expect(await outageOf(make().fetchStatus(chargeOf()))).toBe('unavailable')
  })
})

test("asks PayFast's own hosts: the site of the mode, and the one API of both", async () => {
  await pay(chargeOf())
  for (const [mode, www] of [['sandbox', 'sandbox'] as const, ['live', 'www'] as const]) {
    const restore = await redirect({ 'payfast.co.za': stub.port })
    const adapter = payfast.make({ keys: stub.app, mode, now })
    const said = [await adapter.readNotice(site.last()), await adapter.fetchStatus(chargeOf())]
    restore()
    expect(said).toMatchObject([{ paymentId: 'WF7K2M9Q4X' }, { state: 'paid' }])
    const asked = [`${www}.payfast.co.za /eng/query/validate`, 'api.payfast.co.za /transactions/history']
    expect(stub.log.slice(-2)).toEqual(asked)
  }
})

describe('a refund', () => {
  test('gives all of it back once, however often it is asked for', async () => {
    const charge = await paid()
    expect(await live().refund(charge, 14_950n, 'R1')).toEqual({ ref: 'R1', state: 'done' })
    expect(await live().refund(charge, 14_950n, 'R1')).toEqual({ ref: 'R1', state: 'done' })
    expect(stub.payments()[0]?.refunded).toBe(14_950)
  })

  test('of a part, of nothing taken, or in the sandbox is refused', async () => {
    const charge = await paid()
    expect(await outageOf(live().refund(charge, 100n, 'R1'))).toBe('refused')
    expect(await outageOf(live().refund(chargeOf(), 14_950n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(charge, 14_950n, 'R1'))).toBe('refused')
    expect(stub.payments()[0]?.refunded).toBe(0)
  })

  test('of what PayFast never took is refused by it', async () => {
    expect(await outageOf(live().refund(chargeOf({ providerTxn: '1' }), 14_950n, 'R1'))).toBe('refused')
  })
})

const list = async (charge: Charge) => live().listReversals?.(charge)

describe('what was given back on PayFast’s own page', () => {
  test('is one sum under a name that stays, ours by its amount', async () => {
    const charge = await paid()
    expect(await list(chargeOf())).toEqual([])
    expect(await list(charge)).toEqual([])
    const [payment] = stub.payments()
    if (payment) payment.refunded = 250
    const said = { kind: 'refund', ref: 'refund-1579137', state: 'done', currency: 'ZAR', reason: '', dueAt: null }
    expect(await list(charge)).toEqual([{ ...said, amountMinor: 250n }])
    if (payment) payment.refunded = 14_950
    expect(await list(charge)).toEqual([{ ...said, amountMinor: 14_950n }])
  })

  test('is not told of a payment of which nothing can go back any more, nor in the sandbox', async () => {
    const charge = await paid()
    const [payment] = stub.payments()
    if (payment) payment.isTooOld = true
    expect(await list(charge)).toEqual([])
    expect(await make().listReversals?.(charge)).toEqual([])
  })

  test('waits while PayFast does not answer', async () => {
    const charge = await paid()
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(list(charge))).toBe('unavailable')
  })
})
