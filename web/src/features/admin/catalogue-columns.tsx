// Columns of the usual kinds, for tables that are here as a whole: each is shown, put in order and written to a file by its kind.
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'
import classes from './catalog.module.css'

/** What has no limit stands behind all that has one. */
const endless = Number.MAX_SAFE_INTEGER

/** `header` is a text key; the rest says where the column goes. */
export const makeCatalogueColumns = <Row,>(t: Translator, format: Format) => ({
  /** searched as well */
  text: (id: string, header: string, textOf: (row: Row) => string): Column<Row> => ({
    id,
    header: t(header),
    cell: (row) => <bdi>{textOf(row) || '–'}</bdi>,
    sort: textOf,
    search: textOf,
    plain: textOf,
  }),
  /** null is no limit */
  amount: (id: string, header: string, amountOf: (row: Row) => string | null): Column<Row> => ({
    id,
    header: t(header),
    cell: (row) => {
      const amount = amountOf(row)
      return amount === null ? t('no_limit') : <bdi>{format.columnMoney(amount)}</bdi>
    },
    sort: (row) => Number(amountOf(row) ?? endless),
    plain: (row) => {
      const amount = amountOf(row)
      return amount === null ? '' : { amount }
    },
    align: 'end',
  }),
  /** null is no limit */
  count: (id: string, header: string, countOf: (row: Row) => number | null): Column<Row> => ({
    id,
    header: t(header),
    cell: (row) => {
      const count = countOf(row)
      return count === null ? t('no_limit') : format.number(count)
    },
    sort: (row) => countOf(row) ?? endless,
    plain: (row) => countOf(row) ?? '',
    align: 'end',
  }),
  /** an amount, or a percentage, whose sign stays behind it in every direction */
  fee: (id: string, header: string, feeOf: (row: Row) => { type: 'flat' | 'percentage'; value: string }): Column<Row> => ({
    id,
    header: t(header),
    cell: (row) => {
      const { type, value } = feeOf(row)
      return type === 'flat' ? <bdi>{format.columnMoney(value)}</bdi> : <bdi dir="ltr">{`${format.number(Number(value))} %`}</bdi>
    },
    plain: (row) => ({ amount: feeOf(row).value }),
    align: 'end',
  }),
  feeType: (id: string, header: string, typeOf: (row: Row) => string): Column<Row> => ({
    id,
    header: t(header),
    cell: (row) => t(`fee_${typeOf(row)}`),
    sort: typeOf,
    plain: (row) => t(`fee_${typeOf(row)}`),
    card: 'hidden',
    extra: true,
  }),
  createdAt: (momentOf: (row: Row) => number): Column<Row> => ({
    id: 'createdAt',
    header: t('created_at'),
    cell: (row) => <span className={classes.moment}>{format.dateTime(momentOf(row))}</span>,
    sort: momentOf,
    plain: (row) => ({ at: momentOf(row) }),
    card: 'hidden',
  }),
})
