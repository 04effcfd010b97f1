// The desk's reads: all payments, the history of one, how it can be refunded, and the notices that could not be used.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/payments-admin'
import type { PaymentDetail, PaymentNotice } from '@wayfare/contract/payments-admin'
import { isCancelled, isPaid } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { RefundSource } from '@wayfare/core/ledger-cards'
import { toDecimal } from '@wayfare/core/money'
import { sql, type ExpressionBuilder } from 'kysely'
import { byIndex } from '../../db/by-index.ts'
import { byMoment, cutPage, isBeyond, selectPage } from '../../db/keyset.ts'
import { makeLikePattern } from '../../db/like.ts'
import type { TableRow, Tables } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { isNamed } from '../accounts/queries-search.ts'
import { findBookingRow, type BookingRow } from '../bookings/queries.ts'
import { presentAdminPayment, presentProvider, type PaymentRow } from './present.ts'
import { findAdapter, findKeys, findProvider, readKeyRows } from './queries-keys.ts'
import { readLeftThere } from './queries-left.ts'
import { hasProblem, isRefundFailed, isRefundLate, isRefundUndone, isTroubled } from './queries-troubles.ts'

type Ways = { source: RefundSource | null; targets: ('provider' | 'wallet')[]; wholeOnly: boolean }

/** The part that is neither refunded nor disputed. */
export const computeLeft = ({ amountMinor, refundedMinor, disputedMinor }: PaymentRow): bigint =>
  amountMinor - refundedMinor - disputedMinor

/**
 * Where the money is now. Nothing is refunded from a booking that goes on: it is cancelled first, which puts its money into the
 * wallet; money in the wallet can only be refunded to the card.
 */
const sourceOf = (row: PaymentRow, booking: Pick<BookingRow, 'status'> | null): RefundSource | null => {
  if (row.status !== 'paid' || computeLeft(row) <= 0n) return null
  if (row.settledAs === 'wallet' || (booking && isCancelled(booking.status))) return 'wallet'
  return booking && isPaid(booking.status) ? 'refunds' : null
}

export const refundWays = async (
  deps: Deps,
  row: PaymentRow,
  booking: Pick<BookingRow, 'status'> | null,
  db: Db | Tx = deps.db,
): Promise<Ways> => {
  const source = sourceOf(row, booking)
  const provider = findProvider(deps, row.provider)
  const wholeOnly = provider?.refunds === 'whole'
  const isAble = provider !== null && provider.refunds !== 'none' && !(wholeOnly && computeLeft(row) < row.amountMinor)
  const hasKeys = isAble && findKeys(deps, provider, row.mode, await readKeyRows(db)) !== null
  // a removed person has no usable wallet
  const payer = await db.selectFrom('appUser').select('removedAt').where('id', '=', row.userId).executeTakeFirstOrThrow()
  const isIntoWallet = source === 'refunds' && payer.removedAt === null
  const targets =
    source === null ? [] : [...(hasKeys ? (['provider'] as const) : []), ...(isIntoWallet ? (['wallet'] as const) : [])]
  return { source, targets, wholeOnly }
}

const refundTroubles = [isRefundFailed.as('refundFailed'), isRefundLate.as('refundLate')] as const
const nameOf = sql<string>`trim(app_user.first_name || ' ' || app_user.last_name)`

const presentNotice = (row: TableRow<'paymentEvent'>): PaymentNotice => ({
  provider: presentProvider(row.provider),
  mode: row.mode,
  eventId: row.eventId,
  paymentId: row.paymentId,
  receivedAt: row.receivedAt.getTime(),
  state: row.state,
  problem: row.problem,
  count: row.count,
  type: row.type,
  amount: row.amountMinor === null || row.currency === null ? null : toDecimal(row.amountMinor, row.currency),
  currency: row.currency,
})

const listReversals = async (db: Db | Tx, paymentId: string): Promise<PaymentDetail['reversals']> => {
  const rows = await db
    .selectFrom('paymentReversal')
    .leftJoin('appUser', 'appUser.id', 'paymentReversal.createdBy')
    .selectAll('paymentReversal')
    .select(nameOf.as('by'))
    .where('paymentId', '=', paymentId)
    .orderBy('paymentReversal.createdAt')
    .orderBy('paymentReversal.id')
    .execute()
  return rows.map(({ id, kind, ref, state, currency, reason, ...row }) => ({
    id,
    kind,
    ref,
    state,
    currency,
    reason,
    amount: toDecimal(row.amountMinor, currency),
    dueAt: row.dueAt?.getTime() ?? null,
    fee: toDecimal(row.feeMinor, row.feeCurrency ?? currency),
    feeCurrency: row.feeCurrency ?? currency,
    by: row.createdBy === null ? null : row.by,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  }))
}

const listRefunds = async (db: Db | Tx, paymentId: string): Promise<PaymentDetail['refunds']> => {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('appUser', 'appUser.id', 'refund.createdBy')
    .selectAll('refund')
    .select(nameOf.as('by'))
    .where('paymentId', '=', paymentId)
    .orderBy('refund.createdAt')
    .orderBy('refund.id')
    .execute()
  return rows.map(({ id, target, state, reason, problem, by, ...row }) => ({
    id,
    target,
    state,
    reason,
    problem,
    by,
    amount: toDecimal(row.amountMinor, row.currency),
    createdAt: row.createdAt.getTime(),
    settledAt: row.settledAt?.getTime() ?? null,
  }))
}

/** Refunds may be recorded by hand only where the provider cannot be asked for them: otherwise they would be booked twice. */
export const listManualRecords = async (deps: Deps, row: PaymentRow, db: Db | Tx): Promise<PaymentDetail['records']> => {
  if (row.status !== 'paid') return []
  const adapter = await findAdapter(deps, row.provider, row.mode, db)
  return adapter?.listReversals ? ['dispute'] : ['refund', 'dispute']
}

export const getPaymentDetail = async (deps: Deps, id: string, db: Db | Tx = deps.db): Promise<PaymentDetail> => {
  const row = await db
    .selectFrom('payment')
    .innerJoin('appUser', 'appUser.id', 'payment.userId')
    .selectAll('payment')
    .select([nameOf.as('userName'), ...refundTroubles])
    .where('payment.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const booking = row.bookingId === null ? null : ((await findBookingRow(db, row.bookingId)) ?? null)
  const notices = await db
    .selectFrom('paymentEvent')
    .selectAll()
    .where('paymentId', '=', id)
    .orderBy('receivedAt', 'desc')
    .limit(100)
    .execute()
  const { source, targets, wholeOnly } = await refundWays(deps, row, booking, db)
  return {
    payment: presentAdminPayment(row),
    notices: notices.map(presentNotice),
    refunds: await listRefunds(db, id),
    reversals: await listReversals(db, id),
    refundable: toDecimal(source === null ? 0n : computeLeft(row), row.currency),
    targets,
    wholeOnly,
    records: await listManualRecords(deps, row, db),
    leftThere: toDecimal(row.status === 'paid' ? await readLeftThere(db, row) : 0n, row.currency),
  }
}

type Where = ExpressionBuilder<Pick<Tables, 'payment' | 'appUser'>, 'payment' | 'appUser'>
type ListInput = ParsedInputOf<typeof contract.listPayments>

/** By part of one of its references, or by its payer. */
const matches = (where: Where, search: string, isPayer: ReturnType<typeof sql<boolean>>) => {
  const pattern = makeLikePattern(search)
  const columns = ['payment.id', 'payment.bookingId', 'payment.providerRef', 'payment.providerTxn'] as const
  return where.or([...columns.map((column) => where(column, 'ilike', pattern)), isPayer])
}

/** For a row at hand, joined with its payer. */
const isPayerNamed = (search: string) => sql<boolean>`(app_user.removed_at is null and ${isNamed(search)})`
/** For the index on payers. */
const isOfNamed = (search: string) =>
  sql<boolean>`payment.user_id = any(array(select id from app_user where removed_at is null and ${isNamed(search)}))`

const isMeant = (where: Where, { status, provider, problem, search = '' }: ListInput, byPayer = isPayerNamed) =>
  where.and([
    ...(status === undefined ? [] : [where('payment.status', '=', status)]),
    ...(provider === undefined ? [] : [where('payment.provider', '=', provider)]),
    ...(problem === undefined ? [] : [hasProblem(problem)]),
    ...(search === '' ? [] : [matches(where, search, byPayer(search))]),
  ])

/** How many of the newest payments to scan before falling back to an index. */
const rowsToWalk = 3000
/** How many to scan where an index finds all matches: enough for a page or two of frequent ones. */
const rowsToGlance = 300
/** With more matching payers than this, scanning the newest payments finds enough of theirs. */
const fewPayers = 50

/** True if so few payments match that an index finds them at once. */
const isRare = async (deps: Deps, { search = '', problem }: ListInput): Promise<boolean> => {
  if (problem === true) return true
  if (search === '') return false
  const payers = await byIndex(deps, async (tx) => {
    // for so few matches the planner would rather walk some order past thousands of other rows
    await sql`select set_config('enable_indexscan', 'off', true)`.execute(tx)
    const named = tx
      .selectFrom('appUser')
      .select('id')
      .where(sql<boolean>`removed_at is null and ${isNamed(search)}`)
    return named.limit(fewPayers + 1).execute()
  })
  return payers.length <= fewPayers
}

const newestFirst = { order: byMoment('payment.created_at'), isDown: true, id: 'payment.id' } as const

const newest = (deps: Deps, { cursor }: ListInput) =>
  deps.db
    .selectFrom('payment')
    .selectAll('payment')
    .where(isBeyond({ ...newestFirst, cursor }))

const nextOf = (deps: Deps, input: ListInput, limit: number) =>
  newest(deps, input).orderBy('payment.createdAt', 'desc').orderBy('payment.id', 'desc').limit(limit)

/** All matches, by the indexes of the filter's columns; the fence keeps the planner from walking an order instead. */
const foundOf = (deps: Deps, input: ListInput) => {
  const { problem, ...rest } = input
  const found = (asked: ListInput) => newest(deps, input).where((where) => isMeant(where as unknown as Where, asked, isOfNamed))
  if (problem !== true) return found(input).offset(0)
  const failed = found(rest)
    .where(isRefundUndone)
    .where(sql<boolean>`not ${isTroubled}`)
  return found(rest).where(isTroubled).unionAll(failed)
}

/** The matches among the next payments, each joined with its payer. */
const readNear = (deps: Deps, input: ListInput, rows: number) => {
  const payments = deps.db
    .selectFrom(nextOf(deps, input, rows).as('payment'))
    .innerJoin('appUser', 'appUser.id', 'payment.userId')
    .selectAll('payment')
    .select([nameOf.as('userName'), ...refundTroubles])
    .where((where) => isMeant(where as unknown as Where, input))
  return selectPage(payments, { ...newestFirst, cursor: undefined, limit: input.limit }).execute()
}

/** Reads only the payers of the page: a join would read all of them before the page is cut. */
const payerName = sql<string>`(select ${nameOf} from app_user where app_user.id = payment.user_id)`

/** @internal */
export const selectFound = (deps: Deps, input: ListInput) => {
  const payments = deps.db
    .selectFrom(foundOf(deps, input).as('payment'))
    .selectAll('payment')
    .select([payerName.as('userName'), ...refundTroubles])
  return selectPage(payments, { ...newestFirst, cursor: undefined, limit: input.limit })
}

const findPayments = async (deps: Deps, input: ListInput) => {
  const near = await readNear(deps, input, (await isRare(deps, input)) ? rowsToGlance : rowsToWalk)
  return near.length > input.limit ? near : selectFound(deps, input).execute()
}

/** A page of all payments, newest first. */
export const listPayments = async (deps: Deps, input: ListInput): Promise<OutputOf<typeof contract.listPayments>> => {
  const { page, nextCursor } = cutPage(await findPayments(deps, input), input.limit)
  return { payments: page.map(presentAdminPayment), nextCursor }
}

/** Notices that nobody acted on yet or that were refused, newest first. */
export const listNotices = async (deps: Deps, { limit }: { limit: number }): Promise<OutputOf<typeof contract.listNotices>> => {
  const rows = await deps.db
    .selectFrom('paymentEvent')
    .selectAll()
    .where('state', '<>', 'done')
    .orderBy('receivedAt', 'desc')
    .limit(limit)
    .execute()
  return { notices: rows.map(presentNotice) }
}
