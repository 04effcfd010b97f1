// Paying. A payment is one attempt by one person to pay for one thing. It is stored before the provider hears of it, so that
// notices which arrive early find it.
import { createHash } from 'node:crypto'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/payments'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import { computeTopUpLimits, parseTopUpAmount } from '@wayfare/core/payments'
import { can } from '@wayfare/core/permissions'
import { sql } from 'kysely'
import { isOutage } from '../../adapters/ports.ts'
import type { Checkout, PayUrls } from '../../adapters/ports-payments.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { omitOnceKey } from '../../http/once.ts'
import { findBookingRow, getBooking, readBookingFacts } from '../bookings/queries.ts'
import { lockBooking } from '../bookings/transition.ts'
import { findCheckProblem, scheduleCheck } from './commands-check.ts'
import { claimPayment, refuseOutage, releasePayment } from './commands-claim.ts'
import { matchNotices } from './commands-notices.ts'
import { makeCharge, presentCheckout, presentPayment, presentProvider, type PaymentRow, type Prefill } from './present.ts'
import { findAdapter, getOffer, makeWebhookPath, type Offer } from './queries-keys.ts'
import { computeDue, findPaymentRow, isTaken } from './settle.ts'

/** The caller, our address that they use, and their IP address. */
export type PaymentCaller = { actor: UserActor; origin: string; ip: string; prefill?: Prefill }

/** How long an open attempt is reused; after that providers may have closed its page, and a new one is made. */
const reuseForMs = 10 * 60_000
const firstCheckMs = 2 * 60_000

type Wanted = Pick<PaymentRow, 'purpose' | 'bookingId' | 'userId' | 'amountMinor' | 'currency'>

/** The current idempotency key, as a payment stores it. */
const requestKeyOf = ({ once }: Deps): string | null =>
  once
    ? createHash('sha256')
        .update(JSON.stringify([once.actor, once.verb, once.key]))
        .digest('base64url')
    : null

const findByKey = async (tx: Tx, key: string | null): Promise<PaymentRow | undefined> =>
  key === null ? undefined : tx.selectFrom('payment').selectAll().where('requestKey', '=', key).executeTakeFirst()

const isFor = (row: PaymentRow, wanted: Wanted, { provider }: Offer): boolean =>
  row.userId === wanted.userId &&
  row.bookingId === wanted.bookingId &&
  row.amountMinor === wanted.amountMinor &&
  row.provider === provider.name

const findOpen = (tx: Tx, deps: Deps, wanted: Wanted, { provider, mode }: Offer): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where((where) => where.and({ ...wanted, provider: provider.name, mode, status: 'open' }))
    .where('createdAt', '>', new Date(deps.now().getTime() - reuseForMs))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()

/** Locks the payer until the payment is stored: a person removed meanwhile would pay into nobody's wallet. */
const holdPayer = async (tx: Tx, id: PaymentRow['userId']): Promise<void> => {
  const payer = tx.selectFrom('appUser').select('id').where('id', '=', id).where('removedAt', 'is', null)
  if (!(await payer.forKeyShare().executeTakeFirst())) throw new Refusal('user_issue_contact_admin')
}

/** A payment of our own, and the job that looks after it should nobody else; locks the key, so that a double click is one. */
const addPayment = async (tx: Tx, deps: Deps, wanted: Wanted, { provider, mode }: Offer): Promise<PaymentRow> => {
  await holdPayer(tx, wanted.userId)
  const now = deps.now()
  const nextCheckAt = new Date(now.getTime() + firstCheckMs)
  const row = await tx
    .insertInto('payment')
    .values({
      ...wanted,
      id: deps.newId(),
      provider: provider.name,
      mode,
      status: 'open',
      requestKey: requestKeyOf(deps),
      createdAt: now,
      nextCheckAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await scheduleCheck(tx, row.id, nextCheckAt)
  return row
}

const lockKey = async (tx: Tx, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

export const takeUp = async (tx: Tx, deps: Deps, wanted: Wanted, offer: Offer): Promise<PaymentRow> => {
  const key = requestKeyOf(deps)
  if (key !== null) await lockKey(tx, key)
  const known = await findByKey(tx, key)
  if (known && !isFor(known, wanted, offer)) throw new Refusal('idempotency_key_reused')
  const open = known ?? (wanted.bookingId === null ? undefined : await findOpen(tx, deps, wanted, offer))
  return open ?? addPayment(tx, deps, wanted, offer)
}

const urlsOf = (deps: Deps, { id, provider }: PaymentRow, { mode, provider: { name } }: Offer, origin: string): PayUrls => ({
  returnUrl: `${origin}/pay/${provider}/return/${id}`,
  cancelUrl: `${origin}/pay/${provider}/return/${id}?cancelled=1`,
  webhookUrl: `${origin}${makeWebhookPath(deps, name, mode)}`,
})

const keepCheckout = (deps: Deps, row: PaymentRow, checkout: Checkout): Promise<void> =>
  inTx(omitOnceKey(deps), async (tx) => {
    const { providerRef } = checkout
    await tx
      .updateTable('payment')
      .set({ checkout: JSON.stringify(checkout), claimedAt: null, ...(providerRef === null ? {} : { providerRef }) })
      .where('id', '=', row.id)
      .execute()
    if (providerRef !== null) await matchNotices(tx, row, providerRef)
  })

/**
 * A page that nobody was sent to takes no money: the next try is a new payment, also under the same key, for nothing was done
 * under it. Should it after all, the notice is believed.
 */
const giveUp = (deps: Deps, { id, provider }: PaymentRow, problem: PaymentRow['problem']): Promise<void> =>
  inTx(omitOnceKey(deps), async (tx) => {
    const failed = { status: 'failed' as const, problem, claimedAt: null, nextCheckAt: null, requestKey: null }
    await tx.updateTable('payment').set(failed).where('id', '=', id).where('status', '=', 'open').execute()
    // nobody can pay until an admin corrects the keys
    if (problem === 'keys_refused')
      await emitEvent(tx, { type: 'PaymentTroubled', provider: presentProvider(provider), paymentId: id, problem })
  })

const openCheckout = async (deps: Deps, id: string, offer: Offer, asking: PaymentCaller): Promise<Checkout> => {
  const row = await claimPayment(deps, id)
  // whoever held the claim until now may have finished
  if (row.checkout) return releasePayment(deps, row).then(() => row.checkout as Checkout)
  try {
    const adapter = await findAdapter(deps, row.provider, row.mode)
    if (!adapter) throw new Refusal('no_provider_found')
    const checkout = await adapter.createCheckout(await makeCharge(deps, row, asking), urlsOf(deps, row, offer, asking.origin))
    await keepCheckout(deps, row, checkout)
    return checkout
  } catch (error) {
    await giveUp(deps, row, isOutage(error) ? findCheckProblem(error) : null)
    throw refuseOutage(deps, row, error)
  }
}

export const beginPayment = async (deps: Deps, taken: PaymentRow, offer: Offer, asking: PaymentCaller) => {
  if (taken.checkout === null && taken.status !== 'open') throw new Refusal('wrong_step')
  const checkout = taken.checkout ?? (await openCheckout(deps, taken.id, offer, asking))
  const row = (await findPaymentRow(deps.db, taken.id)) ?? taken
  return { payment: presentPayment(row), checkout: presentCheckout(row, checkout) }
}

/** Starts a payment for a booking, or reuses the open one. The amount comes from the booking alone. */
export const payBooking = async (
  deps: Deps,
  asking: PaymentCaller,
  { id, provider }: ParsedInputOf<typeof contract.payBooking>,
) => {
  const { actor } = asking
  await getBooking(deps, actor, id)
  const offer = await getOffer(deps, provider)
  const taken = await inTx(omitOnceKey(deps), async (tx) => {
    const booking = await lockBooking(tx, id)
    const known = await findByKey(tx, requestKeyOf(deps))
    if (known?.bookingId === id && known.provider === provider) return known
    if (!can(actor, 'bookings.pay', readBookingFacts(booking, []), deps.settings())) throw new Refusal('wrong_step')
    const { currency } = booking
    const { purpose, amountMinor } = computeDue(booking)
    if (amountMinor <= 0n || currency !== deps.settings().code) throw new Refusal('wrong_step')
    return takeUp(tx, deps, { purpose, bookingId: id, userId: actor.id, amountMinor, currency }, offer)
  })
  return beginPayment(deps, taken, offer, asking)
}

/** Locks the settings, so that the currency cannot change until the payment, which keeps it, is stored. */
const holdCurrency = async (tx: Tx, currency: string): Promise<void> => {
  const row = await tx.selectFrom('setting').select('data').where('id', '=', 1).forShare().executeTakeFirst()
  const { code = currency } = (row?.data ?? {}) as { code?: string }
  if (code !== currency) throw new Refusal('conflict')
}

/** Starts a payment into the caller's own wallet. */
export const topUpWallet = async (
  deps: Deps,
  asking: PaymentCaller,
  { amount, provider }: ParsedInputOf<typeof contract.topUpWallet>,
) => {
  const settings = deps.settings()
  const currency = settings.code
  const amountMinor = parseTopUpAmount(amount, settings)
  if (amountMinor === null) throw new Refusal('proper_amount', computeTopUpLimits(settings))
  const offer = await getOffer(deps, provider)
  const wanted = { purpose: 'topUp' as const, bookingId: null, userId: asking.actor.id, amountMinor, currency }
  const taken = await inTx(omitOnceKey(deps), async (tx) => {
    await holdCurrency(tx, currency)
    return takeUp(tx, deps, wanted, offer)
  })
  return beginPayment(deps, taken, offer, asking)
}

/** For the card form of a top-up or a tip: its open payment, or (other provider, or too old) a new one of the same amount. */
const payAgain = async (deps: Deps, asking: PaymentCaller, row: PaymentRow, name: string) => {
  const offer = await getOffer(deps, name)
  const booking = row.bookingId === null ? undefined : await findBookingRow(deps.db, row.bookingId)
  const isOver = row.status === 'paid' || (booking && !(await isTaken(deps.db, booking, row)))
  if (isOver || row.currency !== deps.settings().code) throw new Refusal('wrong_step')
  const isFresh = row.createdAt.getTime() > deps.now().getTime() - reuseForMs
  const isSame = row.provider === offer.provider.name && row.mode === offer.mode && row.status === 'open'
  if (isFresh && isSame) return beginPayment(deps, row, offer, asking)
  const { purpose, bookingId, userId, amountMinor, currency } = row
  const wanted: Wanted = { purpose, bookingId, userId, amountMinor, currency }
  const added = await inTx(deps, async (tx) => {
    await holdCurrency(tx, currency)
    return addPayment(tx, deps, wanted, offer)
  })
  return beginPayment(deps, added, offer, asking)
}

/** The card form of the specification: its order id is a booking, a top-up or a tip of the sender. */
export const payOrder = async (deps: Deps, asking: PaymentCaller, order: { id: string; provider: string }) => {
  const { actor } = asking
  const row = await findPaymentRow(deps.db, order.id)
  const isOwn = row?.userId === actor.id && (row.purpose === 'topUp' || row.purpose === 'tip')
  if (isOwn) return payAgain(deps, asking, row, order.provider)
  if (actor.role !== 'rider') throw new Refusal('not_found')
  return payBooking(deps, asking, { id: asId(order.id), provider: order.provider })
}
