import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { culqiApp, culqiToken, startCulqi, type CulqiCard, type CulqiStub } from '../../../test/stubs/culqi.ts'
import { chargeOf, outageOf, startSite, type Site } from '../../../test/stubs/site.ts'
import type { Charge, ProviderOptions } from '../ports-payments.ts'
import { culqi } from './culqi.ts'

let stub: CulqiStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startCulqi(), startSite()])
  stub.hook(site.urls.webhookUrl)
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const now = () => new Date('2026-11-22T12:00:00Z')
const make = (given: Partial<ProviderOptions> = {}) =>
  culqi.make({ keys: culqiApp, mode: 'sandbox', now, origin: stub.origin, ...given })
const pen = (given: Partial<Charge> = {}) => chargeOf({ currency: 'PEN', ...given })

const complete = async (charge: Charge, token: string, given: Partial<ProviderOptions> = {}) => {
  const adapter = make(given)
  if (!adapter.completeEmbed) throw new Error('no embed')
  return adapter.completeEmbed(charge, token)
}
const pay = (charge: Charge, card: CulqiCard = 'pay') => complete(charge, culqiToken(card))
const paid = async (): Promise<Charge> => pen({ providerTxn: (await pay(pen())).providerTxn })

/** An event whose body is this. */
const readEvent = (value: unknown) => {
  const body = Buffer.from(JSON.stringify(value))
  return make().readNotice({ method: 'POST', query: new URLSearchParams(), headers: {}, body, ip: '' })
}

const outcome = { amountMinor: 14_950n, currency: 'PEN' }

describe('the checkout', () => {
  test('is Culqi’s widget with what it needs to start', async () => {
    expect(await make().createCheckout(pen(), site.urls)).toEqual({
      kind: 'embed',
      providerRef: 'WF7K2M9Q4X',
      script: 'https://js.culqi.com/checkout-js',
      settings: {
        publicKey: culqiApp.publicKey,
        title: "Trip 4F7K: Åby – O'Hara (2)*",
        amount: '14950',
        currency: 'PEN',
        email: 'zoe+1@example.com',
        threeDsScript: 'https://3ds.culqi.com',
      },
    })
  })

  test('is refused for what Culqi does not take', async () => {
    const refused = [
      pen({ currency: 'EUR' }),
      pen({ amountMinor: 299n }),
      pen({ amountMinor: 999_901n }),
      pen({ payer: { ...pen().payer, email: '' } }),
      pen({ payer: { ...pen().payer, email: `${'x'.repeat(40)}@example.com` } }),
    ]
    for (const charge of refused) expect(await outageOf(make().createCheckout(charge, site.urls))).toBe('refused')
    await expect(make().createCheckout(pen({ amountMinor: 300n }), site.urls)).resolves.toMatchObject({ kind: 'embed' })
    await expect(make().createCheckout(pen({ amountMinor: 999_900n }), site.urls)).resolves.toMatchObject({ kind: 'embed' })
  })

  test('never mixes keys and modes', async () => {
    const live = { publicKey: 'pk_live_1', secretKey: 'sk_live_1' }
    expect(await outageOf(make({ keys: live }).createCheckout(pen(), site.urls))).toBe('forbidden')
    expect(await outageOf(make({ mode: 'live' }).createCheckout(pen(), site.urls))).toBe('forbidden')
    expect(await outageOf(make({ mode: 'live', keys: { ...culqiApp, secretKey: 'sk_live_1' } }).fetchStatus(pen()))).toBe(
      'forbidden',
    )
  })
})

describe('a token', () => {
  test('is charged for the exact amount, with our reference', async () => {
    const answer = await pay(pen())
    expect(answer).toEqual({ ...outcome, state: 'paid', providerTxn: stub.charges[0]?.id })
    expect(stub.charges[0]?.body).toMatchObject({ amount: 14_950, currency_code: 'PEN', metadata: { order_id: 'WF7K2M9Q4X' } })
  })

  test('takes the money once, however often it or another comes', async () => {
    const token = culqiToken('pay')
    const first = await complete(pen(), token)
    expect(await complete(pen(), token)).toEqual(first)
    expect(await pay(pen())).toEqual(first)
    expect(stub.charges).toHaveLength(1)
  })

  test('took the money even when the answer was lost', async () => {
    stub.loseAnswer()
    const token = culqiToken('pay')
    expect(await outageOf(complete(pen(), token))).toBe('unavailable')
    expect((await make().fetchStatus(pen())).state).toBe('paid')
    expect((await complete(pen(), token)).state).toBe('paid')
    expect(stub.charges).toHaveLength(1)
  })

  test('of a card that is declined fails, and another card may pay', async () => {
    expect(await pay(pen(), 'decline')).toMatchObject({ ...outcome, state: 'failed' })
    expect((await make().fetchStatus(pen())).state).toBe('failed')
    expect((await pay(pen())).state).toBe('paid')
    expect((await make().fetchStatus(pen())).state).toBe('paid')
  })

  test('waits for the bank, and pays with what the bank said', async () => {
    const token = culqiToken('bank')
    expect(await complete(pen(), token)).toEqual({ ...outcome, state: 'pending', providerTxn: null })
    expect((await make().fetchStatus(pen())).state).toBe('pending')
    const authentication3ds = { eci: '05', xid: 'x', cavv: 'c', protocolVersion: '2.1.0', directoryServerTransactionId: 'd' }
    const answer = await complete(
      pen(),
      JSON.stringify({ token, authentication3ds: { ...authentication3ds, amount: 1 }, deviceId: 'D' }),
    )
    expect(answer.state).toBe('paid')
    expect(stub.charges[0]?.body).toMatchObject({ amount: 14_950, antifraud_details: { device_finger_print_id: 'D' } })
    expect(stub.charges[0]?.body.authentication_3DS).toEqual(authentication3ds)
  })

  test('of another mode, or that is none, is never sent', async () => {
    const tokens = [
      'tkn_live_0123456789abcdef',
      'crd_test_0123456789abcdef',
      '',
      '{',
      '{"token":7}',
      'tkn_test_1"',
      '4111111111111111',
    ]
    for (const token of tokens) expect(await outageOf(complete(pen(), token))).toBe('refused')
    expect(stub.log).toEqual([])
  })

  test('that was used for another payment is refused', async () => {
    const token = culqiToken('pay')
    await complete(pen(), token)
    expect(await outageOf(complete(pen({ id: 'OTHER' }), token))).toBe('refused')
  })

  test('carries no name or number that Culqi would refuse', async () => {
    await pay(pen())
    expect(stub.charges[0]?.body.antifraud_details).toEqual({ phone_number: '27821234567' })
    await pay(pen({ id: 'B', payer: { ...pen().payer, firstName: 'Zoë', lastName: 'Núñez-Ríos', mobile: '' } }))
    expect(stub.charges[1]?.body.antifraud_details).toEqual({ first_name: 'Zoë', last_name: 'Núñez-Ríos' })
    await pay(pen({ id: 'C', description: 'ab' }))
    expect(stub.charges[2]?.body.description).toBe('ab...')
  })
})

describe('an event', () => {
  test('is no more than a reason to ask', async () => {
    await pay(pen())
    const notice = await make().readNotice(site.last())
    expect(notice).toMatchObject({ paymentId: 'WF7K2M9Q4X', providerRef: null, confirmed: null })
    expect(notice).toMatchObject({ type: 'charge.creation.succeeded', amount: { amountMinor: 14_950n, currency: 'PEN' } })
    expect(notice?.eventId).toMatch(/^[0-9a-f]{64}$/)
  })

  test('has its own id, the same when it comes again', async () => {
    stub.notices.play({ twice: true })
    await pay(pen(), 'decline')
    await pay(pen())
    const ids = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.eventId))
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).toBe(ids[3])
    expect(new Set(ids).size).toBe(2)
  })

  test('may arrive late and in any order', async () => {
    stub.notices.play({ held: true })
    for (const id of ['WFONE', 'WFTWO']) await pay(pen({ id }))
    await stub.notices.release(true)
    const about = await Promise.all(site.received.map(async (request) => (await make().readNotice(request))?.paymentId))
    expect(about).toEqual(['WFTWO', 'WFONE'])
  })

  test('may hold its data as it is or as text; what holds none is no event', async () => {
    const data = { metadata: { order_id: 'A' } }
    expect((await readEvent({ object: 'event', data }))?.paymentId).toBe('A')
    expect((await readEvent({ object: 'event', data: JSON.stringify(data) }))?.paymentId).toBe('A')
    for (const other of [null, [], 'x', { object: 'event' }, { data }, { object: 'event', data: '{' }]) {
      expect(await readEvent(other)).toBeNull()
    }
  })

  test('that somebody made up changes nothing: Culqi knows no such money', async () => {
    await pay(pen({ id: 'OTHER' }))
    const body = Buffer.from(site.last().body.toString().replace('OTHER', 'WF7K2M9Q4X'))
    expect((await make().readNotice({ ...site.last(), body }))?.paymentId).toBe('WF7K2M9Q4X')
    expect((await make().fetchStatus(pen())).state).toBe('pending')
    const other = stub.charges[0]?.id ?? null
    expect((await make().fetchStatus(pen({ providerTxn: other }))).state).toBe('pending')
  })
})

describe('the status', () => {
  test('is found by our reference behind hundreds of others', async () => {
    await pay(pen())
    const [first] = stub.charges
    if (!first) throw new Error('no charge')
    for (let at = 0; at < 250; at += 1) {
      stub.charges.push({ ...first, id: `chr_test_${at}`, body: { ...first.body, metadata: { order_id: `OTHER${at}` } } })
    }
    expect(await make().fetchStatus(pen())).toEqual({ ...outcome, state: 'paid', providerTxn: first.id })
    expect((await make().fetchStatus(pen({ id: 'UNKNOWN' }))).state).toBe('pending')
  })

  test('tells another amount and currency as they are', async () => {
    const charge = await paid()
    stub.notices.play({ amount: '300', currency: 'USD' })
    expect(await make().fetchStatus(charge)).toMatchObject({ state: 'paid', amountMinor: 300n, currency: 'USD' })
  })

  test('is an outage while Culqi fails, and refused with a wrong key', async () => {
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().fetchStatus(pen()))).toBe('unavailable')
    const other = { ...culqiApp, secretKey: 'sk_test_other' }
    expect(await outageOf(make({ keys: other }).fetchStatus(pen()))).toBe('forbidden')
  })
})

describe('a refund', () => {
  test('gives parts back, each of them once', async () => {
    const charge = await paid()
    const first = await make().refund(charge, 5_000n, 'R1')
    expect(first).toEqual({ ref: stub.refunds[0]?.id, state: 'done' })
    expect(await make().refund(charge, 5_000n, 'R1')).toEqual(first)
    expect((await make().refund(charge, 5_000n, 'R2')).ref).not.toBe(first.ref)
    expect(await make().refund(charge, 5_000n, 'R1')).toEqual(first)
    expect(stub.refunds.map(({ amount, metadata }) => [amount, metadata['refund_id']])).toEqual([
      [5_000, 'R1'],
      [5_000, 'R2'],
    ])
  })

  test('whose answer was lost is found again', async () => {
    const charge = await paid()
    stub.loseAnswer()
    expect(await outageOf(make().refund(charge, 5_000n, 'R1'))).toBe('unavailable')
    expect(await make().refund(charge, 5_000n, 'R1')).toEqual({ ref: stub.refunds[0]?.id, state: 'done' })
    expect(stub.refunds).toHaveLength(1)
    expect(stub.refunds[0]?.metadata).toEqual({ refund_id: 'R1' })
  })

  test('of more than was paid, of nothing, or of no money is refused', async () => {
    const charge = await paid()
    expect(await outageOf(make().refund(charge, 14_951n, 'R1'))).toBe('refused')
    expect(await outageOf(make().refund(charge, 0n, 'R2'))).toBe('refused')
    expect(await outageOf(make().refund(pen(), 100n, 'R3'))).toBe('refused')
  })
})

describe('what was given back in Culqi’s panel', () => {
  test('is listed beside ours, which bear our name, and nothing is asked before there is any', async () => {
    const charge = await paid()
    const list = () => make().listReversals?.(charge)
    expect(await make().listReversals?.(pen())).toEqual([])
    expect(await list()).toEqual([])
    await make().refund(charge, 5_000n, 'R1')
    await stub.giveBack(charge.providerTxn ?? '', 250)
    await pay(pen({ id: 'OTHER' }))
    await stub.giveBack(stub.charges[1]?.id ?? '', 99)
    const [theirs, ours] = (await list()) ?? []
    expect(theirs).toMatchObject({ kind: 'refund', state: 'done', amountMinor: 250n, currency: 'PEN', dueAt: null })
    expect(theirs?.refundId).toBeUndefined()
    expect(ours).toMatchObject({ amountMinor: 5_000n, refundId: 'R1' })
    expect(await list()).toHaveLength(2)
  })

  test('is told by an event that names the charge, in either spelling', async () => {
    const charge = await paid()
    await stub.giveBack(charge.providerTxn ?? '', 250)
    const told = { type: 'refund.creation.succeeded', paymentId: null, providerTxn: charge.providerTxn, confirmed: null }
    expect(await make().readNotice(site.last())).toMatchObject(told)
    const data = { object: 'refund', id: 'ref_test_1', charge_id: charge.providerTxn, amount: 250 }
    expect(await readEvent({ object: 'event', type: 'refund.creation.succeeded', data })).toMatchObject(told)
  })

  test('waits while Culqi does not answer', async () => {
    const charge = await paid()
    stub.notices.play({ brokenStatus: true })
    expect(await outageOf(make().listReversals?.(charge) ?? Promise.resolve())).toBe('unavailable')
  })
})
