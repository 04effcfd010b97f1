// What drivers earned: a year's months with their sums, and in each month every driver and vehicle.
import { Anchor, Box, Group, NativeSelect, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { exportDriverEarnings, getDriverEarnings, type DriverEarning } from '@wayfare/contract/reports'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { callFile } from '../../api/call.ts'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { Format } from '@wayfare/core/format'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { useTypedText } from '../../shared/use-typed-text.ts'
import { ClientTable } from '../../ui/client-table.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import type { Translator } from '../../ui/text.ts'

/** More drivers of a month than this are found by searching. */
const mostRows = 1000

type Answer = OutputOf<typeof getDriverEarnings>
type Month = Answer['months'][number]
type Asked = { year?: number; month?: number; search?: string; limit: number }

const useDriverEarnings = (asked: Asked) =>
  useRead([...queryKeys.driverEarnings, asked], getDriverEarnings, asked, { placeholderData: keepPreviousData })

type Figures = Pick<Month, 'rides' | 'driverShare' | 'tips' | 'cancelFees'>

/** What a month and a driver's part of it have in common. */
const figureColumns = <Row extends Figures>(t: Translator, format: Format): Column<Row>[] => [
  {
    id: 'rides',
    header: t('report_rides'),
    cell: (row) => format.number(row.rides),
    sort: (row) => row.rides,
    align: 'end',
  },
  {
    id: 'driverShare',
    header: t('report_share'),
    cell: (row) => <bdi>{format.columnMoney(row.driverShare)}</bdi>,
    sort: (row) => Number(row.driverShare),
    align: 'end',
    card: 'status',
  },
  {
    id: 'tips',
    header: t('report_tips'),
    cell: (row) => <bdi>{format.columnMoney(row.tips)}</bdi>,
    sort: (row) => Number(row.tips),
    align: 'end',
  },
  {
    id: 'cancelFees',
    header: t('statement_cancelFee'),
    cell: (row) => <bdi>{format.columnMoney(row.cancelFees)}</bdi>,
    sort: (row) => Number(row.cancelFees),
    align: 'end',
  },
]

const useDriverColumns = (): Column<DriverEarning>[] => {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'driverName',
        header: t('report_driver'),
        cell: (row) => (
          <Anchor component={Link} inherit to={`/statements?month=${row.month}&driver=${row.driver}`}>
            <bdi>{row.driverName}</bdi>
          </Anchor>
        ),
        sort: (row) => row.driverName,
        card: 'title',
      },
      {
        id: 'vehicleNumber',
        header: t('report_vehicle'),
        cell: (row) => <bdi>{row.vehicleNumber || '–'}</bdi>,
        sort: (row) => row.vehicleNumber,
      },
      ...figureColumns<DriverEarning>(t, format),
    ],
    [t, format],
  )
}

/** The drivers of one month, fetched when it is opened. */
const MonthDrivers = ({ month: { month }, search }: { month: Month; search: string }) => {
  const t = useT()
  const format = useFormat()
  const columns = useDriverColumns()
  const [year, number] = month.split('-').map(Number)
  const slice = useDriverEarnings({
    ...(year ? { year } : {}),
    ...(number ? { month: number } : {}),
    ...(search ? { search } : {}),
    limit: mostRows,
  })
  if (slice.error.flag) return <FailureNote cause={slice.error.cause} />
  if (!slice.data) return <Skeleton height={120} />
  return (
    <Stack gap="xs">
      <ClientTable
        bare
        caption={t('report_drivers_of', { month: format.month(month) })}
        columns={columns}
        rows={slice.data.rows}
        rowKey={(row) => `${row.driver} ${row.vehicleNumber}`}
        emptyText={t('no_data')}
        keepAs="driverEarnings.month"
      />
      {slice.data.total.rows > slice.data.rows.length && (
        <Text size="sm" c="dimmed">
          {t('report_more', { shown: format.number(slice.data.rows.length), all: format.number(slice.data.total.rows) })}
        </Text>
      )}
    </Stack>
  )
}

const useMonthColumns = (): Column<Month>[] => {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'month', header: t('report_month'), cell: (row) => format.month(row.month), sort: (row) => row.month, card: 'title' },
      {
        id: 'rows',
        header: t('report_drivers'),
        cell: (row) => format.number(row.rows),
        sort: (row) => row.rows,
        align: 'end',
        card: 'hidden',
      },
      ...figureColumns<Month>(t, format),
    ],
    [t, format],
  )
}

type FiltersProps = {
  answer: Answer | null
  search: string
  onYear: (year: number) => void
  onSearch: (search: string) => void
}

const Filters = ({ answer, search, onYear, onSearch }: FiltersProps) => {
  const t = useT()
  const years = answer ? [...new Set([answer.year, ...answer.years])] : []
  return (
    <Group align="end" gap="sm">
      <NativeSelect
        label={t('report_year')}
        data={years.map(String)}
        value={String(answer?.year ?? '')}
        onChange={(event) => onYear(Number(event.currentTarget.value))}
      />
      <TextInput
        flex="1 1 220px"
        maw="var(--wf-width-narrow)"
        type="search"
        label={t('report_search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {answer && (
        <Box ms="auto">
          <ExportMenu
            name={`driver-earnings-${answer.year}`}
            fetchFile={(format) =>
              callFile(exportDriverEarnings, { year: answer.year, ...(search.trim() ? { search: search.trim() } : {}), format })
            }
          />
        </Box>
      )}
    </Group>
  )
}

export const DriverEarningsPage = () => {
  const t = useT()
  const format = useFormat()
  const [year, setYear] = useState<number | null>(null)
  const [search, setSearch] = useState('')
  const asked = useTypedText(search)
  const slice = useDriverEarnings({ ...(year ? { year } : {}), ...(asked ? { search: asked } : {}), limit: 1 })
  const columns = useMonthColumns()
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          {t('nav_driver_earnings')}
        </Title>
        <Text c="dimmed">{t('driver_earnings_intro')}</Text>
      </div>
      <Filters answer={slice.last} search={search} onYear={setYear} onSearch={setSearch} />
      {slice.data && slice.data.total.rows > 0 && (
        <Text fw={600} aria-live="polite">
          {t('report_year_sum', {
            year: String(slice.data.year),
            rides: format.number(slice.data.total.rides),
            amount: format.exactMoney(slice.data.total.driverShare),
          })}
        </Text>
      )}
      <DataTable
        caption={t('nav_driver_earnings')}
        columns={columns}
        rows={slice.data?.months ?? null}
        rowKey={({ month }) => month}
        reading={slice}
        emptyText={t('no_data')}
        renderDetail={(month) => <MonthDrivers month={month} search={asked} />}
      />
    </Stack>
  )
}
