// A statement as a PDF document.
import type { Statement } from '@wayfare/contract/reports-statements'
import type { Pdf } from '../../http/pdf.ts'
import type { Words } from '../languages/queries-words.ts'

export const renderStatement = (statement: Statement, words: Words, operator: string): Omit<Pdf, 'at'> => {
  const { t, locale, direction } = words
  const { month, driverName, currency, rows, kinds, opening, closing } = statement
  const format = words.formatIn(currency)
  const money = (amount: string | null): string => (amount === null ? '' : format.exactMoney(amount))
  const title = `${t('statement_title')} · ${format.month(month)}`
  return {
    name: `statement-${month}-${statement.driver}`,
    title,
    author: operator,
    locale,
    direction,
    footer: `${operator} · ${driverName} · ${format.month(month)}`,
    blocks: [
      { is: 'title', text: title, note: `${operator} · ${driverName}` },
      {
        is: 'lines',
        lines: [
          { label: t('statement_opening'), value: money(opening) },
          ...kinds.map(({ kind, amount }) => ({ label: t(`statement_${kind}`), value: money(amount) })),
          { label: t('statement_closing'), value: money(closing), weight: 'total' },
        ],
      },
      { is: 'heading', text: t('statement_movements') },
      {
        is: 'table',
        columns: [
          { head: t('statement_date'), share: 2.2 },
          { head: t('statement_kind'), share: 1.8 },
          { head: t('statement_trip_cost'), share: 1.4, amount: true },
          { head: t('fare_convenience_fees'), share: 1.4, amount: true },
          { head: t('driver_share'), share: 1.4, amount: true },
          { head: t('statement_cash'), share: 1.4, amount: true },
          { head: t('statement_card'), share: 1.4, amount: true },
          { head: t('statement_amount'), share: 1.5, amount: true },
        ],
        rows: rows.map((row) => [
          format.dateTime(row.at),
          `${t(`statement_${row.kind}`)} ${row.bookingId ?? ''}`.trim(),
          ...[row.tripCost, row.fee, row.share, row.cash, row.card, row.amount].map(money),
        ]),
      },
    ],
  }
}
