// A receipt as a PDF, in the same order as the page.
import type { Receipt } from '@wayfare/contract/bookings-receipt'
import { presentFareRows, presentPaidRows, presentReceiptFacts, splitRows } from '@wayfare/contract/receipt-words'
import { decodePolyline } from '@wayfare/core/geo'
import type { Pdf } from '../../http/pdf.ts'
import type { Words } from '../languages/queries-words.ts'

export const renderReceipt = (receipt: Receipt, { t, locale, direction, formatIn }: Words): Pdf => {
  const { operator, bookingId, paidAt, currency, split } = receipt
  const format = formatIn(currency)
  const contacts = [operator.name, operator.email, operator.website].filter((part) => part !== '').join(' · ')
  return {
    name: `receipt-${bookingId}`,
    title: `${t('receipt_title')} ${bookingId}`,
    author: operator.name,
    locale,
    direction,
    at: paidAt,
    footer: `${operator.name} · ${bookingId}`,
    blocks: [
      { is: 'title', text: t('receipt_title'), note: contacts },
      { is: 'facts', facts: presentReceiptFacts(receipt, t, format) },
      ...(receipt.way ? [{ is: 'way' as const, line: decodePolyline(receipt.way.polyline) }] : []),
      { is: 'heading', text: t('receipt_fare') },
      { is: 'lines', lines: presentFareRows(receipt, t, format) },
      { is: 'heading', text: t('receipt_paid_by') },
      { is: 'lines', lines: presentPaidRows(receipt, t, format) },
      ...(split ? [{ is: 'heading' as const, text: t('receipt_split') }] : []),
      { is: 'lines', lines: splitRows(receipt, t, format) },
    ],
  }
}
