import { topUpWallet } from '@wayfare/contract/payments'
import { listNotices, listPayments, refundPayment, replayPayment } from '@wayfare/contract/payments-admin'
import { asId } from '@wayfare/core/ids'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'

const fake = makeFakeProvider()
const { control } = fake
const app = await startApp({ services: { payments: [fake.provider] }, config: { payments: { stripe: fakeKeys } } })
const { call, make, settle } = app
const admin = await make.admin()
const { balance, booksBalance, detail, stateOf, postings, troubles, notify, platform, ...payments } = makePayments(app, admin)
const dayMs = 86_400_000

afterEach(() => {
  control.outages.clear()
  control.refundState = 'done'
})

const paidTrip = () => payments.paidTrip(control)

const paidTopUp = async () => {
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider })
  control.said.set(payment.id, { state: 'paid' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  return { rider, id: payment.id }
}

type Said = Parameters<typeof control.reversals.set>[1]
/** From now on the provider reports this about the payment, and sends a notice. */
const tell = async (id: string, said: Said) => {
  control.reversals.set(id, said)
  expect(await notify({ payment: id })).toBe(200)
  await settle()
  return detail(id)
}

const refund = (id: string, amount: string) =>
  call(refundPayment, { id: asId(id), amount, target: 'provider', reason: '' }, { as: admin })

describe('a refund made at the provider', () => {
  test('of a part is booked once, however often and in what order it is told', async () => {
    const { id, driver, booking } = await paidTrip()
    const [refunds, cards, told] = [await platform('refunds'), await platform('cards'), await troubles('refunded_there')]
    const pending = { ref: 're_a', state: 'pending', amountMinor: 1050n, refundId: null } as const
    await tell(id, [pending])
    await tell(id, [{ ...pending, state: 'done' }])
    const late = await tell(id, [pending])
    expect(late).toMatchObject({
      payment: { status: 'paid', refunded: '10.50', problem: null },
      reversals: [{ kind: 'refund', ref: 're_a', state: 'done', amount: '10.50' }],
      refunds: [],
    })
    expect(await platform('refunds')).toBeCloseTo(refunds - 10.5)
    expect(await platform('cards')).toBeCloseTo(cards + 10.5)
    expect(await troubles('refunded_there')).toBe(told + 1)
    expect(await balance(driver)).toBe(booking.driverShare)
    expect(Number(late.refundable)).toBeCloseTo(Number(late.payment.amount) - 10.5)
    await booksBalance()
  })

  test('that fails comes back into the books', async () => {
    const { id } = await paidTrip()
    const before = await platform('cards')
    await tell(id, [{ amountMinor: 500n, state: 'pending' }])
    expect(await platform('cards')).toBeCloseTo(before + 5)
    expect((await tell(id, [{ amountMinor: 500n, state: 'failed' }])).payment.refunded).toBe('0.00')
    expect(await platform('cards')).toBeCloseTo(before)
    await booksBalance()
  })

  test('of the whole explains that the provider no longer calls it paid, and takes a top-up out of the wallet', async () => {
    const { rider, id } = await paidTopUp()
    const before = await troubles('no_longer_paid')
    control.said.set(id, { state: 'failed' })
    expect((await tell(id, [{ amountMinor: 5000n, refundId: null }])).payment).toMatchObject({
      status: 'paid',
      refunded: '50.00',
      problem: null,
    })
    expect(await balance(rider)).toBe('0.00')
    expect(await troubles('no_longer_paid')).toBe(before)
    await booksBalance()
  })

  test.each([
    ['by our name', (name: string) => ({ refundId: name })],
    ['by its amount where no name is repeated', () => ({})],
  ])('is not booked when it is ours, known %s', async (_how, naming) => {
    const { id } = await paidTrip()
    control.refundState = 'pending'
    const { refunds } = await refund(id, '7.00')
    await settle()
    const ours = { ref: 're_ours', amountMinor: 700n, ...naming(refunds[0]?.id ?? '') }
    expect(await tell(id, [ours])).toMatchObject({ payment: { refunded: '7.00' }, reversals: [] })
    expect(await tell(id, [ours, { ref: 're_theirs', amountMinor: 300n, ...naming('R0') }])).toMatchObject({
      payment: { refunded: '10.00' },
      reversals: [{ ref: 're_theirs' }],
    })
    await booksBalance()
  })

  test('takes the place of ours that the provider refuses for it', async () => {
    const { id, payment } = await paidTrip()
    await refund(id, payment.amount)
    await tell(id, [{ ref: 're_first', amountMinor: BigInt(payment.amount.replace('.', '')), refundId: null }])
    expect((await detail(id)).payment.refunded).toBe(payment.amount)
    const once = await paidTrip()
    control.outages.set('refund', 'refused')
    await refund(once.id, once.payment.amount)
    control.reversals.set(once.id, [{ ref: 're_all', amountMinor: BigInt(payment.amount.replace('.', '')), refundId: null }])
    await notify({ payment: once.id })
    await settle()
    expect(await detail(once.id)).toMatchObject({
      payment: { refunded: once.payment.amount },
      refunds: [{ state: 'failed' }],
      reversals: [{ ref: 're_all', state: 'done' }],
    })
    await booksBalance()
  })

  test('that is told before the payment itself counts after it', async () => {
    const { rider, booking } = await payments.drivenTrip()
    const { id } = await payments.begin(rider, booking)
    expect(await notify({ payment: id, told: { ref: 're_early', amountMinor: 250 } })).toBe(200)
    await settle()
    expect(await stateOf(id)).toMatchObject({ status: 'open', refunded: '0.00' })
    control.said.set(id, { state: 'paid' })
    await notify({ payment: id })
    await settle()
    expect(await stateOf(id)).toMatchObject({ status: 'paid', refunded: '2.50' })
    await booksBalance()
  })

  test('is found by the name of the money', async () => {
    const { id } = await paidTrip()
    control.reversals.set(id, [{ amountMinor: 100n }])
    expect(await notify({ txn: `txn-${id}` })).toBe(200)
    await settle()
    expect((await stateOf(id)).refunded).toBe('1.00')
  })

  test('is found without a notice a day later, once', async () => {
    const { id } = await paidTrip()
    control.reversals.set(id, [{ amountMinor: 100n }])
    app.advance(dayMs + 1000)
    await app.runJobs({ early: true })
    app.advance(3 * dayMs)
    await app.runJobs({ early: true })
    expect((await detail(id)).reversals).toHaveLength(1)
    expect((await stateOf(id)).refunded).toBe('1.00')
    await booksBalance()
  })
})

describe('a dispute', () => {
  const dueAt = new Date('2026-12-24T23:59:59Z')
  const of = (state: 'inquiry' | 'open' | 'won' | 'lost', amountMinor = 2000n) =>
    ({ kind: 'dispute', ref: 'dp_1', state, amountMinor, reason: 'fraudulent', dueAt: state === 'open' ? dueAt : null }) as const

  test('is seen, told with amount, reason and deadline, and keeps its money out of the books until it is won', async () => {
    const { id, payment } = await paidTrip()
    const [cards, before] = [await platform('cards'), await troubles('dispute_opened')]
    expect((await tell(id, [of('inquiry')])).payment).toMatchObject({ dispute: 'inquiry', disputed: '0.00' })
    const opened = await tell(id, [of('open')])
    expect(opened).toMatchObject({
      payment: { status: 'paid', dispute: 'open', disputed: '20.00', refunded: '0.00' },
      reversals: [{ kind: 'dispute', reason: 'fraudulent', dueAt: dueAt.getTime(), amount: '20.00' }],
    })
    expect(Number(opened.refundable)).toBeCloseTo(Number(payment.amount) - 20)
    await expect(refund(id, payment.amount)).rejects.toMatchObject({ key: 'proper_amount' })
    expect(await platform('cards')).toBeCloseTo(cards + 20)
    const told = app.db.selectFrom('event').select('payload').where('type', '=', 'PaymentTroubled')
    const rows = await told.orderBy('id').execute()
    const alerts = rows.map(({ payload }) => payload as Record<string, unknown>).filter(({ paymentId }) => paymentId === id)
    expect(alerts.at(-1)).toMatchObject({
      problem: 'dispute_opened',
      about: { amount: '20.00', currency: 'SEK', reason: 'fraudulent', dueAt: dueAt.getTime() },
    })
    expect(await troubles('dispute_opened')).toBe(before + 2)
    const { payments: waiting } = await call(listPayments, { problem: 'true' }, { as: admin })
    expect(waiting.map((one) => one.id)).toContain(id)
    await tell(id, [of('won')])
    expect((await tell(id, [of('open')])).payment).toMatchObject({ dispute: 'won', disputed: '0.00' })
    expect(await platform('cards')).toBeCloseTo(cards)
    const { payments: still } = await call(listPayments, { problem: 'true' }, { as: admin })
    expect(still.map((one) => one.id)).not.toContain(id)
    await booksBalance()
  })

  test('that is lost takes the money for good, once, though the provider calls it a refund as well', async () => {
    const { id, payment, booking } = await paidTrip()
    const [cards, all] = [await platform('cards'), BigInt(payment.amount.replace('.', ''))]
    await tell(id, [of('open', all)])
    await tell(id, [of('lost', all)])
    const twice = await tell(id, [{ ref: 're_1', amountMinor: all, refundId: null }, of('lost', all)])
    expect(twice.payment).toMatchObject({ dispute: 'lost', refunded: payment.amount, disputed: '0.00' })
    expect(await platform('cards')).toBeCloseTo(cards + Number(payment.amount))
    expect(twice.refundable).toBe('0.00')
    expect(new Set(await postings(booking.id)).size).toBe((await postings(booking.id)).length)
    await booksBalance()
  })

  test('of a top-up takes it out of the wallet, below zero if it was spent, and a won one puts it back', async () => {
    const { rider, id } = await paidTopUp()
    await tell(id, [of('open', 5000n)])
    expect(await balance(rider)).toBe('0.00')
    await tell(id, [of('won', 5000n)])
    expect(await balance(rider)).toBe('50.00')
    await booksBalance()
  })

  test('told by a signed notice alone counts, and what is told late takes nothing back', async () => {
    const { id } = await paidTrip()
    control.reversals.set(id, [])
    await notify({ payment: id, told: of('lost') && { ...of('lost'), amountMinor: 2000 } })
    await notify({ payment: id, told: { ...of('open'), amountMinor: 2000, dueAt: null } })
    await settle()
    expect((await stateOf(id)).dispute).toBe('lost')
    expect((await stateOf(id)).disputed).toBe('20.00')
    await booksBalance()
  })
})

test('what a provider can never take is refused with its reason, and another way is open', async () => {
  const { rider, booking } = await payments.drivenTrip()
  control.untakable = 'provider_needs_email'
  await expect(payments.begin(rider, booking)).rejects.toMatchObject({ key: 'provider_needs_email' })
  control.untakable = null
  expect((await payments.begin(rider, booking)).status).toBe('open')
})

test('while the provider does not say what it took back, the notice waits and the payment stays', async () => {
  const { id } = await paidTrip()
  control.reversals.set(id, [{ amountMinor: 100n }])
  control.outages.set('listReversals', 'unavailable')
  await notify({ payment: id })
  await settle()
  expect(app.takeErrors()).toMatchObject([{ message: 'a job failed' }])
  expect((await detail(id)).notices.map(({ state }) => state)).toContain('received')
  control.outages.clear()
  await call(replayPayment, { id: asId(id) }, { as: admin })
  expect((await stateOf(id)).refunded).toBe('1.00')
})

test('what is not for us is answered and leaves nothing: no row, no alert, no line in the log', async () => {
  const before = await troubles('unknown_notice')
  for (const notice of [{}, { payment: 'order-1042' }, { payment: '7d7f0d30-8f1f' }, { txn: 'pi_of_another_shop' }])
    expect(await notify({ ...notice, event: `foreign-${JSON.stringify(notice)}` })).toBe(200)
  const { notices } = await call(listNotices, {}, { as: admin })
  expect(notices.filter(({ eventId }) => eventId.startsWith('foreign'))).toEqual([])
  expect(await troubles('unknown_notice')).toBe(before)
})
