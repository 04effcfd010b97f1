import type { BookingView } from '@wayfare/contract/bookings'
import type { FareLines as Lines } from '@wayfare/contract/fare'
import { listFareRows } from '@wayfare/contract/fare-words'
import type { ReceiptLine } from '@wayfare/contract/receipt-words'
import type { Format } from '@wayfare/core/format'
import { useFormat, useT } from '../i18n/provider.tsx'
import type { Translator } from '../ui/text.ts'
import { isZero, type PaymentParts } from './payment-parts.ts'
import { ReceiptLines } from './receipt-lines.tsx'
import type { Quote } from './use-quote.ts'

/** What is not due at once, what is taken off, what is left to pay, and who pays which part of it. */
type FareMoney = {
  heldBack?: string
  discount: string
  promoCode: string | null
  payable: string
  parts: PaymentParts | null
}

type FareLinesProps = { lines: Lines; money?: FareMoney }

/** The money of a booking as the same lines for everyone. */
export const readBookingMoney = (booking: BookingView): FareMoney => ({
  heldBack: booking.claim?.driverShare ?? '0',
  discount: booking.discountAmount,
  promoCode: booking.promoCode,
  payable: booking.payableAmount,
  parts: { wallet: booking.usedWalletMoney, card: booking.cardPaymentAmount, cash: booking.cashPaymentAmount },
})

/** The money of a price that is asked for; `parts` are null until it is said who pays. */
export const quotedMoneyOf = (quote: Quote, parts: PaymentParts | null): FareMoney => ({
  discount: quote.discountAmount,
  promoCode: quote.promo?.code ?? null,
  payable: quote.payableAmount,
  parts,
})

const partNames = ['wallet', 'card', 'cash'] as const

/** What is taken off, what is left to pay, and who pays which part of it. */
const listMoneyRows = ({ discount, promoCode, payable, parts }: FareMoney, t: Translator, format: Format): ReceiptLine[] => {
  const rest: ReceiptLine[] = [
    { label: t('fare_discount', { code: promoCode ?? '' }), value: `− ${format.exactMoney(discount)}` },
    { label: t('fare_payable'), value: format.exactMoney(payable), weight: 'total' },
  ]
  const paid = partNames.filter((part) => parts && !isZero(parts[part]))
  const paidRows = paid.map((part) => ({ label: t(`fare_part_${part}`), value: format.exactMoney(parts?.[part] ?? '0') }))
  return [...(isZero(discount) ? [] : rest), ...paidRows]
}

/** An amount that is taken off has its minus apart: the sign is ours to set. */
const signedMoney = (amount: string, format: Format): string =>
  amount.startsWith('-') ? `− ${format.money(amount.slice(1))}` : format.money(amount)

/** What the price is made of; the total stands out and is the sum of the two lines above it. */
export const FareLines = ({ lines, money }: FareLinesProps) => {
  const t = useT()
  const format = useFormat()
  const rows = listFareRows(lines, money?.heldBack).map(({ label, amount, explains }): ReceiptLine => ({
    label: t(label),
    value: signedMoney(amount, format),
    ...(explains ? { weight: 'small' } : {}),
  }))
  const total: ReceiptLine = { label: t('fare_total'), value: format.money(lines.grandTotal) }
  const isLast = !money || isZero(money.discount)
  return (
    <ReceiptLines
      lines={[...rows, isLast ? { ...total, weight: 'total' } : total, ...(money ? listMoneyRows(money, t, format) : [])]}
    />
  )
}
