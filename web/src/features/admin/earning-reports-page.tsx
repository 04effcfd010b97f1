// What paid bookings came to by month, what the platform kept of it and what it gave back, and all of it together.
import { Group, Stack } from '@mantine/core'
import { exportEarningReports, getEarningReports, type EarningReport } from '@wayfare/contract/reports'
import { useMemo } from 'react'
import { callFile } from '../../api/call.ts'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { PageHead } from '../../shared/page-head.tsx'

/** A month, or all of them (null). */
type Row = Omit<EarningReport, 'month'> & { month: string | null }

const amounts = ['tripCost', 'rideCost', 'convenienceFee', 'discountAmount', 'profit', 'tips', 'refunds'] as const

const useColumns = (): Column<Row>[] => {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'month',
        header: t('report_month'),
        cell: ({ month }) => (month === null ? <strong>{t('report_total')}</strong> : format.month(month)),
        card: 'title',
      },
      {
        id: 'rides',
        header: t('report_rides'),
        cell: (row) => (row.month === null ? <strong>{format.number(row.rides)}</strong> : format.number(row.rides)),
        align: 'end',
      },
      ...amounts.map((id): Column<Row> => ({
        id,
        header: t(`report_${id}`),
        cell: (row) => (
          <bdi>{row.month === null ? <strong>{format.columnMoney(row[id])}</strong> : format.columnMoney(row[id])}</bdi>
        ),
        align: 'end',
      })),
    ],
    [t, format],
  )
}

export const EarningReportsPage = () => {
  const t = useT()
  const columns = useColumns()
  const slice = useRead(queryKeys.earningReports, getEarningReports, {})
  const rows = useMemo((): Row[] | null => {
    if (!slice.data) return null
    return slice.data.rows.length === 0 ? [] : [...slice.data.rows, { ...slice.data.total, month: null }]
  }, [slice.data])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <PageHead title={t('nav_earning_reports')} intro={t('earning_reports_intro')} />
        <ExportMenu name="earning-reports" fetchFile={(format) => callFile(exportEarningReports, { format })} />
      </Group>
      <DataTable
        caption={t('nav_earning_reports')}
        columns={columns}
        rows={rows}
        rowKey={({ month }) => month ?? 'total'}
        count={slice.data?.rows.length ?? 0}
        reading={slice}
        emptyText={t('no_data')}
      />
    </Stack>
  )
}
