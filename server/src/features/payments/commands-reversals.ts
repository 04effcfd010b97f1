// Reversals made by providers themselves: refunds on their own pages, and disputes. Each is stored under the provider's id for
// it, and the books follow its current state, so that repeated, late or reordered notices change nothing.
import { isPaid } from '@wayfare/core/booking'
import { makeReversalFeePosting, makeReversalPosting, refundBackPosting, type RefundSource } from '@wayfare/core/ledger-cards'
import { toDecimal } from '@wayfare/core/money'
import type { PaymentProblem, PaymentTrouble } from '@wayfare/core/payments'
import { computeNextReversalCheckIn, isNews, listBounced, listTheirs, shareReversals } from '@wayfare/core/reversals'
import { isOutage } from '../../adapters/ports.ts'
import type { Charge, PaymentAdapter, Reversal } from '../../adapters/ports-payments.ts'
import type { NewRow, TableRow, Tables } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import type { BookingRow } from '../bookings/queries.ts'
import { writePosting } from '../wallet/post.ts'
import { makeCharge, presentProvider, type PaymentRow } from './present.ts'
import { findAdapter } from './queries-keys.ts'
import { readOurs } from './queries-left.ts'
import { findPaymentRow, lockPayment, scheduleReversalCheck, writePayment } from './settle.ts'

type ReversalRow = TableRow<'paymentReversal'>
type Locked = { row: PaymentRow; booking: BookingRow | null }

const listRows = (tx: Tx, paymentId: string): Promise<ReversalRow[]> =>
  tx.selectFrom('paymentReversal').selectAll().where('paymentId', '=', paymentId).orderBy('createdAt').orderBy('id').execute()

export const hasReversals = async (tx: Tx, paymentId: string): Promise<boolean> =>
  (await tx.selectFrom('paymentReversal').select('id').where('paymentId', '=', paymentId).limit(1).executeTakeFirst()) !==
  undefined

const troubleOf = ({ kind, state }: Pick<Reversal, 'kind' | 'state'>): PaymentTrouble | null => {
  if (kind === 'refund') return state === 'failed' ? null : 'refunded_there'
  if (state === 'won') return 'dispute_won'
  return state === 'lost' ? 'dispute_lost' : 'dispute_opened'
}

const tell = async (tx: Tx, deps: Deps, payment: PaymentRow, said: Reversal): Promise<void> => {
  const problem = troubleOf(said)
  const provider = presentProvider(payment.provider)
  deps.log.info({ paymentId: payment.id, provider, kind: said.kind, state: said.state }, 'a provider took money back by itself')
  if (problem === null) return
  const { currency, reason, dueAt } = said
  const about = { amount: toDecimal(said.amountMinor, currency), currency, reason, dueAt: dueAt?.getTime() ?? null }
  await emitEvent(tx, { type: 'PaymentTroubled', provider, paymentId: payment.id, problem, about })
}

/** True if this differs from what is stored. */
const hasChanged = (row: ReversalRow, { state, amountMinor, dueAt, fee }: Reversal): boolean =>
  isNews(row.state, state) ||
  (row.state === state &&
    (row.amountMinor !== amountMinor ||
      row.dueAt?.getTime() !== dueAt?.getTime() ||
      (fee ? row.feeMinor !== fee.amountMinor || row.feeCurrency !== fee.currency : false)))

const longestReason = 300

/** `by`: who recorded it, if not the provider, and since when it is known. */
type Writer = { id: string; since: Date }

type NewReversal = Omit<NewRow<'paymentReversal'>, 'id' | 'createdAt' | 'source' | 'createdBy' | 'feeCurrency'>

const insertReversal = async (tx: Tx, deps: Deps, row: NewReversal, by: Writer | null): Promise<void> => {
  const made = { id: deps.newId(), createdAt: by?.since ?? deps.now(), source: null, createdBy: by?.id ?? null }
  await tx
    .insertInto('paymentReversal')
    .values({ feeCurrency: null, ...made, ...row })
    .execute()
}

const rowOf = ({ now }: Deps, { state, amountMinor, currency, dueAt, fee, reason }: Reversal, before: string) => ({
  state,
  amountMinor,
  currency,
  dueAt,
  updatedAt: now(),
  reason: (reason || before).slice(0, longestReason),
  ...(fee ? { feeMinor: fee.amountMinor, feeCurrency: fee.currency } : {}),
})

export const writeReversal = async (
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  { by, ...said }: Reversal & { by?: Writer },
): Promise<void> => {
  const { kind, ref, state } = said
  const known = await tx
    .selectFrom('paymentReversal')
    .selectAll()
    .where('paymentId', '=', payment.id)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .executeTakeFirst()
  if (known && !hasChanged(known, said)) return
  const now = rowOf(deps, said, known?.reason ?? '')
  if (known) await tx.updateTable('paymentReversal').set(now).where('id', '=', known.id).execute()
  else await insertReversal(tx, deps, { paymentId: payment.id, kind, ref, ...now }, by ?? null)
  const isTold = known !== undefined && (known.state === state || (kind === 'refund' && state !== 'failed'))
  if (!isTold) await tell(tx, deps, payment, said)
}

/** The wallet, into which cancelling puts the money of an unfinished booking, too; `refunds` once the booking is paid. */
const sourceNow = ({ row, booking }: Locked): RefundSource =>
  row.settledAs === 'booking' && booking && isPaid(booking.status) ? 'refunds' : 'wallet'

const move = async (tx: Tx, { row, booking }: Locked, reversal: ReversalRow, share: bigint): Promise<void> => {
  const { id, kind, takenMinor } = reversal
  const source = reversal.source ?? sourceNow({ row, booking })
  const step = reversal.steps + 1
  const money = { id, kind, source, step, owner: row.userId, booking: row.bookingId }
  await writePosting(tx, row.currency, makeReversalPosting({ ...money, amount: share - takenMinor }))
  await tx.updateTable('paymentReversal').set({ takenMinor: share, source, steps: step }).where('id', '=', id).execute()
}

const bookFee = async (tx: Tx, { row }: Locked, reversal: ReversalRow): Promise<void> => {
  const { id, feeMinor, feeTakenMinor, feeCurrency } = reversal
  const step = reversal.feeSteps + 1
  if (feeMinor === feeTakenMinor || feeCurrency === null) return
  await writePosting(
    tx,
    feeCurrency,
    makeReversalFeePosting({ id, booking: row.bookingId, amount: feeMinor - feeTakenMinor, step }),
  )
  await tx.updateTable('paymentReversal').set({ feeTakenMinor: feeMinor, feeSteps: step }).where('id', '=', id).execute()
}

/** The dispute that needs attention most, or else how the last one ended. */
const disputeOf = (rows: readonly ReversalRow[]): Tables['payment']['dispute'] => {
  const states = rows.filter(({ kind }) => kind === 'dispute').map(({ state }) => state)
  return (['open', 'inquiry', 'lost', 'won'] as const).find((state) => states.includes(state)) ?? null
}

const sumOf = (rows: readonly ReversalRow[], taken: (row: ReversalRow) => bigint, kind: Reversal['kind']): bigint =>
  rows.reduce((sum, row) => (row.kind === kind ? sum + taken(row) : sum), 0n)

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Adjusts the books to the stored reversals. The caller has the payment locked. Another currency counts as the full amount. */
export const balanceReversals = async (tx: Tx, locked: Locked): Promise<PaymentRow> => {
  const { row } = locked
  const rows = await listRows(tx, row.id)
  if (rows.length === 0 || row.status !== 'paid') return row
  const ours = await readOurs(tx, row.id)
  const claims = rows.map(({ id, kind, state, ...money }) => ({
    id,
    kind,
    state,
    amount: money.currency === row.currency ? money.amountMinor : row.amountMinor,
  }))
  const shares = shareReversals(row.amountMinor - ours.there, claims)
  const shareOf = ({ id }: ReversalRow): bigint => shares.get(id) ?? 0n
  for (const reversal of rows) if (shareOf(reversal) !== reversal.takenMinor) await move(tx, locked, reversal, shareOf(reversal))
  for (const reversal of rows) await bookFee(tx, locked, reversal)
  // a sum refunded into the wallet and also taken back by the provider counts once here, but twice in the books
  const refundedMinor = lesser(row.amountMinor, ours.all + sumOf(rows, shareOf, 'refund'))
  const disputedMinor = lesser(row.amountMinor - refundedMinor, sumOf(rows, shareOf, 'dispute'))
  const dispute = disputeOf(rows)
  // refunds into the wallet do not explain why the provider no longer calls it paid
  const isOut = ours.there + sumOf(rows, shareOf, 'refund') + sumOf(rows, shareOf, 'dispute') > 0n
  const isExplained = row.problem === 'no_longer_paid' && isOut
  const problem = isExplained ? null : row.problem
  const isSame = refundedMinor === row.refundedMinor && disputedMinor === row.disputedMinor && dispute === row.dispute
  return isSame && !isExplained ? row : writePayment(tx, row, { refundedMinor, disputedMinor, dispute, problem })
}

export type RefundRow = TableRow<'refund'>

export const moneyOf = ({ id, amountMinor, source, target, tries }: RefundRow, payment: PaymentRow) => ({
  id,
  owner: payment.userId,
  amount: amountMinor,
  booking: payment.bookingId,
  source,
  target,
  tries,
})

export const tellDesk = (tx: Tx, { id, provider }: PaymentRow, problem: PaymentTrouble): Promise<void> =>
  emitEvent(tx, { type: 'PaymentTroubled', provider: presentProvider(provider), paymentId: id, problem })

/** Puts the money of one of our refunds that failed back into the books. */
export const failRefund = async (
  tx: Tx,
  deps: Deps,
  { row, booking, refund }: Locked & { refund: RefundRow },
  problem: PaymentProblem | null,
): Promise<PaymentRow> => {
  await writePosting(tx, row.currency, refundBackPosting(moneyOf(refund, row)))
  await tx.updateTable('refund').set({ state: 'failed', problem, settledAt: deps.now() }).where('id', '=', refund.id).execute()
  const written = await writePayment(tx, row, { refundedMinor: row.refundedMinor - refund.amountMinor })
  await tellDesk(tx, row, 'refund_failed')
  // a payer who was told that the money is on its way is waiting for it
  if (refund.state === 'done') await emitEvent(tx, { type: 'RefundBounced', refundId: refund.id, userId: row.userId })
  // the provider may have refused because it had already refunded the money
  return balanceReversals(tx, { row: written, booking })
}

/** A failed refund moves no money, and must not be mistaken for the try that followed it. */
const isNothing = ({ kind, state }: Reversal): boolean => kind === 'refund' && state === 'failed'

/** Within the caller's transaction: stores what the provider reported, except our own refunds, and adjusts the books. */
export const settleReversals = async (tx: Tx, deps: Deps, id: string, said: readonly Reversal[]): Promise<PaymentRow> => {
  let locked = await lockPayment(tx, id)
  const refunds = tx.selectFrom('refund').selectAll().where('paymentId', '=', id).where('target', '=', 'provider')
  const own = await refunds.forUpdate().execute()
  const bounced = listBounced(said, own)
  for (const refund of bounced) locked = { ...locked, row: await failRefund(tx, deps, { ...locked, refund }, null) }
  const known = await tx.selectFrom('paymentReversal').select(['kind', 'ref']).where('paymentId', '=', id).execute()
  const isKnown = ({ kind, ref }: Reversal): boolean => known.some((row) => row.kind === kind && row.ref === ref)
  const found = [
    ...said.filter(isKnown),
    ...listTheirs(
      said.filter((one) => !isKnown(one) && !isNothing(one)),
      own.map((one) => (bounced.includes(one) ? { ...one, state: 'failed' as const } : one)),
    ),
  ]
  for (const one of found) await writeReversal(tx, deps, locked.row, one)
  return balanceReversals(tx, locked)
}

/** What the provider took back; null if it did not answer, empty if it cannot be asked and only sends notices. */
export const fetchReversals = async (deps: Deps, adapter: PaymentAdapter, row: PaymentRow, charge: Charge) => {
  if (!adapter.listReversals) return []
  try {
    return await adapter.listReversals(charge)
  } catch (error) {
    if (!isOutage(error)) throw error
    const { outage, message } = error
    deps.log.warn({ paymentId: row.id, provider: row.provider, reason: message }, 'a provider did not say what it took back')
    return outage === 'unavailable' || outage === 'quota' ? null : []
  }
}

/** The job: asks for reversals, because notices get lost and some providers send none. */
export const watchPayment = async (deps: Deps, id: string): Promise<void> => {
  const row = await findPaymentRow(deps.db, id)
  const adapter = row?.status === 'paid' ? await findAdapter(deps, row.provider, row.mode) : null
  if (!row || !adapter?.listReversals) return
  const said = await fetchReversals(deps, adapter, row, await makeCharge(deps, row))
  if (said === null) throw new Error('the provider gives no answer about what it took back')
  await inTx(deps, async (tx) => {
    const { settledAt } = await settleReversals(tx, deps, id, said)
    const wait = settledAt && computeNextReversalCheckIn(deps.now().getTime() - settledAt.getTime())
    if (wait) await scheduleReversalCheck(tx, id, new Date(deps.now().getTime() + wait))
  })
}
