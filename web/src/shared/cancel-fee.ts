// What cancelling costs a rider: now, and from when on it costs more.
import type { BookingView } from '@wayfare/contract/bookings'
import { computeCancelFee } from '@wayfare/core/fare'
import { parseDecimal, toDecimal } from '@wayfare/core/money'

export type Slabs = BookingView['cancelSlabs']

/** `fee` is a decimal, '0.00' while it is free; `next` says in how many ms which other amount is due. */
export type CancelFee = { fee: string; acceptedMs: number | null; next: { inMs: number; amount: string } | null }

const minuteMs = 60_000

export const sortByTime = (slabs: Slabs): Slabs => slabs.toSorted((a, b) => a.minsDelayed - b.minsDelayed)

/** By the minutes since a driver accepted; before that it is free. */
export const computeCancelFeeAt = (
  booking: Pick<BookingView, 'acceptedAt' | 'cancelSlabs'>,
  now: number,
  currency: string,
): CancelFee => {
  const { acceptedAt, cancelSlabs } = booking
  if (acceptedAt === null) return { fee: toDecimal(0n, currency), acceptedMs: null, next: null }
  const acceptedMs = Math.max(0, now - acceptedAt)
  const slabs = cancelSlabs.map(({ minsDelayed, amount }) => ({ minsDelayed, amount: parseDecimal(amount, currency) ?? 0n }))
  const fee = computeCancelFee(slabs, Math.round(acceptedMs / 1000))
  const next = sortByTime(cancelSlabs).find(({ minsDelayed }) => minsDelayed * minuteMs > acceptedMs)
  return {
    fee: toDecimal(fee, currency),
    acceptedMs,
    next: next ? { inMs: next.minsDelayed * minuteMs - acceptedMs, amount: next.amount } : null,
  }
}

/** What comes back into the wallet when the booking is cancelled: what it held and what a card had paid. */
export const computeGivenBack = (
  booking: Pick<BookingView, 'walletHold' | 'prepaid' | 'cardPaymentAmount'>,
  currency: string,
): string => {
  const minor = (decimal: string): bigint => parseDecimal(decimal, currency) ?? 0n
  return toDecimal(minor(booking.walletHold) + (booking.prepaid ? minor(booking.cardPaymentAmount) : 0n), currency)
}
