import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { braintreeApp, braintreeNonce, startBraintree, type BraintreeStub } from '../../../test/stubs/braintree.ts'
import { chargeOf, startSite, type Site } from '../../../test/stubs/site.ts'
import type { Charge } from '../ports-payments.ts'
import { braintree } from './braintree.ts'

let stub: BraintreeStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startBraintree(), startSite()])
  stub.hook(site.urls.webhookUrl)
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const now = () => new Date('2026-11-22T12:00:00Z')
const make = () => braintree.make({ keys: braintreeApp, mode: 'sandbox', now, origin: stub.origin })
const list = async (charge: Charge) => make().listReversals?.(charge)
const paid = async () => {
  const sek = chargeOf({ currency: 'SEK' })
  const providerTxn = (await make().completeEmbed?.(sek, braintreeNonce('pay')))?.providerTxn ?? ''
  return { ...sek, providerTxn }
}

describe('what Braintree took back', () => {
  test('are the refunds of its control panel, ours by our name', async () => {
    const charge = await paid()
    await stub.settle()
    expect(await list(charge)).toEqual([])
    await make().refund(charge, 100n, 'R1')
    stub.giveBack(charge.providerTxn, '2.50')
    expect(await list(charge)).toMatchObject([
      { kind: 'refund', state: 'done', amountMinor: 100n, currency: 'SEK', refundId: 'R1' },
      { kind: 'refund', state: 'done', amountMinor: 250n, refundId: null },
    ])
  })

  test('is a sale that was voided there, by the name of the sale, as ours has it', async () => {
    const charge = await paid()
    const { ref } = await make().refund(charge, 14_950n, 'R1')
    expect(await list(charge)).toMatchObject([{ kind: 'refund', ref, state: 'done', amountMinor: 14_950n }])
  })

  test.each([
    ['open', 'chargeback', 'open'],
    ['open', 'retrieval', 'inquiry'],
    ['disputed', 'chargeback', 'open'],
    ['won', 'chargeback', 'won'],
    ['lost', 'chargeback', 'lost'],
    ['accepted', 'chargeback', 'lost'],
    ['expired', 'chargeback', 'lost'],
  ] as const)('is a dispute that is %s (%s): %s; its notice names payment and amount', async (status, kind, state) => {
    const charge = await paid()
    const dispute = { id: 'dp9x', of: charge.providerTxn, amount: '100.00', status, kind, reason: 'fraud' }
    await stub.dispute('dispute_opened', dispute)
    expect(await list(charge)).toEqual([
      {
        kind: 'dispute',
        ref: 'dp9x',
        state,
        amountMinor: 10_000n,
        currency: 'SEK',
        reason: 'fraud',
        dueAt: status === 'open' ? new Date('2014-03-21T23:59:59Z') : null,
      },
    ])
    expect(await make().readNotice(site.last())).toMatchObject({
      type: 'dispute_opened',
      amount: { amountMinor: 10_000n, currency: 'SEK' },
      paymentId: charge.id,
      providerTxn: charge.providerTxn,
    })
  })

  test('is nobody’s in a notice of another kind', async () => {
    await stub.tell(
      'subscription_canceled',
      '<subscription><id>abc</id><transactions type="array"/><add-ons type="array"/><discounts type="array"/></subscription>',
    )
    expect(await make().readNotice(site.last())).toMatchObject({ paymentId: null, providerRef: null, providerTxn: null })
  })
})
