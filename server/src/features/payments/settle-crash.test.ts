// The database connection is killed after each statement in turn, as when a process dies: no work is ever left half done.
import { payBooking } from '@wayfare/contract/payments'
import { refundPayment } from '@wayfare/contract/payments-admin'
import { asId } from '@wayfare/core/ids'
import type { KyselyPlugin } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { isConnectionTrouble, openDatabase } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'
import { pollPayment } from './commands-check.ts'
import { receiveNotice } from './commands-notices.ts'
import { refundPayment as orderRefund, sendRefund } from './commands-refunds.ts'
import { claimForMs, sealToken } from './queries-token.ts'

const { provider, control, count } = makeFakeProvider()
const app = await startApp({ services: { payments: [provider] }, config: { payments: { stripe: fakeKeys } } })
const { call, make } = app
const admin = await make.admin()
const { trips, balance, booksBalance, detail, stateOf, postings, drivenTrip, parcel } = makePayments(app, admin)

const url = new URL(app.deps.config.databaseUrl ?? '')
url.searchParams.set('application_name', 'dying')
const dying = await openDatabase({ url: url.href, prepare: true, log: app.deps.log })
afterAll(() => dying.close())

const kill = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'dying' and state = 'idle in transaction'`

/** Deps whose connection is lost after this many statements, and with it everything uncommitted. */
const dyingAt = (step: number) => {
  let seen = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen += 1
      if (seen < step) return result
      await app.database.directPool.query(kill)
      throw new Error('the process died here')
    },
  }
  const deps: Deps = { ...app.deps, db: dying.db.withPlugin(plugin) }
  return { deps, isDead: () => seen >= step }
}

/** Repeats the work, dying one step later each time, until it succeeds; returns how often it died. */
const dieThrough = async (work: (deps: Deps) => Promise<unknown>, afterDeath: () => Promise<void>): Promise<number> => {
  for (let step = 1, tries = 0; step < 200 && tries < 400; tries++) {
    const { deps, isDead } = dyingAt(step)
    const error = await work(deps).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error === null) return step - 1
    // a connection killed earlier may turn up again: that is not a step of this work
    if (!isDead() && isConnectionTrouble(error)) continue
    if (!isDead()) throw error
    await afterDeath()
    step += 1
  }
  throw new Error('the work never got through')
}

/** The contents of the tables after a death; read directly, because this is done often. */
const found = (paymentId: string, bookingId: string) =>
  app.db
    .selectFrom('payment')
    .innerJoin('booking', 'booking.id', 'payment.bookingId')
    .select(['payment.status as payment', 'booking.status as booking'])
    .select((of) =>
      of
        .selectFrom('ledgerEntry')
        .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
        .where('ledgerTransaction.reference', '=', bookingId)
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .as('entries'),
    )
    .where('payment.id', '=', paymentId)
    .executeTakeFirstOrThrow()

const replayed = (error: unknown) => {
  if (!(error instanceof Error && 'replayed' in error)) throw error
}

test('a settlement that dies between any two steps has not happened, and happens once afterwards', async () => {
  const { rider, driver, booking } = await drivenTrip()
  const { payment } = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })
  control.said.set(payment.id, { state: 'paid' })
  const deaths = await dieThrough(
    (deps) => pollPayment(deps, payment.id),
    async () => expect(await found(payment.id, booking.id)).toEqual({ payment: 'open', booking: 'PENDING', entries: 0n }),
  )
  expect(deaths).toBeGreaterThan(10)
  expect(await stateOf(payment.id)).toMatchObject({ status: 'paid', settledAs: 'booking' })
  expect((await trips.get(rider, booking.id)).status).toBe('PAID')
  expect(await postings(booking.id)).toEqual([`trip:${booking.id}:card`, `trip:${booking.id}:credit`])
  expect(await balance(driver)).toBe(booking.driverShare)
  await app.settle()
  await booksBalance()
})

test('a card that was left by a dying process is kept until its answer is, which may die with another', async () => {
  control.kind = 'embed'
  const { rider, booking } = await drivenTrip()
  const { payment } = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })
  control.kind = 'redirect'
  const sealed = sealToken(app.deps, payment.id, { token: 'tok_left', ip: '203.0.113.9' })
  const claimedAt = new Date(app.deps.now().getTime() - claimForMs - 1000)
  await app.db.updateTable('payment').set({ sealed, claimedAt }).where('id', '=', payment.id).execute()
  // as with a provider that can only be asked by sending the same request again
  const say = (state: 'paid' | 'pending') => async () => control.said.set(payment.id, { state })
  control.during.set('completeEmbed', say('paid')).set('fetchStatus', say('pending'))
  await dieThrough(
    (deps) => pollPayment(deps, payment.id),
    async () => expect(await found(payment.id, booking.id)).toMatchObject({ payment: 'open', entries: 0n }),
  )
  control.during.clear()
  expect(await stateOf(payment.id)).toMatchObject({ status: 'paid', settledAs: 'booking' })
  expect(count('fetchStatus', payment.id)).toBe(0)
  await booksBalance()
})

test('a notice that dies with its settlement comes again, also for a parcel that then asks the drivers', async () => {
  await app.settings({ category: 'delivery' })
  const { rider, booking } = await parcel()
  const { payment } = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })
  control.said.set(payment.id, { state: 'paid' })
  const request = {
    method: 'POST' as const,
    query: new URLSearchParams(),
    headers: { 'x-signature': fakeKeys.keys.WEBHOOK_SECRET },
    body: Buffer.from(JSON.stringify({ event: 'one', payment: payment.id, confirmed: 'yes' })),
    ip: '127.0.0.1',
  }
  const deaths = await dieThrough(
    (deps) => receiveNotice(deps, { name: 'stripe', mode: 'sandbox' }, request),
    async () => {
      expect((await trips.get(rider, booking.id)).status).toBe('PAYMENT_PENDING')
      expect(await detail(payment.id)).toMatchObject({ notices: [], payment: { status: 'open' } })
      expect(await postings(booking.id)).toEqual([])
    },
  )
  expect(deaths).toBeGreaterThan(8)
  expect((await trips.get(rider, booking.id)).status).toBe('NEW')
  expect((await detail(payment.id)).notices).toMatchObject([{ state: 'done', eventId: 'one' }])
  expect(await postings(booking.id)).toEqual([`trip:${booking.id}:card`])
  await app.settings({ category: 'taxi' })
  await booksBalance()
})

test('a refund that dies between any two steps, when ordered and when sent, is given once', async () => {
  const { rider, booking } = await drivenTrip()
  const { payment } = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })
  control.said.set(payment.id, { state: 'paid' })
  await pollPayment(app.deps, payment.id)
  const order = { id: payment.id, amount: '10', target: 'provider' as const, reason: '' }
  const once = { actor: admin.id, verb: refundPayment.verb, key: 'dying', requestHash: 'x' }
  await dieThrough(
    (deps) => orderRefund({ ...deps, once }, admin.actor, order).catch(replayed),
    async () => expect((await detail(payment.id)).refunds).toEqual([]),
  )
  const [refund] = (await detail(payment.id)).refunds
  const deaths = await dieThrough(
    (deps) => sendRefund(deps, refund?.id ?? ''),
    async () =>
      expect(await detail(payment.id)).toMatchObject({ refunds: [{ state: 'pending' }], payment: { refunded: '10.00' } }),
  )
  expect(deaths).toBeGreaterThan(2)
  expect(await detail(payment.id)).toMatchObject({ refunds: [{ state: 'done' }], payment: { refunded: '10.00' } })
  const asked = control.calls.filter(({ step, id }) => step === 'refund' && id === payment.id)
  expect([asked.length > 1, new Set(asked.map(({ refundId }) => refundId)).size]).toEqual([true, 1])
  expect((await postings(booking.id)).filter((name) => name.startsWith('refund'))).toEqual([`refundOut:${refund?.id}:1`])
  await app.settle()
  await booksBalance()
})

test('a payment that was begun and left by a dying process is taken up again, or found by the clock', async () => {
  const rider = await make.rider()
  await app.settings({ category: 'taxi' })
  const { booking, rider: payer } = await drivenTrip()
  const { payment } = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: payer })
  // the state after the process died while the provider was asked
  await app.db
    .updateTable('payment')
    .set({ checkout: null, claimedAt: app.deps.now(), providerRef: null })
    .where('id', '=', payment.id)
    .execute()
  const again = () => call(payBooking, { id: booking.id, provider: 'stripe' }, { as: payer })
  await expect(again()).rejects.toMatchObject({ key: 'request_in_flight' })
  app.advance(61_000)
  expect((await again()).payment.id).toBe(asId(payment.id))
  expect(count('createCheckout', payment.id)).toBe(2)
  control.said.set(payment.id, { state: 'paid' })
  await app.runJobs({ early: true })
  expect((await stateOf(payment.id)).status).toBe('paid')
  app.advance(-61_000)
  expect(await balance(rider)).toBe('0.00')
  await booksBalance()
})
