// A language or a region, chosen from a searchable list in the reader's language.
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useLanguage, useT } from '../../i18n/provider.tsx'
import '../../ui/select-styles.ts'
import { dateLocaleChoices, listLangLocaleChoices } from './locale-choices.ts'

type LocaleSelectProps = {
  kind: 'language' | 'date'
  name: string
  label: string
  value: string
  problem: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

export const LocaleSelect = ({ kind, name, label, value, problem, disabled, onChange }: LocaleSelectProps) => {
  const t = useT()
  const { langLocale } = useLanguage().language
  const data = useMemo(
    () => (kind === 'language' ? listLangLocaleChoices(langLocale, value) : dateLocaleChoices(langLocale, value)),
    [kind, langLocale, value],
  )
  return (
    <Select
      name={name}
      aria-label={label}
      placeholder={label}
      searchable
      allowDeselect={false}
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={t('nothing_found')}
      data={data}
      value={value === '' ? null : value}
      error={problem}
      disabled={disabled}
      onChange={(chosen) => onChange(chosen ?? '')}
      styles={{ input: { minHeight: 'var(--wf-touch)', minWidth: 160 } }}
    />
  )
}
