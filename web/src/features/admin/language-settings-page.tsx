// The languages of the service: which there are, which one is the default, and the way to their texts.
import { Stack } from '@mantine/core'
import { IconLanguage, IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import type { LanguageRow } from '@wayfare/contract/languages-admin'
import { useMemo, useState } from 'react'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { ClientTable } from '../../ui/client-table.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useProblem, useTell } from '../../ui/dialogs.tsx'
import { useRowWork } from '../../ui/use-row-work.ts'
import { makeLanguageColumns } from './language-columns.tsx'
import type { Pairs } from './language-texts.ts'
import { useLanguageEditing } from './use-language-editing.tsx'
import { useLanguageRows } from './use-language-rows.ts'
import { useRowRemoval } from './use-row-removal.tsx'
import { useTableGround } from './use-table-ground.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const TextsDialog = makeLazyPart(async () => (await import('./language-texts-dialog.tsx')).LanguageTextsDialog, null)

const icon = { size: 16, 'aria-hidden': true } as const

export const LanguageSettingsPage = () => {
  const t = useT()
  const format = useFormat()
  const tell = useTell()
  const problem = useProblem()
  const { langLocale } = useLanguage().language
  const { slice, read, readPairs, save, makeDefault, remove } = useLanguageRows()
  const { isLocked, state } = useTableGround('languages', slice)
  const columns = useMemo(() => makeLanguageColumns(t, format, langLocale), [t, format, langLocale])
  const work = useRowWork()
  const { editing, begin } = useLanguageEditing({ work, save, read })
  const [written, setWritten] = useState<Pairs | null>(null)
  const write = ({ id }: LanguageRow) => readPairs(id).then(setWritten, problem)
  const removal = useRowRemoval<LanguageRow>(
    ({ langName }) => langName,
    (row) => work.run(row.id, () => remove({ id: row.id })),
  )
  const isOccupied = work.busyKey !== null || editing !== null
  const wait = isOccupied ? t('table_row_open') : null
  const reason = isLocked ? t('demo_mode') : wait
  const actions = (row: LanguageRow): readonly RowAction[] => [
    {
      label: t('language_make_default'),
      icon: <IconStar {...icon} />,
      onClick: () => void work.run(row.id, () => makeDefault({ id: row.id })),
      disabledReason: row.default ? t('language_is_default') : reason,
    },
    { label: t('language_texts'), icon: <IconLanguage {...icon} />, onClick: () => void write(row), disabledReason: reason },
    { label: t('table_edit'), icon: <IconPencil {...icon} />, onClick: () => begin(row), disabledReason: reason },
    {
      label: t('table_remove'),
      icon: <IconTrash {...icon} />,
      color: 'danger',
      onClick: () => (row.default ? tell('default_language') : removal.ask(row)),
      disabledReason: reason,
    },
  ]
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_languages')} intro={t('languages_intro')} />
      <ClientTable
        {...state}
        caption={t('nav_languages')}
        columns={columns}
        rows={slice.data}
        rowKey={({ id }) => id}
        emptyText={t('no_languages')}
        actions={actions}
        editing={editing}
        busyKey={work.busyKey}
        locked={isLocked ? t('languages_locked') : null}
        add={{ label: t('language_add'), onAdd: () => begin(null), disabled: isOccupied || isLocked }}
      />
      {removal.dialog}
      {written && <TextsDialog first={written} onClose={() => setWritten(null)} />}
    </Stack>
  )
}
