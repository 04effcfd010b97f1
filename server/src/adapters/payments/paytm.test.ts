import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPaytm, type PaytmStub } from '../../../test/stubs/paytm.ts'
import { chargeOf, outageOf, redirect, spoil, startSite, type Site } from '../../../test/stubs/site.ts'
import type { Charge, ProviderOptions } from '../ports-payments.ts'
import { computePaytmChecksum, isChecksumOf, joinFormValues } from './paytm-checksum.ts'
import { paytm } from './paytm.ts'

let stub: PaytmStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startPaytm(), startSite()])
  stub.notify(site.urls.webhookUrl)
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const now = () => new Date('2026-11-22T12:00:00Z')
const make = (given: Partial<ProviderOptions> = {}) =>
  paytm.make({ keys: stub.app, mode: 'sandbox', now, origin: stub.origin, ...given })

const fare = (given: Partial<Charge> = {}): Charge => chargeOf({ currency: 'INR', ...given })

const pay = async (charge: Charge, says: 'pay' | 'decline' = 'pay') => {
  const checkout = await make().createCheckout(charge, site.urls)
  if (checkout.kind !== 'form') throw new Error('no form')
  return stub.answer(checkout.action, checkout.fields, says)
}

const paid = async (): Promise<Charge> => {
  await pay(fare())
  return fare({ providerTxn: stub.orders()[0]?.txnId ?? null })
}

const isGenuine = (body: Buffer): boolean => {
  const form = new URLSearchParams(body.toString())
  return isChecksumOf(joinFormValues(form), stub.app.merchantKey, form.get('CHECKSUMHASH') ?? '')
}

/** All that Paytm signs of a form, and its checksum. */
const signedIn = (body: Buffer): string => {
  const form = new URLSearchParams(body.toString())
  return `${joinFormValues(form)}#${form.get('CHECKSUMHASH')}`
}

describe('the checksum', () => {
  const key = 'abcdefghijklmnop'
  const vector = 'Wj4e96otYOW2XgPBiMgvBUEh/VjKvQxjSTmwadQKWdZl3sbzNhG205izJ4R0LZARKkymhtX2mCzHm1hw/dKllUevrgcs60NDTyN2Hw9RSbo='

  test('is what the checksum library of Paytm takes', () => {
    const text = joinFormValues(new URLSearchParams({ ORDER_ID: '1', MID: 'M' }))
    expect(text).toBe('M|1')
    expect(computePaytmChecksum(text, key, 'abcd')).toBe(vector)
    expect(isChecksumOf(text, key, vector)).toBe(true)
  })

  test('is salted anew each time, and holds for its text and key only', () => {
    const [one, two] = [computePaytmChecksum('M|1', key), computePaytmChecksum('M|1', key)]
    expect(one).not.toBe(two)
    expect([one, two].map((sum) => isChecksumOf('M|1', key, sum))).toEqual([true, true])
    expect(isChecksumOf('M|2', key, one)).toBe(false)
    expect(isChecksumOf('M|1', 'ponmlkjihgfedcba', one)).toBe(false)
    expect(['', 'nonsense', '%%', `${one}=`].map((sum) => isChecksumOf('M|1', key, sum))).toEqual([false, false, false, false])
  })

  test('counts the word null as nothing, and not itself', () => {
    expect(joinFormValues(new URLSearchParams('B=null&A=x&C=&CHECKSUMHASH=y'))).toBe('x||')
  })

  test('wants a key of sixteen characters', async () => {
    const short = make({ keys: { ...stub.app, merchantKey: 'short' } })
    expect(await outageOf(short.createCheckout(fare(), site.urls))).toBe('forbidden')
  })
})

describe('the checkout', () => {
  test('is a form with a token, which leads back to the site by a form', async () => {
    const checkout = await make().createCheckout(fare(), site.urls)
    const action = `${stub.origin}/theia/api/v1/showPaymentPage?mid=${stub.app.merchantId}&orderId=WF7K2M9Q4X`
    expect(checkout).toMatchObject({ kind: 'form', providerRef: 'WF7K2M9Q4X', action })
    expect(stub.orders()[0]?.body).toMatchObject({ txnAmount: { value: '149.50', currency: 'INR' } })
    const { status, html } = await pay(fare())
    expect(status).toBe(200)
    expect(html).toContain(`action="${site.urls.returnUrl}"`)
  })

  test.each([
    ['+919876543210', { mobile: '9876543210' }],
    ['+46701234567', {}],
    ['+9198765432', {}],
    ['', {}],
  ])('tells Paytm the number %s as it writes them, or not at all', async (mobile, told) => {
    const { payer } = fare()
    await make().createCheckout(fare({ payer: { ...payer, mobile } }), site.urls)
    expect(stub.orders()[0]?.body['userInfo']).toEqual({ custId: payer.id, email: payer.email, ...told })
  })

  test.each([
    [100n, '1.00'],
    [14_950n, '149.50'],
    [123_456_789n, '1234567.89'],
  ])('writes %s paise as %s, with two digits and no signs between thousands', async (amountMinor, value) => {
    await make().createCheckout(fare({ amountMinor }), site.urls)
    expect(stub.orders()[0]?.body['txnAmount']).toEqual({ value, currency: 'INR' })
  })

  test('is the same when it is asked for again, and refused once the order was used', async () => {
    const [one, two] = [await make().createCheckout(fare(), site.urls), await make().createCheckout(fare(), site.urls)]
    expect(two).toEqual(one)
    await pay(fare())
    expect(await outageOf(make().createCheckout(fare(), site.urls))).toBe('refused')
  })

  test('is refused for another currency, for nothing, and for a host that is not Paytm of this mode', async () => {
    expect(await outageOf(make().createCheckout(fare({ currency: 'SEK' }), site.urls))).toBe('refused')
    expect(await outageOf(make().createCheckout(fare({ amountMinor: 0n }), site.urls))).toBe('refused')
    for (const host of ['paytm.example', 'secure.paytmpayments.com']) {
      const other = paytm.make({ keys: { ...stub.app, host }, mode: 'sandbox', now })
      expect(await outageOf(other.createCheckout(fare(), site.urls))).toBe('forbidden')
    }
  })
})

describe('a notice', () => {
  test('names the payment, as the form that the browser brings does', async () => {
    const { html } = await pay(fare())
    const id = { paymentId: 'WF7K2M9Q4X', providerRef: 'WF7K2M9Q4X', confirmed: null }
    const notice = { eventId: `${stub.orders()[0]?.txnId}-TXN_SUCCESS`, ...id }
    expect(await make().readNotice(site.last())).toEqual(notice)
    const inputs = [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
    const form = new URLSearchParams(inputs.map(([name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]))
    expect(await make().readNotice({ ...site.last(), body: Buffer.from(form.toString()) })).toEqual(notice)
  })

  test('that comes twice has the same id; another status has another, late and out of order', async () => {
    stub.notices.play({ twice: true, pending: true, held: true })
    await pay(fare())
    await stub.clear()
    await stub.notices.release(true)
    await stub.notices.replay()
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.eventId))
    const txn = stub.orders()[0]?.txnId
    expect(ids).toEqual([`${txn}-TXN_SUCCESS`, `${txn}-PENDING`, `${txn}-PENDING`])
  })

  test('signed by another, for another merchant, by GET or of nonsense is not believed', async () => {
    await pay(fare())
    expect(await make({ keys: { ...stub.app, merchantId: 'OTHER' } }).readNotice(site.last())).toBeNull()
    expect(await make().readNotice({ ...site.last(), method: 'GET' })).toBeNull()
    expect(await make().readNotice({ ...site.last(), body: Buffer.from('ORDERID=1&CHECKSUMHASH=') })).toBeNull()
    stub.notices.play({ badSignature: true })
    await pay(fare({ id: 'OTHER' }))
    expect(await make().readNotice(site.last())).toBeNull()
  })

  test('of which one byte of a value was changed is refused', async () => {
    await pay(fare())
    const told = site.last()
    expect(isGenuine(told.body)).toBe(true)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const { body } = spoil(told, at, by)
        // Paytm signs the values only: another name in the same place is no change of what it signed
        return signedIn(body) === signedIn(told.body) || !isGenuine(body)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the status', () => {
  test('is what Paytm says of our order', async () => {
    await pay(fare())
    await pay(fare({ id: 'OTHER' }), 'decline')
    const txn = stub.orders()[0]?.txnId
    const outcome = { state: 'paid', amountMinor: 14_950n, currency: 'INR', providerTxn: txn }
    expect(await make().fetchStatus(fare())).toEqual(outcome)
    expect((await make().fetchStatus(fare({ id: 'OTHER' }))).state).toBe('failed')
  })

  test('is pending before anybody tried to pay, and while a bank works on it', async () => {
    expect((await make().fetchStatus(fare())).state).toBe('pending')
    await make().createCheckout(fare(), site.urls)
    expect((await make().fetchStatus(fare())).state).toBe('pending')
    stub.notices.play({ pending: true })
    await pay(fare())
    expect((await make().fetchStatus(fare())).state).toBe('pending')
    await stub.clear()
    expect((await make().fetchStatus(fare())).state).toBe('paid')
  })

  test('tells another amount as Paytm tells it', async () => {
    await pay(fare())
    stub.notices.play({ amount: '1.00' })
    expect((await make().fetchStatus(fare())).amountMinor).toBe(100n)
  })

  test('is an outage when Paytm fails, talks nonsense or does not take the key', async () => {
    await pay(fare())
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(fare()))).toBe('unavailable')
    stub.notices.play({})
    const other = make({ keys: { ...stub.app, merchantKey: 'AnotherKey123456' } })
    expect(await outageOf(other.fetchStatus(fare()))).toBe('unavailable')
    stub.feel('nonsense')
    expect(await outageOf(make().fetchStatus(fare()))).toBe('unavailable')
  })
})

test("asks Paytm's own hosts, of the mode, and the older one where the merchant has it", async () => {
  await pay(fare())
  const cases = [
    ['sandbox', '', 'securestage.paytmpayments.com'],
    ['live', '', 'secure.paytmpayments.com'],
    ['sandbox', 'securegw-stage.paytm.in', 'securegw-stage.paytm.in'],
    ['live', 'securegw.paytm.in', 'securegw.paytm.in'],
  ] as const
  for (const [mode, host, asked] of cases) {
    const restore = await redirect({ 'paytmpayments.com': stub.port, 'paytm.in': stub.port })
    const { state } = await paytm.make({ keys: { ...stub.app, host }, mode, now }).fetchStatus(fare())
    restore()
    expect([state, stub.log.at(-1)]).toEqual(['paid', `${asked} /v3/order/status`])
  }
})

describe('a refund', () => {
  test('of a part is given once under its name, and another part under another', async () => {
    const charge = await paid()
    expect(await make().refund(charge, 5000n, 'R1')).toEqual({ ref: 'RFR1', state: 'done' })
    expect(await make().refund(charge, 5000n, 'R1')).toEqual({ ref: 'RFR1', state: 'done' })
    expect(await make().refund(charge, 9950n, 'R2')).toEqual({ ref: 'RFR2', state: 'done' })
    expect(stub.orders()[0]?.refunds.map(({ amount }) => amount)).toEqual([50, 99.5])
  })

  test('that takes days is pending until it is through', async () => {
    stub.slow()
    const charge = await paid()
    expect((await make().refund(charge, 14_950n, 'R1')).state).toBe('pending')
    expect((await make().refund(charge, 14_950n, 'R1')).state).toBe('pending')
    stub.slow(false)
    expect((await make().refund(charge, 14_950n, 'R1')).state).toBe('done')
    expect(stub.orders()[0]?.refunds).toHaveLength(1)
  })

  test('that Paytm declined has failed, and goes through under another name', async () => {
    stub.slow()
    const charge = await paid()
    await make().refund(charge, 14_950n, 'R1')
    stub.slow(false, 'TXN_FAILURE')
    expect((await make().refund(charge, 14_950n, 'R1')).state).toBe('failed')
    expect((await make().refund(charge, 14_950n, 'R1T2')).state).toBe('done')
  })

  test('of more than was taken fails, and of nothing taken is refused', async () => {
    const charge = await paid()
    expect((await make().refund(charge, 99_999n, 'R1')).state).toBe('failed')
    expect(await outageOf(make().refund(fare(), 100n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(charge, 0n, 'R1'))).toBe('refused')
  })
})
