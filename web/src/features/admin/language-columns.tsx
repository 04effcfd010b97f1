import { Badge, Group, Progress, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import type { LanguageRow } from '@wayfare/contract/languages-admin'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'
import { formatLocaleName } from './locale-choices.ts'

/** Whole percent; all of it only when nothing is missing. */
const percentOf = ({ all, translated }: LanguageRow['texts']): number => (all === 0 ? 100 : Math.floor((translated * 100) / all))

const Locale = ({ tag, reader }: { tag: string; reader: string }) => (
  <>
    {formatLocaleName(reader, tag)}{' '}
    <Text span size="sm" c="dimmed" dir="ltr">
      {tag}
    </Text>
  </>
)

export const makeLanguageColumns = (t: Translator, format: Format, reader: string): Column<LanguageRow>[] => {
  const locale = (id: 'langLocale' | 'dateLocale', header: string): Column<LanguageRow> => ({
    id,
    header,
    cell: (row) => <Locale tag={row[id]} reader={reader} />,
    sort: (row) => formatLocaleName(reader, row[id]),
    search: (row) => `${formatLocaleName(reader, row[id])} ${row[id]}`,
    plain: (row) => row[id],
  })
  return [
    {
      id: 'langName',
      header: t('language_name'),
      cell: (row) => (
        <Group gap="xs">
          <bdi lang={row.langLocale}>{row.langName}</bdi>
          {row.default && <Badge style={{ flexShrink: 0 }}>{t('language_default')}</Badge>}
        </Group>
      ),
      sort: ({ langName }) => langName,
      search: ({ langName }) => langName,
      plain: ({ langName }) => langName,
      card: 'title',
    },
    locale('langLocale', t('language_locale')),
    locale('dateLocale', t('language_date_locale')),
    {
      id: 'translated',
      header: t('language_translated'),
      cell: ({ texts, langName }) => (
        <Stack gap={4} miw={96}>
          <Text span size="sm" dir="ltr">
            {`${format.number(percentOf(texts))} %`}
          </Text>
          <Progress value={percentOf(texts)} size="sm" aria-label={`${t('language_translated')}: ${langName}`} />
        </Stack>
      ),
      sort: ({ texts }) => texts.translated / Math.max(1, texts.all),
      plain: ({ texts }) => percentOf(texts),
    },
    {
      id: 'written',
      header: t('language_written'),
      cell: ({ texts }) => format.number(texts.written),
      sort: ({ texts }) => texts.written,
      plain: ({ texts }) => texts.written,
      align: 'end',
      card: 'hidden',
    },
    {
      id: 'createdAt',
      header: t('created_at'),
      cell: ({ createdAt }) => format.dateTime(createdAt),
      sort: ({ createdAt }) => createdAt,
      plain: ({ createdAt }) => ({ at: createdAt }),
      card: 'hidden',
      extra: true,
    },
    {
      id: 'default',
      header: t('language_default'),
      cell: (row) => (row.default ? t('language_default') : ''),
      plain: (row) => (row.default ? t('language_default') : ''),
      card: 'hidden',
      extra: true,
    },
  ]
}
