// What lists are filtered by: one of several, where the first is any, and days.
import { NativeSelect, TextInput } from '@mantine/core'
import './form-styles.ts'
import { useText } from './text.ts'

const input = { styles: { input: { minHeight: 'var(--wf-touch)' } } } as const

type FilterSelectProps = {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  /** with an empty text for any */
  onChange: (value: string) => void
}

export const FilterSelect = ({ label, value = '', options, onChange }: FilterSelectProps) => {
  const t = useText()
  return (
    <NativeSelect
      {...input}
      label={label}
      value={value}
      data={[{ value: '', label: t('filter_any') }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const ends = ['from', 'to'] as const
type End = (typeof ends)[number]

type FilterDaysProps = {
  labels?: Record<End, string>
  view: { from?: string; to?: string }
  onChange: (part: { from?: string; to?: string }) => void
}

export const FilterDays = ({ labels = { from: 'filter_from', to: 'filter_to' }, view, onChange }: FilterDaysProps) => {
  const t = useText()
  return ends.map((name) => (
    <TextInput
      {...input}
      key={name}
      type="date"
      label={t(labels[name])}
      value={view[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  ))
}
