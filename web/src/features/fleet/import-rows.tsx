// What becomes of each row of a file of people, the faulty ones first, each with what is wrong and where.
import { Badge, Button, Stack, Text } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { formatPersonName } from '@wayfare/core/accounts'
import type { ImportRow } from '@wayfare/contract/people-import'
import { formatCsvLine } from '@wayfare/core/csv'
import { useMemo } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { ClientTable } from '../../ui/client-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { saveCsv } from '../../ui/save-text.ts'
import type { Translator } from '../../ui/text.ts'
import type { ImportReport } from './use-people-import.ts'
import { fieldLabels } from './use-person-form.ts'

const outcomeWords = { make: 'import_make', made: 'import_made', exists: 'import_exists', wrong: 'import_wrong' } as const
const colors = { make: 'primary', made: 'primary', exists: 'neutral', wrong: 'danger' } as const
/** What needs somebody comes first. */
const rank = { wrong: 0, exists: 1, make: 2, made: 2 } as const

const fieldText = (t: Translator, field: string): string =>
  field in fieldLabels ? t(fieldLabels[field as keyof typeof fieldLabels]) : field

const problemsText = (t: Translator, { problems }: ImportRow): string =>
  problems.map(({ field, key }) => (field === '' ? t(key) : `${fieldText(t, field)}: ${t(key)}`)).join(' ')

const columnsOf = (t: Translator): Column<ImportRow>[] => [
  { id: 'line', header: t('import_line'), cell: ({ line }) => line, align: 'end' },
  { id: 'name', header: t('person_name'), cell: (row) => <bdi>{formatPersonName(row) || '–'}</bdi>, card: 'title' },
  { id: 'email', header: t('email'), cell: ({ email }) => <bdi dir="ltr">{email || '–'}</bdi> },
  { id: 'mobile', header: t('mobile'), cell: ({ mobile }) => <bdi dir="ltr">{mobile || '–'}</bdi> },
  {
    id: 'outcome',
    header: t('status'),
    cell: (row) => (
      <Stack gap={4}>
        <Badge color={colors[row.outcome]} fw={600}>
          {t(outcomeWords[row.outcome])}
        </Badge>
        {row.problems.length > 0 && <Text size="sm">{problemsText(t, row)}</Text>}
      </Stack>
    ),
  },
]

const saveProblems = (t: Translator, rows: readonly ImportRow[]): void => {
  const head = [t('import_line'), t('person_name'), t('email'), t('mobile'), t('status')]
  const lines = rows.map((row) => [row.line, formatPersonName(row), row.email, row.mobile, problemsText(t, row)])
  saveCsv([head, ...lines].map(formatCsvLine).join(''), 'import-problems.csv')
}

export const ImportRows = ({ report }: { report: ImportReport }) => {
  const t = useT()
  const columns = useMemo(() => columnsOf(t), [t])
  const rows = useMemo(() => report.rows.toSorted((a, b) => rank[a.outcome] - rank[b.outcome] || a.line - b.line), [report])
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong')
  return (
    <Stack gap="sm">
      <ClientTable
        bare
        caption={t('import_rows')}
        columns={columns}
        rows={rows}
        rowKey={({ line }) => String(line)}
        emptyText={t('people_import_empty')}
        keepAs="import"
        pageSize={10}
      />
      {wrong.length > 0 && (
        <Button
          variant="default"
          style={{ justifySelf: 'start', alignSelf: 'start' }}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          onClick={() => saveProblems(t, wrong)}
        >
          {t('import_problems')}
        </Button>
      )}
    </Stack>
  )
}
