import { Anchor, Stack, Title } from '@mantine/core'
import type { Statement, StatementRow } from '@wayfare/contract/reports-statements'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useFormatIn, useT } from '../../i18n/provider.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ReceiptLines } from '../../shared/receipt-lines.tsx'
import classes from './statements.module.css'

const useColumns = (currency: string): readonly Column<StatementRow>[] => {
  const t = useT()
  const format = useFormatIn(currency)
  return useMemo(() => {
    const amount = (name: 'tripCost' | 'fee' | 'share' | 'cash' | 'card' | 'amount', header: string): Column<StatementRow> => ({
      id: name,
      header,
      align: 'end',
      cell: (row) => <bdi>{row[name] === null ? '' : format.columnMoney(row[name])}</bdi>,
    })
    return [
      { id: 'at', header: t('statement_date'), cell: (row) => format.dateTime(row.at) },
      {
        id: 'kind',
        header: t('statement_kind'),
        card: 'title',
        cell: (row) => (
          <>
            {t(`statement_${row.kind}`)}{' '}
            {row.bookingId && (
              <Anchor component={Link} inherit to={`/bookings/${row.bookingId}`}>
                <bdi dir="ltr">{row.bookingId}</bdi>
              </Anchor>
            )}
          </>
        ),
      },
      amount('tripCost', t('statement_trip_cost')),
      amount('fee', t('fare_convenience_fees')),
      amount('share', t('driver_share')),
      amount('cash', t('statement_cash')),
      amount('card', t('statement_card')),
      amount('amount', t('statement_amount')),
    ]
  }, [t, format])
}

/** The sums of a month of one wallet, or of many. */
export const StatementSums = ({ sums }: { sums: Pick<Statement, 'opening' | 'closing' | 'kinds' | 'currency'> }) => {
  const t = useT()
  const format = useFormatIn(sums.currency)
  return (
    <div className={classes.sums}>
      <ReceiptLines
        lines={[
          { label: t('statement_opening'), value: format.exactMoney(sums.opening) },
          ...sums.kinds.map(({ kind, count, amount }) => ({
            label: `${t(`statement_${kind}`)} (${format.number(count)})`,
            value: format.exactMoney(amount),
          })),
          { label: t('statement_closing'), value: format.exactMoney(sums.closing), weight: 'total' as const },
        ]}
      />
    </div>
  )
}

/** One driver's month: the sums, and each movement. */
export const StatementView = ({ statement }: { statement: Statement }) => {
  const t = useT()
  const columns = useColumns(statement.currency)
  return (
    <Stack gap="lg">
      <Title order={2} size="h4">
        <bdi>{statement.driverName}</bdi>
      </Title>
      <StatementSums sums={statement} />
      <Title order={2} size="h5">
        {t('statement_movements')}
      </Title>
      <DataTable
        caption={t('statement_movements')}
        columns={columns}
        rows={statement.rows}
        rowKey={(row) => `${row.kind} ${row.reference} ${row.at}`}
        emptyText={t('statement_no_rows')}
      />
    </Stack>
  )
}
