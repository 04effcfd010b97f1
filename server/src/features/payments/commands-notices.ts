// Notices from providers (webhooks): a reason to ask the provider, or a confirmed outcome; only genuine ones are believed.
import type { ProviderMode, ProviderName } from '@wayfare/core/providers'
import { Refusal } from '@wayfare/core/errors'
import { looksLikePayment, makeRepeatPaymentId } from '@wayfare/core/payments'
import { sql } from 'kysely'
import type { Outcome, PaymentNotice, RawRequest } from '../../adapters/ports-payments.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { scheduleCheck } from './commands-check.ts'
import { settleReversals } from './commands-reversals.ts'
import type { PaymentRow } from './present.ts'
import { findAdapter } from './queries-keys.ts'
import { settleWithin } from './settle.ts'

type Sender = { name: ProviderName; mode: ProviderMode }

const forgedEveryMs = 10 * 60_000
/** Longer than the id that any provider gives its notices. */
const longestEventId = 300
const longestType = 100

/** Counts forged notices in one row per ten minutes; an admin is alerted to the first. */
const countForged = (deps: Deps, { name, mode }: Sender): Promise<void> =>
  inTx(deps, async (tx) => {
    deps.log.warn({ provider: name, mode }, 'a payment notice is not genuine')
    const eventId = `forged ${Math.floor(deps.now().getTime() / forgedEveryMs)}`
    const { count } = await tx
      .insertInto('paymentEvent')
      .values({ provider: name, mode, eventId, state: 'refused', problem: 'forged_notice', receivedAt: deps.now() })
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'mode', 'eventId'])
          .doUpdateSet({ count: sql`payment_event.count + 1`, receivedAt: deps.now() }),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    if (count === 1) await emitEvent(tx, { type: 'PaymentTroubled', provider: name, paymentId: null, problem: 'forged_notice' })
  })

/** Finds the payment of a notice. Keys of one mode never confirm a payment of the other. */
const findPayment = (tx: Tx, { name, mode }: Sender, { paymentId, providerRef, providerTxn = null }: PaymentNotice) =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', name)
    .where('mode', '=', mode)
    .where((where) =>
      where.or([
        ...(paymentId === null ? [] : [where('id', '=', paymentId)]),
        ...(providerRef === null ? [] : [where('providerRef', '=', providerRef)]),
        ...(providerTxn === null ? [] : [where('providerTxn', '=', providerTxn)]),
      ]),
    )
    // the transaction id is the most specific: it tells which of two payments made on the same page is meant
    .orderBy(sql`case when provider_txn = ${providerTxn}::text then 0 when id = ${paymentId}::text then 1 else 2 end`)
    .limit(1)
    .executeTakeFirst()

/** Finds which of the payments made on one page the provider means. */
const findSpokenOf = async (tx: Tx, payment: PaymentRow, said: Outcome | null): Promise<PaymentRow> => {
  if (!said?.providerTxn || said.providerTxn === payment.providerTxn) return payment
  const own = tx.selectFrom('payment').selectAll().where('userId', '=', payment.userId)
  const again = own.where('providerTxn', '=', said.providerTxn).where('id', 'like', makeRepeatPaymentId(payment.id, '%'))
  return (await again.executeTakeFirst()) ?? payment
}

/**
 * True if the notice names a payment by our id, or by the reference of a page that may just be opening. Anything else in the
 * account, such as other shops' notices or notices that are not about payments, is not for us.
 */
const namesPayment = ({ paymentId, providerRef }: PaymentNotice): boolean =>
  paymentId === null ? providerRef !== null : looksLikePayment(paymentId)

type Heard = { sender: Sender; notice: PaymentNotice; payment: PaymentRow | undefined; believed: Outcome | null }

/** What the notice says about itself, for people to read. */
const saidBy = ({ type, amount }: PaymentNotice) => ({
  type: type?.slice(0, longestType) ?? null,
  amountMinor: amount?.amountMinor ?? null,
  currency: amount?.currency ?? null,
})

const aboutOf = ({ notice, payment, believed }: Heard) =>
  payment
    ? { paymentId: payment.id, state: believed ? ('done' as const) : ('received' as const), problem: null, about: null }
    : {
        paymentId: null,
        state: 'refused' as const,
        problem: 'unknown_notice' as const,
        about: notice.providerRef ?? notice.paymentId,
      }

/** Stores the notice. False if it arrived before; one whose payment was unknown then counts as new once the payment is known. */
const keep = async (tx: Tx, { now }: Deps, heard: Heard): Promise<boolean> => {
  const { sender, notice } = heard
  const found = { ...aboutOf(heard), ...saidBy(notice), receivedAt: now() }
  const row = await tx
    .insertInto('paymentEvent')
    .values({ provider: sender.name, mode: sender.mode, eventId: notice.eventId.slice(0, longestEventId), ...found })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'mode', 'eventId'])
        .doUpdateSet(found)
        .where('paymentEvent.problem', '=', 'unknown_notice')
        .where(sql<boolean>`excluded.payment_id is not null`),
    )
    .returning('eventId')
    .executeTakeFirst()
  return row !== undefined
}

/** Asks about the payment at once if earlier notices named it by this reference, which was not stored yet. */
export const matchNotices = async (tx: Tx, { id, provider, mode }: PaymentRow, providerRef: string): Promise<void> => {
  const rows = await tx
    .updateTable('paymentEvent')
    .set({ paymentId: id, state: 'received', problem: null, about: null })
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('problem', '=', 'unknown_notice')
    .where('about', '=', providerRef)
    .returning('eventId')
    .execute()
  if (rows.length > 0) await scheduleCheck(tx, id)
}

const tellUnknown = (tx: Tx, deps: Deps, { name, mode }: Sender): Promise<void> => {
  deps.log.warn({ provider: name, mode }, 'a payment notice is about no payment of ours')
  return emitEvent(tx, { type: 'PaymentTroubled', provider: name, paymentId: null, problem: 'unknown_notice' })
}

/** Ignores a confirmed outcome other than `paid` for a paid payment: the notice may simply be late. */
const believedOf = ({ confirmed }: PaymentNotice, payment: PaymentRow | undefined): Outcome | null =>
  confirmed?.state === 'paid' || payment?.status !== 'paid' ? confirmed : null

/** Stores the notice and its effects in one transaction, or neither: after a crash the provider sends it again. */
const take = (deps: Deps, sender: Sender, notice: PaymentNotice): Promise<void> =>
  inTx(deps, async (tx) => {
    const found = await findPayment(tx, sender, notice)
    if (!found && !namesPayment(notice)) return
    const payment = found && (await findSpokenOf(tx, found, notice.confirmed))
    const believed = believedOf(notice, payment)
    if (!(await keep(tx, deps, { sender, notice, payment, believed }))) return
    if (!payment) return tellUnknown(tx, deps, sender)
    if (believed) await settleWithin(tx, deps, payment, believed)
    // otherwise ask the provider for the state
    else await scheduleCheck(tx, payment.id)
    if (believed || notice.reversals) await settleReversals(tx, deps, payment.id, notice.reversals ?? [])
  })

/** True once it is stored, even if it came before; false if it is not genuine. Throws an Outage if that cannot be checked. */
export const receiveNotice = async (deps: Deps, sender: Sender, request: RawRequest): Promise<boolean> => {
  const adapter = await findAdapter(deps, sender.name, sender.mode)
  if (!adapter) throw new Refusal('not_found')
  const notice = await adapter.readNotice(request)
  if (!notice) {
    await countForged(deps, sender)
    return false
  }
  await take(deps, sender, notice)
  return true
}
