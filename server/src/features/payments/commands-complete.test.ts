import { completePayment, topUpWallet } from '@wayfare/contract/payments'
import { getWallet } from '@wayfare/contract/wallet'
import { afterEach, describe, expect, test } from 'vitest'
import { test as testProvider } from '../../adapters/payments/test.ts'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePayments } from '../../../test/payments.ts'
import { sealToken } from './queries-token.ts'

const fake = makeFakeProvider()
const { control, count } = fake
const app = await startApp({
  services: { payments: [fake.provider, testProvider] },
  config: { payments: { stripe: fakeKeys } },
})
const { call, make, settle } = app
const { trips, balance, booksBalance, drivenTrip, begin, notify } = makePayments(app, await make.admin())

afterEach(() => {
  control.outages.clear()
  control.during.clear()
  control.kind = 'redirect'
})

/** A gate: whoever awaits `opened` waits until `open` is called. */
const makeGate = () => {
  const gate: { open: (value: null) => void; opened: Promise<null> } = { open: nothing, opened: Promise.resolve(null) }
  gate.opened = new Promise((resolve) => (gate.open = resolve))
  return gate
}

const nothing = (): void => undefined

describe('the card fields on our page', () => {
  test('hand their token over once, also when it is sent twice at once', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    control.said.set(payment.id, { state: 'paid' })
    const gate = makeGate()
    control.during.set('completeEmbed', () => gate.opened)
    const complete = () => call(completePayment, { id: payment.id, token: 'tok' }, { as: rider })
    const first = complete()
    await expect.poll(() => count('completeEmbed', payment.id)).toBe(1)
    await expect(complete()).rejects.toMatchObject({ key: 'request_in_flight' })
    gate.open(null)
    expect((await first).status).toBe('paid')
    expect((await complete()).status).toBe('paid')
    expect(count('completeEmbed', payment.id)).toBe(1)
    await booksBalance()
  })

  test('too slow to be waited for leave the claim of whoever came after them alone', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    const complete = () => call(completePayment, { id: payment.id, token: 'tok' }, { as: rider })
    const begun = async (nth: number) => {
      const gate = makeGate()
      control.during.set('completeEmbed', () => gate.opened)
      const answer = complete()
      await expect.poll(() => count('completeEmbed', payment.id)).toBe(nth)
      return { gate, answer }
    }
    const slow = await begun(1)
    app.advance(61_000)
    const next = await begun(2)
    slow.gate.open(null)
    expect((await slow.answer).status).toBe('open')
    await expect(complete()).rejects.toMatchObject({ key: 'request_in_flight' })
    control.said.set(payment.id, { state: 'paid' })
    next.gate.open(null)
    expect((await next.answer).status).toBe('paid')
    app.advance(-61_000)
    await booksBalance()
  })

  test('after an outage in the middle the provider is asked, and what it took counts', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    control.outages.set('completeEmbed', 'unavailable')
    const complete = () => call(completePayment, { id: payment.id, token: 'tok' }, { as: rider })
    await expect(complete()).rejects.toMatchObject({ key: 'provider_fetch_error', details: { reason: 'provider_unavailable' } })
    control.said.set(payment.id, { state: 'paid' })
    expect((await complete()).status).toBe('paid')
    await booksBalance()
  })

  test('handed over by a process that died are handed over again, the same and sealed until then', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    const handed = sealToken(app.deps, payment.id, { token: 'tok_left', ip: '203.0.113.9' })
    const left = { sealed: handed, claimedAt: app.deps.now() }
    await app.db.updateTable('payment').set(left).where('id', '=', payment.id).execute()
    expect(handed).not.toContain('tok_left')
    await app.runJobs({ early: true })
    expect(count('completeEmbed', payment.id)).toBe(0)
    control.said.set(payment.id, { state: 'paid' })
    control.outages.set('completeEmbed', 'unavailable')
    app.advance(61_000)
    await app.runJobs({ early: true })
    control.outages.clear()
    await app.runJobs({ early: true })
    expect(control.calls.filter(({ step, id }) => step === 'completeEmbed' && id === payment.id)).toMatchObject([
      { token: 'tok_left' },
      { token: 'tok_left' },
    ])
    expect((await trips.get(rider, booking.id)).status).toBe('PAID')
    const row = await app.db.selectFrom('payment').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow()
    expect([row.sealed, row.claimedAt]).toEqual([null, null])
    app.advance(-61_000)
    await booksBalance()
  })

  test('take no money for a booking that wants none any more, or that is another’s', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    await trips.pay(rider, booking.id)
    const complete = (as: TestUser) => call(completePayment, { id: payment.id, token: 'tok' }, { as })
    await expect(complete(rider)).rejects.toMatchObject({ key: 'wrong_step' })
    await expect(complete(await make.rider())).rejects.toMatchObject({ key: 'not_found' })
    expect(count('completeEmbed', payment.id)).toBe(0)
  })
})

describe('a top-up', () => {
  test('counts once in the wallet, under one idempotency key, whatever arrives', async () => {
    const rider = await make.rider()
    const ask = () => call(topUpWallet, { amount: '250.50', provider: 'stripe' }, { as: rider, once: 'top-up-1' })
    const started = await ask()
    expect((await ask()).payment.id).toBe(started.payment.id)
    control.said.set(started.payment.id, { state: 'paid' })
    await Promise.all([1, 2, 3].map(() => notify({ payment: started.payment.id, confirmed: 'yes' })))
    await settle()
    expect(await balance(rider)).toBe('250.50')
    expect(await call(getWallet, {}, { as: rider })).toMatchObject({ entries: [{ type: 'Credit', txRef: 'CardTopUp' }] })
    await expect(call(topUpWallet, { amount: '25', provider: 'stripe' }, { as: rider, once: 'top-up-1' })).rejects.toMatchObject({
      key: 'idempotency_key_reused',
    })
    await booksBalance()
  })

  test.each(['0', '9.99', '10000.01', '15.001'])('of %s is refused with the limits', async (amount) => {
    await expect(call(topUpWallet, { amount, provider: 'stripe' }, { as: await make.driver() })).rejects.toMatchObject({
      key: 'proper_amount',
      details: { min: '10.00', max: '10000.00' },
    })
  })

  test('whose provider was away is tried again under the same key, as a browser does, and is another payment', async () => {
    const rider = await make.rider()
    const ask = () => call(topUpWallet, { amount: '20', provider: 'stripe' }, { as: rider, once: 'again' })
    control.outages.set('createCheckout', 'unavailable')
    await expect(ask()).rejects.toMatchObject({ key: 'provider_fetch_error' })
    await expect(ask()).rejects.toMatchObject({ key: 'provider_fetch_error' })
    control.outages.clear()
    const { payment } = await ask()
    expect((await ask()).payment.id).toBe(payment.id)
    control.said.set(payment.id, { state: 'paid' })
    await notify({ payment: payment.id, confirmed: 'yes' })
    expect(await balance(rider)).toBe('20.00')
  })

  test('that is twice clicked at once is one payment', async () => {
    const rider = await make.rider()
    const ask = () =>
      call(topUpWallet, { amount: '10', provider: 'stripe' }, { as: rider, once: 'double' }).catch(({ key }) => key)
    const answers = await Promise.all([ask(), ask()])
    const { count: rows } = await app.db
      .selectFrom('payment')
      .select((e) => e.fn.countAll<bigint>().as('count'))
      .where('userId', '=', rider.id)
      .executeTakeFirstOrThrow()
    expect(Number(rows)).toBe(1)
    expect(answers.some((answer) => typeof answer === 'object')).toBe(true)
  })
})
