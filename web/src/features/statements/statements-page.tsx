// Monthly statements: a driver's own; for who runs a fleet a list of drivers, and each of them.
import { Anchor, Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft, IconFileDownload, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import {
  exportStatement,
  exportStatements,
  getStatement,
  listStatements,
  type DriverStatement,
} from '@wayfare/contract/reports-statements'
import { asId } from '@wayfare/core/ids'
import { useMemo, useState } from 'react'
import { callEndpoint, callFile } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { makePagedSlice, useRead, useReadPages } from '../../api/queries.ts'
import { useMayCall } from '../../api/session.tsx'
import { useFormat, useFormatIn, useLanguage, useT } from '../../i18n/provider.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { saveFile } from '../../ui/save-text.ts'
import { isAnyText, useAddressView } from '../../shared/use-address-view.ts'
import { useTypedText } from '../../shared/use-typed-text.ts'
import { StatementSums, StatementView } from './statement-view.tsx'
import classes from './statements.module.css'

/** What may stand in the address. */
const fields = { month: isAnyText, driver: isAnyText }

type Months = { month: string; months: readonly string[]; onMonth: (month: string) => void }
type ToolsProps = Months & {
  formats: readonly ('csv' | 'xlsx' | 'pdf')[]
  save: (format: 'csv' | 'xlsx' | 'pdf') => Promise<void>
}

const Tools = ({ month, months, onMonth, formats, save }: ToolsProps) => {
  const t = useT()
  const format = useFormat()
  const problem = useProblem()
  const [saving, setSaving] = useState<string | null>(null)
  const start = (type: 'csv' | 'xlsx' | 'pdf') => {
    setSaving(type)
    save(type)
      .catch(problem)
      .finally(() => setSaving(null))
  }
  return (
    <Group align="end" gap="sm" className={classes.tools ?? ''}>
      <NativeSelect
        label={t('statement_month')}
        value={month}
        data={months.map((one) => ({ value: one, label: format.month(one) }))}
        onChange={(event) => onMonth(event.currentTarget.value)}
      />
      {formats.map((type) => (
        <Button
          key={type}
          variant="default"
          size="md"
          leftSection={<IconFileDownload size={18} aria-hidden />}
          loading={saving === type}
          onClick={() => start(type)}
        >
          {type.toUpperCase()}
        </Button>
      ))}
    </Group>
  )
}

type PartProps = Pick<ReturnType<typeof useAddressView<typeof fields>>, 'view' | 'change'>

const OneDriver = ({ view, change }: PartProps) => {
  const { language } = useLanguage()
  const input = {
    ...(view.month ? { month: view.month } : {}),
    ...(view.driver ? { driver: asId<'user'>(view.driver) } : {}),
  }
  const key = [...queryKeys.statements, 'one', input]
  const { data, error, reload } = useRead(key, getStatement, input, { placeholderData: keepPreviousData })
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (!data) return <Skeleton height={420} radius="lg" />
  const { month, months } = data
  const save = async (format: 'csv' | 'xlsx' | 'pdf') =>
    saveFile(
      await callFile(exportStatement, { ...input, month, format, language: language.langLocale }),
      `statement-${month}.${format}`,
    )
  return (
    <>
      <Tools
        month={month}
        months={months}
        onMonth={(next) => change({ month: next })}
        formats={['csv', 'xlsx', 'pdf']}
        save={save}
      />
      <StatementView statement={data} />
    </>
  )
}

const useFleetColumns = (currency: string | null, open: (driver: string) => void): readonly Column<DriverStatement>[] => {
  const t = useT()
  const format = useFormatIn(currency)
  return useMemo(() => {
    const amount = (id: 'opening' | 'movements' | 'closing', header: string): Column<DriverStatement> => ({
      id,
      header,
      align: 'end',
      cell: (row) => <bdi>{format.columnMoney(row[id])}</bdi>,
    })
    return [
      {
        id: 'driver',
        header: t('statement_driver'),
        card: 'title',
        cell: (row) => (
          <Anchor component="button" type="button" inherit onClick={() => open(row.driver)} py={4}>
            {/* whoever is gone has no name any more */}
            <bdi>{row.driverName.trim() || row.driver}</bdi>
          </Anchor>
        ),
      },
      amount('opening', t('statement_opening')),
      amount('movements', t('statement_movements')),
      amount('closing', t('statement_closing')),
    ]
  }, [t, format, open])
}

/** A page of drivers after the other; the sums of each are those of all that are found. */
const useStatements = (asked: { month?: string; search?: string }) =>
  useReadPages([...queryKeys.statements, 'all', asked], async ({ cursor = '0' }, options) => {
    const page = await callEndpoint(listStatements, { ...asked, offset: Number(cursor) }, options)
    const end = Number(cursor) + page.drivers.length
    return { ...page, nextCursor: page.drivers.length > 0 && end < page.count ? String(end) : null }
  })

type Search = { search: string; onSearch: (search: string) => void }

const SearchField = ({ search, onSearch }: Search) => {
  const t = useT()
  return (
    <TextInput
      type="search"
      value={search}
      maxLength={100}
      onChange={(event) => onSearch(event.currentTarget.value)}
      aria-label={t('table_search')}
      placeholder={t('table_search')}
      leftSection={<IconSearch size={18} aria-hidden />}
    />
  )
}

const AllDrivers = ({ view, change, search, onSearch }: PartProps & Search) => {
  const t = useT()
  const text = useTypedText(search)
  const searched = text === '' ? {} : { search: text }
  const query = useStatements({ ...(view.month ? { month: view.month } : {}), ...searched })
  const slice = makePagedSlice(query, ({ drivers }) => drivers)
  const first = slice.data && (query.data?.pages[0] ?? null)
  const columns = useFleetColumns(first?.currency ?? null, (driver) => change({ driver }))
  const save = async (format: 'csv' | 'xlsx' | 'pdf') => {
    if (format === 'pdf' || !first) return
    const { month } = first
    saveFile(await callFile(exportStatements, { month, ...searched, format }), `statements-${month}.${format}`)
  }
  return (
    <>
      {first && (
        <>
          <Tools
            month={first.month}
            months={first.months}
            onMonth={(month) => change({ month })}
            formats={['csv', 'xlsx']}
            save={save}
          />
          <StatementSums sums={{ ...first.total, currency: first.currency }} />
        </>
      )}
      <DataTable
        caption={t('nav_statements')}
        columns={columns}
        rows={slice.data}
        rowKey={({ driver }) => driver}
        reading={slice}
        emptyText={t('statements_none')}
        hasMore={slice.hasMore}
        loadingMore={slice.loadingMore}
        onMore={slice.loadMore}
        toolbar={<SearchField search={search} onSearch={onSearch} />}
      />
    </>
  )
}

export const StatementsPage = () => {
  const t = useT()
  const mayListAll = useMayCall()(listStatements)
  const { view, change } = useAddressView(fields, { push: true })
  // kept while one of them is looked at
  const [search, setSearch] = useState('')
  const isOne = !mayListAll || view.driver !== undefined
  return (
    <Stack gap="lg">
      {mayListAll && isOne && (
        <Anchor
          component="button"
          type="button"
          mih="var(--wf-touch)"
          onClick={() => change({ driver: null })}
          style={{ alignSelf: 'start' }}
        >
          <Group gap={8}>
            <IconArrowLeft size={20} aria-hidden className="wf-flip" />
            {t('statements_all')}
          </Group>
        </Anchor>
      )}
      <div>
        <Title order={1} size="h3">
          {t('nav_statements')}
        </Title>
        <Text c="dimmed">{t('statements_intro')}</Text>
      </div>
      {isOne ? (
        <OneDriver view={view} change={change} />
      ) : (
        <AllDrivers view={view} change={change} search={search} onSearch={setSearch} />
      )}
    </Stack>
  )
}
