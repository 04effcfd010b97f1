// Asks the provider for a payment's state (for the return page, notices, the admin and the clock) and settles what it answers.
import { Refusal } from '@wayfare/core/errors'
import { computeNextCheckIn, isKeyProblem, type PaymentProblem } from '@wayfare/core/payments'
import { isOutage, type Outage } from '../../adapters/ports.ts'
import type { Outcome, Reversal } from '../../adapters/ports-payments.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { omitOnceKey } from '../../http/once.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { fetchReversals, hasReversals, settleReversals } from './commands-reversals.ts'
import { makeCharge, type PaymentRow } from './present.ts'
import { findAdapter } from './queries-keys.ts'
import { findLeftToken } from './queries-token.ts'
import { findPaymentRow, lockPayment, recordProblem, settleWithin, writePayment } from './settle.ts'

export const findCheckProblem = ({ outage }: Outage): PaymentProblem => {
  if (outage === 'forbidden') return 'keys_refused'
  return outage === 'refused' ? 'provider_refused' : 'provider_unavailable'
}

type Said = { outcome: Outcome; reversals: readonly Reversal[] | null }

const ask = async (deps: Deps, row: PaymentRow): Promise<Said | PaymentProblem> => {
  const adapter = await findAdapter(deps, row.provider, row.mode)
  if (!adapter) return 'keys_missing'
  const left = findLeftToken(deps, row)
  try {
    if (left && adapter.completeEmbed)
      return { outcome: await adapter.completeEmbed(await makeCharge(deps, row, left), left.token), reversals: [] }
    const charge = await makeCharge(deps, row)
    const outcome = await adapter.fetchStatus(charge)
    // a payment that was never paid has no reversals
    if (row.status !== 'paid' && outcome.state !== 'paid') return { outcome, reversals: [] }
    const money = { ...charge, providerTxn: row.providerTxn ?? outcome.providerTxn }
    return { outcome, reversals: await fetchReversals(deps, adapter, row, money) }
  } catch (error) {
    if (!isOutage(error)) throw error
    deps.log.warn({ paymentId: row.id, provider: row.provider, reason: error.message }, 'a provider did not say how a payment is')
    return findCheckProblem(error)
  }
}

/** Keeps one waiting job per payment; it is moved forward when something happens earlier. */
export const scheduleCheck = (tx: Tx | Db, paymentId: string, runAt?: Date): Promise<void> =>
  enqueueJob(tx, 'payments.check', { paymentId }, { jobKey: `payment:${paymentId}`, maxAttempts: 12, runAt })

/** A failed payment is watched just as long: most providers' pages accept another card after one was declined. */
const isLookedAfter = ({ status, nextCheckAt }: PaymentRow): boolean =>
  status === 'open' || (status === 'failed' && nextCheckAt !== null)

/** Schedules the next check of a payment that is not paid yet, or ends the payment once it is a day old. */
const planNext = async (tx: Tx, deps: Deps, row: PaymentRow): Promise<PaymentRow> => {
  if (!isLookedAfter(row)) return row
  const now = deps.now().getTime()
  const wait = computeNextCheckIn(now - row.createdAt.getTime())
  const over = row.status === 'open' ? ('expired' as const) : row.status
  if (wait === null) return writePayment(tx, row, { status: over, nextCheckAt: null })
  const nextCheckAt = new Date(now + wait)
  await scheduleCheck(tx, row.id, nextCheckAt)
  return tx
    .updateTable('payment')
    .set({ checks: row.checks + 1, nextCheckAt })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const listNotices = async (db: Tx | Db, paymentId: string): Promise<string[]> => {
  const waiting = db.selectFrom('paymentEvent').select('eventId').where('paymentId', '=', paymentId)
  return (await waiting.where('state', '=', 'received').execute()).map(({ eventId }) => eventId)
}

/** Closes the notices that were waiting before the provider was asked; one that arrived meanwhile triggers another check. */
const closeNotices = async (tx: Tx, paymentId: string, eventIds: readonly string[]): Promise<void> => {
  if (eventIds.length === 0) return
  const ours = tx.updateTable('paymentEvent').set({ state: 'done' }).where('paymentId', '=', paymentId)
  await ours.where('eventId', 'in', eventIds).where('state', '=', 'received').execute()
}

/** Deletes an abandoned card token once the provider has answered. A token handed over just now has a later claim and stays. */
const forgetLeft = async (tx: Tx, deps: Deps, row: PaymentRow): Promise<void> => {
  if (findLeftToken(deps, row) === null) return
  const left = tx.updateTable('payment').set({ sealed: null, claimedAt: null }).where('id', '=', row.id)
  await left.where('claimedAt', '=', row.claimedAt).execute()
}

/** True if the payment stays unchanged until the provider is reachable again or has keys that it accepts. */
const isPassing = (problem: PaymentProblem | null): boolean =>
  problem !== null && (problem === 'provider_unavailable' || isKeyProblem(problem))

/** Settles outcome and reversals: a reversal explains why a payment is no longer paid, and leaves the books once it was. */
const settleBoth = async (tx: Tx, deps: Deps, before: PaymentRow, { outcome, reversals }: Said): Promise<PaymentRow> => {
  const found = reversals ?? []
  const isAny = found.length > 0 || (await hasReversals(tx, before.id))
  if (isAny) await settleReversals(tx, deps, before.id, found)
  const row = await settleWithin(tx, deps, before, outcome)
  return isAny ? settleReversals(tx, deps, before.id, []) : row
}

/** Asks the provider once, settles the answer and schedules the next check. No rows are locked while the provider is asked. */
export const checkPayment = async (deps: Deps, id: string): Promise<{ row: PaymentRow; problem: PaymentProblem | null }> => {
  const waiting = await listNotices(deps.db, id)
  const before = await findPaymentRow(deps.db, id)
  if (!before) throw new Refusal('not_found')
  const said = await ask(deps, before)
  return inTx(omitOnceKey(deps), async (tx) => {
    if (typeof said === 'string') {
      const { row } = await lockPayment(tx, id)
      // a paid payment stays paid, whether or not the provider answers now
      if (row.status === 'paid' && !isKeyProblem(said) && (isPassing(said) || waiting.length === 0)) return { row, problem: said }
      if (!isPassing(said)) await forgetLeft(tx, deps, before)
      return { row: await planNext(tx, deps, await recordProblem(tx, deps, row, said)), problem: said }
    }
    const row = await planNext(tx, deps, await settleBoth(tx, deps, before, said))
    await forgetLeft(tx, deps, before)
    if (said.reversals === null) return { row, problem: 'provider_unavailable' }
    await closeNotices(tx, id, waiting)
    if ((await listNotices(tx, id)).length > 0) await scheduleCheck(tx, id)
    return { row, problem: null }
  })
}

/** The job: skips a payment that is over, unless a notice is waiting or refused keys prevented its last checks. */
export const pollPayment = async (deps: Deps, id: string): Promise<void> => {
  const row = await findPaymentRow(deps.db, id)
  if (!row) return
  const waits = (await listNotices(deps.db, id)).length > 0
  const lacksKeys = row.status !== 'paid' && row.problem !== null && isKeyProblem(row.problem)
  if (!isLookedAfter(row) && !waits && !lacksKeys) return
  const { row: now, problem } = await checkPayment(deps, id)
  if (!isLookedAfter(now) && waits && isPassing(problem)) throw new Error('the provider gives no answer, and a notice waits')
}
