// A receipt's texts and amounts in their order; shared by the page and the PDF.
import type { Format } from '@wayfare/core/format'
import { getProviderTitle } from '@wayfare/core/providers'
import type { Receipt } from './bookings-receipt.ts'
import { describeDistance } from './distance-words.ts'
import { listFareRows } from './fare-words.ts'

/** Label and amount; `weight` is the emphasis. */
export type ReceiptLine = { label: string; value: string; weight?: 'total' | 'small' }

/** Returns the text of a key in the reader's language. */
type Translate = (key: string, params?: Record<string, string>) => string

const isZero = (amount: string): boolean => Number(amount) === 0

/** What was driven, by whom and for whom. */
export const presentReceiptFacts = (receipt: Receipt, t: Translate, format: Format): [label: string, value: string][] => {
  const all: [string, string | null][] = [
    [t('booking_id'), receipt.bookingId],
    [t(receipt.cancelled ? 'receipt_cancelled_at' : 'receipt_paid_at'), format.dateTime(receipt.paidAt)],
    [t('customer'), receipt.customerName],
    [t('receipt_trip_date'), format.dateTime(receipt.tripStart ?? receipt.tripDate)],
    [t('receipt_from'), receipt.pickup],
    [t('receipt_to'), receipt.drop],
    [t('receipt_distance'), receipt.cancelled ? null : format.distance(receipt.distance)],
    [t('receipt_distance_source'), receipt.cancelled ? null : describeDistance(receipt, t, format)],
    [t('receipt_time'), receipt.cancelled ? null : format.duration(receipt.time)],
    [t('receipt_car'), [receipt.carTypeName, receipt.vehicleNumber].filter(Boolean).join(' · ')],
    [t('receipt_driver'), receipt.driverName],
  ]
  return all.flatMap(([label, value]): [string, string][] => (value === null || value === '' ? [] : [[label, value]]))
}

type Lines = NonNullable<Receipt['lines']>

const tripRows = (lines: Lines, { heldBack }: Receipt, t: Translate, format: Format): ReceiptLine[] =>
  listFareRows(lines, heldBack).map(({ label, amount, explains }) => ({
    label: t(label),
    value: format.exactMoney(amount),
    ...(explains ? { weight: 'small' as const } : {}),
  }))

/** What it cost. */
export const presentFareRows = (receipt: Receipt, t: Translate, format: Format): ReceiptLine[] => {
  const { lines, discount, promoCode, claim, tip, cancelFee, total } = receipt
  return [
    ...(lines ? tripRows(lines, receipt, t, format) : []),
    ...(isZero(discount)
      ? []
      : [{ label: t('fare_discount', { code: promoCode ?? '' }), value: format.exactMoney(`-${discount}`) }]),
    ...(claim
      ? [{ label: t('receipt_claim', { date: format.date(claim.paidAt) }), value: format.exactMoney(claim.amount) }]
      : []),
    ...(isZero(tip) ? [] : [{ label: t('tip'), value: format.exactMoney(tip) }]),
    ...(isZero(cancelFee) ? [] : [{ label: t('fare_cancel_fee'), value: format.exactMoney(cancelFee) }]),
    { label: t('fare_total'), value: format.exactMoney(total), weight: 'total' },
  ]
}

/** How it was paid, and what was refunded. */
export const presentPaidRows = (receipt: Receipt, t: Translate, format: Format): ReceiptLine[] => {
  const refunds = receipt.refunds.map(({ at, amount, to, pending }): ReceiptLine => {
    const label = t(pending ? 'receipt_refund_pending' : `receipt_refund_${to}`, { date: format.date(at) })
    return { label, value: format.exactMoney(`-${amount}`) }
  })
  return [
    ...receipt.parts.map(({ mode, amount, provider }): ReceiptLine => {
      const by = provider === null ? '' : ` (${getProviderTitle(provider)})`
      return { label: `${t(`fare_part_${mode}`)}${by}`, value: format.exactMoney(amount) }
    }),
    ...(isZero(receipt.cancelFee) ? [] : [{ label: t('fare_part_wallet'), value: format.exactMoney(receipt.cancelFee) }]),
    ...refunds,
    ...(refunds.length > 0
      ? [{ label: t('receipt_left'), value: format.exactMoney(receipt.left), weight: 'total' as const }]
      : []),
  ]
}

/** How the trip cost was split, for those who may see it. */
export const splitRows = ({ split, tip }: Receipt, t: Translate, format: Format): ReceiptLine[] =>
  split === null
    ? []
    : [
        { label: t('fare_convenience_fees'), value: format.exactMoney(split.convenienceFees) },
        { label: t('driver_share'), value: format.exactMoney(split.driverShare) },
        ...(isZero(tip) ? [] : [{ label: t('tip'), value: format.exactMoney(tip) }]),
      ]
