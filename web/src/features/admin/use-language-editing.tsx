// The row of a language that is written in its place: a new one, or one that another admin may save meanwhile.
import { Group } from '@mantine/core'
import type { LanguageRow } from '@wayfare/contract/languages-admin'
import { useState } from 'react'
import { isCallError } from '../../api/call.ts'
import { useT } from '../../i18n/provider.tsx'
import type { RowEditing } from '../../ui/data-table-model.ts'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import { FootButtons } from '../../ui/foot-buttons.tsx'
import { InlineInput } from '../../ui/inline-input.tsx'
import { listDifferentFields, rebaseDraft } from '../../ui/row-changed.ts'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import type { RowWork } from '../../ui/use-row-work.ts'
import { formatOwnName } from './locale-choices.ts'
import { LocaleSelect } from './locale-select.tsx'

export type LanguageDraft = Pick<LanguageRow, 'langName' | 'langLocale' | 'dateLocale'>
type Field = keyof LanguageDraft
type Problems = Partial<Record<Field, string>>

/** `row`: as it was read last; null for a new one. `contested`: another admin has saved it since. */
type State = { row: LanguageRow | null; draft: LanguageDraft; problems: Problems; contested: boolean }

const newRow = 'new'

const draftOf = (row: LanguageRow | null): LanguageDraft => ({
  langName: row?.langName ?? '',
  langLocale: row?.langLocale ?? '',
  dateLocale: row?.dateLocale ?? '',
})

const fields: readonly Field[] = ['langName', 'langLocale', 'dateLocale']

const labels: Readonly<Record<Field, string>> = {
  langName: 'language_name',
  langLocale: 'language_locale',
  dateLocale: 'language_date_locale',
}

const emptyFields = (draft: LanguageDraft): Problems =>
  Object.fromEntries(fields.filter((field) => draft[field].trim() === '').map((field) => [field, 'field_required']))

const refusedFields = (cause: unknown): Problems => {
  const named = isCallError(cause) ? cause.details?.['fields'] : null
  if (!isCallError(cause) || !Array.isArray(named)) return {}
  const isNamed = (field: Field) => named.some((one: { field?: unknown }) => one.field === field)
  return Object.fromEntries(fields.filter(isNamed).map((field) => [field, cause.key]))
}

/** A language that was chosen gives what is still empty a value to begin with. */
const withChoice = (draft: LanguageDraft, langLocale: string): LanguageDraft => ({
  langLocale,
  langName: draft.langName.trim() === '' ? formatOwnName(langLocale) : draft.langName,
  dateLocale: draft.dateLocale === '' ? langLocale : draft.dateLocale,
})

type LanguageEditingOptions = {
  work: RowWork
  save: (draft: LanguageDraft, row: LanguageRow | null) => Promise<unknown>
  /** the row as it is saved now; null when it is gone */
  read: (id: string) => Promise<LanguageRow | null>
}

const useSaving = ({ work, save, read }: LanguageEditingOptions) => {
  const t = useT()
  const alert = useAlert()
  const tell = useProblem()
  const [state, setState] = useState<State | null>(null)
  const meet = async ({ row, draft }: State) => {
    const theirs = row && (await read(row.id))
    if (theirs)
      return setState({ row: theirs, draft: rebaseDraft(draftOf(row), draft, draftOf(theirs)), problems: {}, contested: true })
    setState(null)
    alert(t('table_row_gone'), { title: t('row_gone_title') })
  }
  const finish = async () => {
    if (!state || work.busyKey !== null) return
    const empty = emptyFields(state.draft)
    if (Object.keys(empty).length > 0) return setState({ ...state, problems: empty })
    const refuse = (cause: unknown) => {
      const problems = refusedFields(cause)
      if (isCallError(cause) && cause.key === 'row_changed') void meet(state).catch(tell)
      else if (Object.keys(problems).length > 0) setState({ ...state, problems })
      else tell(cause)
    }
    if (await work.run(state.row?.id ?? newRow, () => save(state.draft, state.row), refuse)) setState(null)
  }
  return { state, setState, finish }
}

export const useLanguageEditing = (options: LanguageEditingOptions) => {
  const t = useT()
  const { state, setState, finish } = useSaving(options)
  const busy = options.work.busyKey !== null
  const begin = (row: LanguageRow | null) => setState({ row, draft: draftOf(row), problems: {}, contested: false })
  const leave = () => setState(null)
  const set = (field: Field, value: string) =>
    setState((now) => {
      if (!now) return now
      const isNew = now.row === null && field === 'langLocale'
      const draft = isNew ? withChoice(now.draft, value) : { ...now.draft, [field]: value }
      const { [field]: _mended, ...problems } = now.problems
      return { ...now, draft, problems }
    })
  const cellOf = ({ draft, problems }: State, field: Field) => {
    const shared = {
      name: field,
      label: t(labels[field]),
      value: draft[field],
      problem: problems[field] && t(problems[field]),
      disabled: busy,
      onChange: (value: string) => set(field, value),
    }
    if (field !== 'langName') return <LocaleSelect kind={field === 'langLocale' ? 'language' : 'date'} {...shared} />
    return <InlineInput {...shared} first numeric={false} maxLength={60} onEnter={() => void finish()} onEscape={leave} />
  }
  const noteOf = ({ row, draft, contested }: State) => {
    if (!contested || !row) return undefined
    const theirs = draftOf(row)
    const differences = listDifferentFields(draft, theirs).map((field) => ({
      label: t(labels[field]),
      mine: draft[field],
      theirs: theirs[field],
    }))
    return (
      <RowChangedNote
        name={row.langName}
        differences={differences}
        busy={busy}
        onTheirs={() => begin(row)}
        onMine={() => void finish()}
      />
    )
  }
  const editing: RowEditing | null = state && {
    key: state.row?.id ?? null,
    cell: (column) => (fields.some((field) => field === column) ? cellOf(state, column as Field) : null),
    buttons: (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <FootButtons small label={t('save')} busy={busy} onPress={() => void finish()} onCancel={leave} />
      </Group>
    ),
    note: noteOf(state),
  }
  return { editing, begin }
}
