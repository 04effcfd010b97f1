import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPaypal, type PaypalStub } from '../../../test/stubs/paypal.ts'
import { chargeOf, startSite, type Site } from '../../../test/stubs/site.ts'
import { makeVisits } from '../../../test/stubs/visit.ts'
import type { Charge } from '../ports-payments.ts'
import { paypal } from './paypal.ts'

const at = new Date('2026-11-22T12:00:00Z')

let stub: PaypalStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startPaypal(() => at), startSite()])
  stub.listen(site.urls.webhookUrl)
})
afterEach(async () => {
  await stub.arrived()
  await Promise.all([stub.close(), site.close()])
})

const make = () => paypal.make({ keys: stub.app, mode: 'sandbox', now: () => at, origin: stub.origin })
const { paid } = makeVisits(
  () => ({ adapter: make(), site, stub }),
  () => chargeOf({ currency: 'SEK' }),
)
const list = async (charge: Charge) => make().listReversals?.(charge)
const read = () => make().readNotice(site.last())
const money = { currency_code: 'SEK', value: '149.50' }

/** As PayPal's own sample of an event has it. */
const disputeOf = ({ providerTxn }: Charge, given: object = {}) => ({
  dispute_id: 'PP-000-042-663-135',
  create_time: '2018-06-21T13:35:44.000Z',
  update_time: '2018-06-21T13:35:44.000Z',
  disputed_transactions: [
    {
      seller_transaction_id: providerTxn ?? '',
      custom: 'WF7K2M9Q4X',
      seller: { merchant_id: 'RD465XN5VS364', name: 'Test Store' },
      seller_protection_eligible: true,
    },
  ] as [{ seller_transaction_id: string } & Record<string, unknown>],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'OPEN',
  dispute_amount: money,
  dispute_life_cycle_stage: 'INQUIRY',
  dispute_channel: 'INTERNAL',
  ...given,
})

describe('what PayPal took back', () => {
  test('are the refunds of its order, ours by our name', async () => {
    const charge = await paid()
    expect(await list(charge)).toEqual([])
    await make().refund(charge, 100n, 'R1')
    await stub.giveBack(charge.providerTxn ?? '', '2.50')
    expect(await list(charge)).toMatchObject([
      { kind: 'refund', state: 'done', amountMinor: 100n, currency: 'SEK', refundId: 'R1' },
      { kind: 'refund', state: 'done', amountMinor: 250n, refundId: null },
    ])
  })

  test.each([
    [{}, 'inquiry'],
    [{ dispute_life_cycle_stage: 'CHARGEBACK', status: 'WAITING_FOR_SELLER_RESPONSE' }, 'open'],
    [{ status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: money } }, 'lost'],
    [{ status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } }, 'won'],
    [{ status: 'RESOLVED', dispute_outcome: { outcome_code: 'CANCELED_BY_BUYER' } }, 'won'],
    [{ status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_WITH_PAYOUT' } }, 'won'],
  ])('is a dispute with %j: %s', async (given, state) => {
    const charge = await paid()
    await stub.dispute('UPDATED', disputeOf(charge, given))
    const dispute = { kind: 'dispute', ref: 'PP-000-042-663-135', state, amountMinor: 14_950n, currency: 'SEK' }
    expect(await list(charge)).toMatchObject([dispute])
    expect((await read())?.reversals).toMatchObject([dispute])
  })

  test('of a dispute is what PayPal gave back of it, with the day by which it wants an answer while it is open', async () => {
    const charge = await paid()
    const given = { dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: { ...money, value: '60.00' } } }
    await stub.dispute('RESOLVED', disputeOf(charge, { status: 'RESOLVED', ...given }))
    expect(await list(charge)).toMatchObject([{ state: 'lost', amountMinor: 6000n, dueAt: null }])
    await stub.dispute('UPDATED', disputeOf(charge, { seller_response_due_date: '2026-12-01T00:00:00.000Z' }))
    expect(await list(charge)).toMatchObject([{ dueAt: new Date('2026-12-01T00:00:00Z') }])
  })

  test('is told by the notice alone where the keys may not ask about disputes', async () => {
    const charge = await paid()
    stub.beShy()
    await stub.dispute('CREATED', disputeOf(charge))
    expect(await list(charge)).toEqual([])
    expect(await read()).toMatchObject({
      type: 'CUSTOMER.DISPUTE.CREATED',
      paymentId: charge.id,
      providerTxn: charge.providerTxn,
      reversals: [{ kind: 'dispute', state: 'inquiry' }],
    })
  })

  test('of a refund names the capture and the invoice, never the refund as a payment', async () => {
    const charge = await paid()
    await stub.giveBack(charge.providerTxn ?? '', '2.50')
    expect(await read()).toMatchObject({
      type: 'PAYMENT.CAPTURE.REFUNDED',
      amount: { amountMinor: 250n, currency: 'SEK' },
      paymentId: charge.id,
      providerTxn: charge.providerTxn,
    })
  })

  test('is nobody’s in events of another kind, or of another shop', async () => {
    await stub.tell('BILLING.SUBSCRIPTION.CREATED', { id: 'I-BW452GLLEP1G', custom_id: 'WF7K2M9Q4X' })
    expect(await read()).toMatchObject({ paymentId: null, providerRef: null })
    await stub.tell('PAYMENT.CAPTURE.COMPLETED', {
      id: '29Y24445UY2083144',
      supplementary_data: { related_ids: { order_id: '89T257400V0473133' } },
    })
    expect(await read()).toMatchObject({ paymentId: null, providerRef: null })
  })
})
