// Refunds by the desk: the money leaves the books first, so that it is refunded only once; then a job asks the provider.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/payments-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { refundOutPosting } from '@wayfare/core/ledger-cards'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { computeNextRefundCheckIn, isKeyProblem, type PaymentProblem } from '@wayfare/core/payments'
import { nameRefund } from '@wayfare/core/reversals'
import { isOutage } from '../../adapters/ports.ts'
import type { RefundResult } from '../../adapters/ports-payments.ts'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { checkUnlocked } from '../../lock.ts'
import { writePosting } from '../wallet/post.ts'
import { findCheckProblem } from './commands-check.ts'
import { failRefund, moneyOf, tellDesk, type RefundRow } from './commands-reversals.ts'
import { makeCharge, type PaymentRow } from './present.ts'
import { computeLeft, getPaymentDetail, refundWays } from './queries-admin.ts'
import { findAdapter } from './queries-keys.ts'
import { findPaymentRow, lockPayment, writePayment } from './settle.ts'

/** Takes the amount out of the books and updates the payment. */
const takeOut = async (tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> => {
  if (payment.refundedMinor + payment.disputedMinor + refund.amountMinor > payment.amountMinor) throw new Refusal('proper_amount')
  await writePosting(tx, payment.currency, refundOutPosting(moneyOf(refund, payment)))
  await writePayment(tx, payment, { refundedMinor: payment.refundedMinor + refund.amountMinor })
  if (refund.state === 'pending') await scheduleRefund(tx, refund.id)
}

/** `again`: the desk itself asks for another try, knowing that it is late. */
type Look = { runAt?: Date; again?: boolean }

/** One queue per refund: two concurrent tries could refund twice with providers that have no idempotency keys. */
export const scheduleRefund = (tx: Tx | Db, refundId: string, { runAt, again = false }: Look = {}): Promise<void> => {
  const name = `refund:${refundId}`
  return enqueueJob(tx, 'payments.refund', { refundId, again }, { jobKey: name, queue: name, maxAttempts: 12, runAt })
}

const amountOf = (payment: PaymentRow, amount: string): bigint => {
  const left = computeLeft(payment)
  const minor = parseDecimal(amount, payment.currency)
  if (minor === null || minor <= 0n || minor > left)
    throw new Refusal('proper_amount', { most: toDecimal(left, payment.currency) })
  return minor
}

const tellPayer = (tx: Tx, { userId }: PaymentRow, { id }: RefundRow): Promise<void> =>
  emitEvent(tx, { type: 'PaymentRefunded', refundId: id, userId })

/** Refunds all or a part. A double click is stopped by the lock, the idempotency key and the amount that is left. */
export const refundPayment = (
  deps: Deps,
  actor: UserActor,
  { id, amount, target, reason }: ParsedInputOf<typeof contract.refundPayment>,
) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const { row, booking } = await lockPayment(tx, id)
    const amountMinor = amountOf(row, amount)
    const { source, targets, wholeOnly } = await refundWays(deps, row, booking, tx)
    if (source === null) throw new Refusal('wrong_step')
    const isPart = amountMinor !== row.amountMinor
    if (!targets.includes(target) || (target === 'provider' && wholeOnly && isPart)) throw new Refusal('refund_not_possible')
    const isDone = target === 'wallet'
    const refund = await tx
      .insertInto('refund')
      .values({
        id: deps.newId(),
        paymentId: id,
        amountMinor,
        currency: row.currency,
        target,
        source,
        reason,
        state: isDone ? 'done' : 'pending',
        createdBy: actor.id,
        createdAt: deps.now(),
        settledAt: isDone ? deps.now() : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await takeOut(tx, row, refund)
    if (isDone) await tellPayer(tx, row, refund)
    // the reason may name people: it is stored in the refund only
    const after = { amount: toDecimal(amountMinor, row.currency), currency: row.currency, target, booking: row.bookingId }
    await recordAudit(tx, actor, { action: 'payments.refund', object: { kind: 'payment', id }, after })
    deps.log.info({ paymentId: id, refundId: refund.id, target, by: actor.id }, 'a refund was ordered')
    return getPaymentDetail(deps, id, tx)
  })

const findRefund = (db: Db | Tx, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()

const lockRefund = (tx: Tx, id: string): Promise<RefundRow> =>
  tx.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Tries again: a failed refund leaves the books again under a new name; a pending one is only checked sooner. */
export const retryRefund = (deps: Deps, actor: UserActor, { id }: ParsedInputOf<typeof contract.retryRefund>) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const found = await findRefund(tx, id)
    if (!found) throw new Refusal('not_found')
    const { row, booking } = await lockPayment(tx, found.paymentId)
    const refund = await lockRefund(tx, id)
    if (refund.state === 'done') throw new Refusal('wrong_step')
    if (refund.state === 'pending') await scheduleRefund(tx, id, { again: true })
    else {
      const { source, targets, wholeOnly } = await refundWays(deps, row, booking, tx)
      if (source === null) throw new Refusal('wrong_step')
      if (!targets.includes('provider') || (wholeOnly && refund.amountMinor !== row.amountMinor))
        throw new Refusal('refund_not_possible')
      // its waiting time at the provider starts again, under a new name there
      const begun = { createdAt: deps.now(), settledAt: null, unsure: false, problem: null, providerRef: null }
      const next = { state: 'pending' as const, source, tries: refund.tries + 1, ...begun }
      const again = await tx.updateTable('refund').set(next).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
      await takeOut(tx, row, again)
    }
    const object = { kind: 'payment', id: found.paymentId } as const
    await recordAudit(tx, actor, { action: 'payments.retryRefund', object, after: { refund: id } })
    deps.log.info({ refundId: id, by: actor.id }, 'a refund is tried again')
    return getPaymentDetail(deps, found.paymentId, tx)
  })

type Said = RefundResult | PaymentProblem

const ask = async (deps: Deps, refund: RefundRow, payment: PaymentRow): Promise<Said> => {
  const adapter = await findAdapter(deps, payment.provider, payment.mode)
  if (!adapter) return 'keys_missing'
  try {
    return await adapter.refund(await makeCharge(deps, payment), refund.amountMinor, nameRefund(refund))
  } catch (error) {
    if (!isOutage(error)) throw error
    deps.log.warn({ refundId: refund.id, provider: payment.provider, reason: error.message }, 'a provider did not refund')
    return findCheckProblem(error)
  }
}

type Pair = Parameters<typeof failRefund>[2]

/** Keeps a refund waiting, for days if need be; if it takes too long or the keys are refused, the desk has to act. */
const wait = async (
  tx: Tx,
  deps: Deps,
  { row: payment, refund, again }: Pair & { again: boolean },
  problem: PaymentProblem | null,
): Promise<void> => {
  const unsure = refund.unsure || problem === 'provider_unavailable'
  await tx.updateTable('refund').set({ problem, unsure }).where('id', '=', refund.id).execute()
  if (problem !== null && problem !== refund.problem && isKeyProblem(problem)) await tellDesk(tx, payment, problem)
  const now = deps.now().getTime()
  const next = computeNextRefundCheckIn(now - refund.createdAt.getTime())
  if (next !== null) return scheduleRefund(tx, refund.id, { runAt: new Date(now + next) })
  if (!again) await tellDesk(tx, payment, 'refund_late')
}

const finish = async (tx: Tx, deps: Deps, { row: payment, refund }: Pair, ref: string): Promise<void> => {
  const done = { state: 'done' as const, providerRef: ref, problem: null, settledAt: deps.now() }
  await tx.updateTable('refund').set(done).where('id', '=', refund.id).execute()
  await emitEvent(tx, { type: 'PaymentChanged', paymentId: payment.id, userId: payment.userId })
  await tellPayer(tx, payment, refund)
}

/** The job: repeats the request under the same name until the provider has accepted or refused it. */
export const sendRefund = async (deps: Deps, refundId: string, again = false): Promise<void> => {
  const refund = await findRefund(deps.db, refundId)
  const payment = refund && (await findPaymentRow(deps.db, refund.paymentId))
  if (!refund || !payment || refund.state !== 'pending') return
  const said = await ask(deps, refund, payment)
  await inTx(deps, async (tx) => {
    const { row, booking } = await lockPayment(tx, payment.id)
    const pair = { row, booking, refund: await lockRefund(tx, refundId), again }
    if (pair.refund.state !== 'pending' || pair.refund.tries !== refund.tries) return
    // an earlier request may have arrived although it got no answer, so a refusal of this one is not conclusive
    if (said === 'provider_refused')
      return pair.refund.unsure ? wait(tx, deps, pair, 'provider_unavailable') : failRefund(tx, deps, pair, said)
    if (typeof said === 'string') return wait(tx, deps, pair, said)
    if (said.state === 'failed') return failRefund(tx, deps, pair, null)
    if (said.state === 'pending') return wait(tx, deps, pair, null)
    return finish(tx, deps, pair, said.ref)
  })
}
