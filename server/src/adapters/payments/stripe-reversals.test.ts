import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chargeOf, startSite, type Site } from '../../../test/stubs/site.ts'
import { startStripe, type StripeStub } from '../../../test/stubs/stripe.ts'
import { makeVisits } from '../../../test/stubs/visit.ts'
import type { Charge } from '../ports-payments.ts'
import { stripe } from './stripe.ts'

const at = new Date('2026-11-22T12:00:00Z')

let stub: StripeStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startStripe(() => at), startSite()])
  stub.listen(site.urls.webhookUrl)
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const make = () => stripe.make({ keys: stub.app, mode: 'sandbox', now: () => at, origin: stub.origin })
const { paid } = makeVisits(() => ({ adapter: make(), site, stub }), chargeOf)
const list = async (charge: Charge) => make().listReversals?.(charge)
const read = () => make().readNotice(site.last())
const txnOf = ({ providerTxn }: Charge): string => providerTxn ?? ''

describe('what Stripe took back', () => {
  test('are its refunds, ours by our name, and nothing before there is money', async () => {
    const charge = await paid()
    expect(await list(charge)).toEqual([])
    await make().refund(charge, 100n, 'R1')
    await stub.giveBack(txnOf(charge), 250)
    const given = { kind: 'refund', state: 'done', currency: 'ZAR', dueAt: null }
    expect(await list(charge)).toMatchObject([
      { ...given, amountMinor: 100n, refundId: 'R1' },
      { ...given, amountMinor: 250n, refundId: null, reason: 'requested_by_customer' },
    ])
    expect(await make().listReversals?.(chargeOf())).toEqual([])
  })

  test.each([
    ['warning_needs_response', 'inquiry', true],
    ['warning_under_review', 'inquiry', false],
    ['warning_closed', 'won', false],
    ['needs_response', 'open', true],
    ['under_review', 'open', false],
    ['won', 'won', false],
    ['lost', 'lost', false],
  ])('is a dispute that stands at %s: %s', async (status, state, isDue) => {
    const charge = await paid()
    await stub.dispute(txnOf(charge), { status, amount: 5000, reason: 'product_not_received' })
    expect(await list(charge)).toEqual([
      {
        kind: 'dispute',
        ref: expect.stringMatching(/^dp_/) as string,
        state,
        amountMinor: 5000n,
        currency: 'ZAR',
        reason: 'product_not_received',
        dueAt: isDue ? new Date('2026-12-24T23:59:59Z') : null,
        fee: null,
      },
    ])
  })

  test('says what a dispute cost, in the currency of the account, less what winning it gave back', async () => {
    const charge = await paid()
    const feeOf = async () => (await list(charge))?.[0]?.fee
    await stub.dispute(txnOf(charge), { fees: [1500], feeCurrency: 'eur' })
    expect(await feeOf()).toEqual({ amountMinor: 1500n, currency: 'EUR' })
    await stub.dispute(txnOf(charge), { status: 'won', fees: [1500, -1500] })
    expect(await feeOf()).toEqual({ amountMinor: 0n, currency: 'EUR' })
  })

  test('is counted as Stripe counts', async () => {
    const charge = await paid(chargeOf({ currency: 'UGX', amountMinor: 5000n }))
    await stub.giveBack(txnOf(charge), 200_000)
    expect(await list(charge)).toMatchObject([{ amountMinor: 2000n, currency: 'UGX' }])
  })
})

describe('a notice', () => {
  test('of a refund names the payment by what the charge was marked with, and the money', async () => {
    const charge = await paid()
    await stub.giveBack(txnOf(charge), 250)
    expect(await read()).toMatchObject({
      type: 'charge.refunded',
      amount: { amountMinor: 250n, currency: 'ZAR' },
      paymentId: charge.id,
      providerTxn: charge.providerTxn,
    })
  })

  test('of a dispute names the money', async () => {
    const charge = await paid()
    await stub.dispute(txnOf(charge))
    expect(await read()).toMatchObject({ type: 'charge.dispute.created', paymentId: null, providerTxn: charge.providerTxn })
    await stub.dispute(txnOf(charge), { status: 'lost' })
    expect(await read()).toMatchObject({ type: 'charge.dispute.closed', providerTxn: charge.providerTxn })
  })

  test('of anything else is genuine, and names nobody', async () => {
    const others = [
      { id: 'cus_NffrFeUfNV2Hib', object: 'customer', email: 'jennyrosen@example.com' },
      {
        id: 'cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u',
        object: 'checkout.session',
        client_reference_id: null,
      },
      { id: 'in_1MtHbELkdIwHu7ixl4OzzPMv', object: 'invoice', amount_due: 1000, currency: 'usd' },
    ]
    for (const object of others) {
      await stub.tell('some.event', object)
      expect(await read()).toMatchObject({ paymentId: null, providerRef: null })
    }
  })
})
