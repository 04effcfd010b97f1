// The receipt of a paid booking, from the booking, its payments and refunds.
import type { getReceiptPdf as pdfEndpoint, Receipt } from '@wayfare/contract/bookings-receipt'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { isCancelled, statuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { claimPayable, claimShare } from '@wayfare/core/fare-claim'
import type { BookingId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { can } from '@wayfare/core/permissions'
import type { Db, Deps } from '../../deps.ts'
import { renderPdf } from '../../http/pdf.ts'
import { findWords } from '../languages/queries-words.ts'
import { renderReceipt } from './present-receipt.ts'
import { hasPaid, presentClaimMoney, presentLines, readBookingFacts, type BookingRow } from './present.ts'
import { findBookingRow } from './queries.ts'

type Refund = { at: Date; amount: bigint; to: 'wallet' | 'provider'; pending: boolean }

/**
 * Refunds by the desk, and what the cancellation returned to the wallet, less what the desk then refunded from there to the card,
 * so that no money is listed twice.
 */
const readRefunds = async (db: Db, id: BookingId): Promise<Refund[]> => {
  const [refunds, theirs, cancelled] = await Promise.all([
    db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.paymentId')
      .select(['refund.createdAt', 'refund.settledAt', 'refund.amountMinor', 'refund.target', 'refund.source', 'refund.state'])
      .where('payment.bookingId', '=', id)
      // a payment that came too late went to the wallet and does not belong to this booking
      .where('payment.settledAs', '=', 'booking')
      .where('refund.state', '!=', 'failed')
      .execute(),
    // refunds and disputes made at the provider
    db
      .selectFrom('paymentReversal')
      .innerJoin('payment', 'payment.id', 'paymentReversal.paymentId')
      .select(['paymentReversal.createdAt', 'paymentReversal.takenMinor', 'paymentReversal.state', 'paymentReversal.source'])
      .where('payment.bookingId', '=', id)
      .where('payment.settledAs', '=', 'booking')
      .where('paymentReversal.takenMinor', '>', 0n)
      .execute(),
    db
      .selectFrom('ledgerTransaction as posting')
      .innerJoin('ledgerEntry as entry', 'entry.transactionId', 'posting.id')
      .select(['posting.createdAt', 'entry.amountMinor'])
      .where('posting.once', '=', `refund:${id}`)
      .where('entry.amountMinor', '>', 0n)
      .execute(),
  ])
  const sentOn =
    refunds.reduce((all, { source, amountMinor }) => all + (source === 'wallet' ? amountMinor : 0n), 0n) +
    theirs.reduce((all, { source, takenMinor }) => all + (source === 'wallet' ? takenMinor : 0n), 0n)
  // if the trip went ahead, money that was taken back via the wallet is owed there, and the trip stays paid
  const goneBack = theirs.filter(({ source }) => source !== 'wallet' || cancelled.length > 0)
  const kept = cancelled.filter(({ amountMinor }) => amountMinor > sentOn)
  return [
    ...refunds.map((row): Refund => ({
      at: row.settledAt ?? row.createdAt,
      amount: row.amountMinor,
      to: row.target,
      pending: row.state === 'pending',
    })),
    ...goneBack.map((row): Refund => ({
      at: row.createdAt,
      amount: row.takenMinor,
      to: 'provider',
      pending: row.state === 'pending' || row.state === 'open',
    })),
    ...kept.map((row): Refund => ({ at: row.createdAt, amount: row.amountMinor - sentOn, to: 'wallet', pending: false })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const findCancelled = async (db: Db, id: BookingId): Promise<Date | null> => {
  const step = await db
    .selectFrom('bookingStep')
    .select('at')
    .where('bookingId', '=', id)
    .where('toStatus', 'in', statuses.filter(isCancelled))
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return step?.at ?? null
}

const claimPaidBy = (row: BookingRow, by: 'wallet' | 'card'): bigint =>
  row.claimPaidBy === by ? claimPayable(presentClaimMoney(row)) : 0n

const tipPaidBy = (row: BookingRow, by: 'wallet' | 'card'): bigint => (row.tipPaidBy === by ? row.tipMinor : 0n)

/** The providers of the card payments for claim and tip, which may differ from the trip's. */
type Takers = Partial<Record<'claim' | 'tip', string>>

const readTakers = async (db: Db, id: BookingId): Promise<Takers> => {
  const rows = await db
    .selectFrom('payment')
    .select(['purpose', 'provider'])
    .where('bookingId', '=', id)
    .where('purpose', 'in', ['claim', 'tip'])
    .where('settledAs', '=', 'booking')
    .execute()
  return Object.fromEntries(rows.map(({ purpose, provider }) => [purpose, provider]))
}

type Part = { mode: Receipt['parts'][number]['mode']; amount: bigint; provider: string | null }

/** Card payments, summed by provider. */
const cardPartsOf = (row: BookingRow, takers: Takers): Part[] => {
  const { gateway } = row
  const sums = new Map<string | null, bigint>()
  const add = (provider: string | null, amount: bigint) => sums.set(provider, (sums.get(provider) ?? 0n) + amount)
  add(gateway, isCancelled(row.status) && !row.prepaid ? 0n : row.cardPaymentAmountMinor)
  add(takers.claim ?? gateway, claimPaidBy(row, 'card'))
  add(takers.tip ?? gateway, tipPaidBy(row, 'card'))
  return [...sums].map(([provider, amount]) => ({ mode: 'card', amount, provider }))
}

/** What was actually paid: for a cancelled booking only the card's part, since its hold was released. */
const partsOf = (row: BookingRow, takers: Takers): Part[] => {
  const isGivenUp = isCancelled(row.status)
  const wallet = row.usedWalletMoneyMinor + claimPaidBy(row, 'wallet') + tipPaidBy(row, 'wallet')
  const parts: Part[] = [
    { mode: 'wallet', amount: isGivenUp ? 0n : wallet, provider: null },
    ...cardPartsOf(row, takers),
    { mode: 'cash', amount: isGivenUp ? 0n : row.cashPaymentAmountMinor, provider: null },
  ]
  return parts.filter(({ amount }) => amount > 0n)
}

const operatorOf = ({ settings }: Deps): Receipt['operator'] => {
  const { appName, companyName, companyWebsite, contactEmail } = settings()
  return { name: companyName === '' ? appName : companyName, email: contactEmail, website: companyWebsite }
}

const sum = (amounts: readonly { amount: bigint }[]): bigint => amounts.reduce((all, { amount }) => all + amount, 0n)

/** The amount held back beyond the promised fare, and what became of the claim. */
const presentClaim = (row: BookingRow): Pick<Receipt, 'heldBack' | 'claim'> => {
  const money = presentClaimMoney(row)
  const paid = row.claimPaidAt && { amount: toDecimal(claimPayable(money), row.currency), paidAt: row.claimPaidAt.getTime() }
  return { heldBack: toDecimal(claimShare(money), row.currency), claim: paid }
}

/** The split between driver and platform, including a granted claim. */
const presentSplit = (row: BookingRow): Receipt['split'] => {
  const granted = row.claimPaidAt === null ? { amount: 0n, fees: 0n, discount: 0n } : presentClaimMoney(row)
  return {
    convenienceFees: toDecimal(row.convenienceFeesMinor + granted.fees, row.currency),
    driverShare: toDecimal(row.driverShareMinor + claimShare(granted), row.currency),
  }
}

const presentMoney = (row: BookingRow, refunds: readonly Refund[], takers: Takers) => {
  const amount = (minor: bigint): string => toDecimal(minor, row.currency)
  const parts = partsOf(row, takers)
  const isGivenUp = isCancelled(row.status)
  const total = sum(parts) + row.cancelFeeMinor
  return {
    currency: row.currency,
    lines: isGivenUp ? null : presentLines(row.fare, row.currency),
    discount: amount(isGivenUp ? 0n : row.discountAmountMinor),
    promoCode: row.promoCode,
    ...presentClaim(row),
    tip: amount(row.tipMinor),
    cancelFee: amount(row.cancelFeeMinor),
    total: amount(total),
    parts: parts.map((part) => ({ ...part, amount: amount(part.amount) })),
    refunds: refunds.map(({ at, amount: minor, to, pending }) => ({ at: at.getTime(), amount: amount(minor), to, pending })),
    // never negative, even if money was returned twice
    left: amount(total > sum(refunds) ? total - sum(refunds) : 0n),
  }
}

const presentWay = (row: BookingRow): Receipt['way'] =>
  row.tripEndAt === null || row.coords === ''
    ? null
    : {
        from: { lat: row.pickupLat, lng: row.pickupLng },
        to: { lat: row.dropLat, lng: row.dropLng },
        polyline: row.coords,
      }

const presentTrip = (row: BookingRow) => ({
  tripDate: row.tripDate.getTime(),
  tripStart: row.tripStartAt?.getTime() ?? null,
  tripEnd: row.tripEndAt?.getTime() ?? null,
  customerName: row.customerName,
  driverName: row.driverName,
  vehicleNumber: row.vehicleNumber,
  carTypeName: row.carTypeName,
  pickup: row.pickupAddress,
  drop: row.dropAddress,
  distance: row.distanceM,
  distanceSource: row.distanceSource,
  distanceEstimated: row.distanceEstimatedM,
  way: presentWay(row),
  time: row.totalTripTimeS ?? row.estimateTimeS,
})

/** The receipt of a booking; not found if nothing was paid or the reader may not see it. */
export const getReceipt = async (deps: Deps, actor: UserActor, id: BookingId): Promise<Receipt> => {
  const { db } = deps
  const row = await findBookingRow(db, id)
  if (!row || !hasPaid(row) || !can(actor, 'bookings.readReceipt', readBookingFacts(row, []), deps.settings()))
    throw new Refusal('not_found')
  const cancelled = isCancelled(row.status)
  const [refunds, takers, cancelledAt] = await Promise.all([
    readRefunds(db, id),
    readTakers(db, id),
    cancelled ? findCancelled(db, id) : null,
  ])
  return {
    operator: operatorOf(deps),
    bookingId: row.id,
    cancelled,
    paidAt: (cancelledAt ?? row.paidAt ?? row.createdAt).getTime(),
    ...presentTrip(row),
    ...presentMoney(row, refunds, takers),
    split: actor.role === 'rider' || cancelled ? null : presentSplit(row),
  }
}

export const getReceiptPdf = async (deps: Deps, actor: UserActor, { id, language }: ParsedInputOf<typeof pdfEndpoint>) => {
  const receipt = await getReceipt(deps, actor, id)
  const words = await findWords(deps, { language, reader: actor.id })
  return renderPdf(renderReceipt(receipt, words))
}
