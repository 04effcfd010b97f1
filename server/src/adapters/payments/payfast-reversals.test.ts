import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPayfast } from '../../../test/stubs/payfast.ts'
import type { PayfastStub } from '../../../test/stubs/payfast.ts'
import { chargeOf, outageOf, startSite } from '../../../test/stubs/site.ts'
import type { Site } from '../../../test/stubs/site.ts'
import type { Charge } from '../ports.ts'
import { payfast } from './payfast.ts'

let stub: PayfastStub
let site: Site
beforeEach(async () => {
  ;[stub, site] = await Promise.all([startPayfast(now), startSite()])
})
afterEach(async () => {
  await Promise.all([stub.close(), site.close()])
})

const now = () => new Date('2026-11-22T12:00:00Z')
const make = (mode: 'sandbox' | 'live' = 'sandbox') => payfast.make({ keys: stub.app, mode, now, origin: stub.origin })

const paid = async () => {
  const checkout = await make().createCheckout(chargeOf(), site.urls)
  if (checkout.kind !== 'form') throw new Error('no form')
  await stub.answer(checkout.fields)
  return chargeOf({ providerTxn: '1579137' })
}
const list = async (charge: Charge) => make('live').listReversals?.(charge)

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
