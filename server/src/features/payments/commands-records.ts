// Disputes and refunds that the desk records by hand, with their costs, where the provider only reports them by e-mail.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/payments-records'
import type { UserActor } from '@wayfare/core/accounts'
import { findCitySpan } from '@wayfare/core/city-time'
import { Refusal } from '@wayfare/core/errors'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { isNews } from '@wayfare/core/reversals'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { checkUnlocked } from '../../lock.ts'
import { balanceReversals, writeReversal } from './commands-reversals.ts'
import type { PaymentRow } from './present.ts'
import { getPaymentDetail, listManualRecords } from './queries-admin.ts'
import { readLeftThere } from './queries-left.ts'
import { lockPayment } from './settle.ts'

type Given = ParsedInputOf<typeof contract.recordReversal>

type FieldKey = 'proper_amount' | 'bad_request' | 'reversal_reason_missing'
const badField = (field: string, key: FieldKey = 'bad_request'): Refusal => new Refusal(key, { fields: [{ field }] })

const amountOf = async (tx: Tx, payment: PaymentRow, amount: string): Promise<bigint> => {
  const left = await readLeftThere(tx, payment)
  const minor = parseDecimal(amount, payment.currency)
  if (minor === null || minor <= 0n || minor > left)
    throw new Refusal('proper_amount', { fields: [{ field: 'amount' }], most: toDecimal(left, payment.currency) })
  return minor
}

const feeOf = (fee: string, currency: string): bigint => {
  const minor = parseDecimal(fee, currency)
  if (minor === null || minor < 0n) throw badField('fee', 'proper_amount')
  return minor
}

/** When the reversal began: the start of the given day or the payment's own time, whichever is later; never in the future. */
const sinceOf = ({ now, settings }: Deps, payment: PaymentRow, day: string): Date => {
  const span = findCitySpan({ from: day, to: day }, settings().timeZone)
  if (!span || span.from === null || span.to === null || span.to <= payment.createdAt.getTime() || span.from > now().getTime())
    throw badField('day')
  return new Date(Math.max(span.from, payment.createdAt.getTime()))
}

/** The last moment of that day. */
const dueOf = ({ settings }: Deps, due: string | undefined): Date | null => {
  if (due === undefined) return null
  const span = findCitySpan({ to: due }, settings().timeZone)
  if (!span || span.to === null) throw badField('due')
  return new Date(span.to - 1)
}

const checkUnknown = async (tx: Tx, { id, kind, ref }: Given): Promise<void> => {
  const rows = tx.selectFrom('paymentReversal').select('id').where('paymentId', '=', id)
  if (await rows.where('kind', '=', kind).where('ref', '=', ref).executeTakeFirst()) throw new Refusal('reversal_known')
}

const checkRecordable = async (tx: Tx, deps: Deps, payment: PaymentRow, kind: Given['kind']): Promise<void> => {
  const records = await listManualRecords(deps, payment, tx)
  if (records.length === 0) throw new Refusal('wrong_step')
  if (!records.includes(kind)) throw new Refusal('reversal_told')
}

export const recordReversal = (deps: Deps, actor: UserActor, input: Given) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const { id, kind, ref, reason } = input
    const locked = await lockPayment(tx, id)
    const { row } = locked
    await checkRecordable(tx, deps, row, kind)
    if (reason === '') throw badField('reason', 'reversal_reason_missing')
    await checkUnknown(tx, input)
    const [amountMinor, fee] = [await amountOf(tx, row, input.amount), feeOf(input.fee, row.currency)]
    const by = { id: actor.id, since: sinceOf(deps, row, input.day) }
    const state = kind === 'refund' ? 'done' : input.state
    const isWaiting = state === 'open' || state === 'inquiry'
    await writeReversal(tx, deps, row, {
      kind,
      ref,
      state,
      amountMinor,
      currency: row.currency,
      reason,
      dueAt: isWaiting ? dueOf(deps, input.due) : null,
      fee: kind === 'dispute' && fee > 0n ? { amountMinor: fee, currency: row.currency } : null,
      by,
    })
    await balanceReversals(tx, locked)
    const money = { amount: toDecimal(amountMinor, row.currency), fee: toDecimal(fee, row.currency), currency: row.currency }
    // the reason may name people: it is stored in the record only
    const after = { kind, ref, state, day: input.day, booking: row.bookingId, ...money }
    await recordAudit(tx, actor, { action: 'payments.recordReversal', object: { kind: 'payment', id }, after })
    deps.log.info({ paymentId: id, kind, state, by: actor.id }, 'the desk wrote down what a provider took back')
    return getPaymentDetail(deps, id, tx)
  })

type Change = ParsedInputOf<typeof contract.changeReversal>
type Row = Awaited<ReturnType<typeof getRow>>

const getRow = async (tx: Tx, id: string) => {
  const row = await tx.selectFrom('paymentReversal').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** The new state; the provider's word wins where the provider reported the reversal. */
const stateAfter = ({ kind, createdBy, ...row }: Row, { state }: Change): Row['state'] => {
  if (state === undefined) return row.state
  const isOfKind = (kind === 'refund') === (state === 'failed')
  if (createdBy === null || !isOfKind || !isNews(row.state, state)) throw new Refusal('wrong_step')
  return state
}

export const changeReversal = (deps: Deps, actor: UserActor, change: Change) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const { paymentId } = await getRow(tx, change.id)
    const locked = await lockPayment(tx, paymentId)
    const row = await getRow(tx, change.id)
    const state = stateAfter(row, change)
    const feeCurrency = row.feeCurrency ?? locked.row.currency
    if (change.fee !== undefined && row.kind !== 'dispute') throw new Refusal('wrong_step')
    const feeMinor = change.fee === undefined ? row.feeMinor : feeOf(change.fee, feeCurrency)
    const dueAt = state === row.state ? row.dueAt : null
    await writeReversal(tx, deps, locked.row, { ...row, state, dueAt, fee: { amountMinor: feeMinor, currency: feeCurrency } })
    await balanceReversals(tx, locked)
    const told = (of: Row['state'], minor: bigint) => ({ ref: row.ref, state: of, fee: toDecimal(minor, feeCurrency) })
    const [before, after] = [told(row.state, row.feeMinor), told(state, feeMinor)]
    await recordAudit(tx, actor, { action: 'payments.changeReversal', object: { kind: 'payment', id: paymentId }, before, after })
    return getPaymentDetail(deps, paymentId, tx)
  })
