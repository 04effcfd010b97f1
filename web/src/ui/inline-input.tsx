// The input that stands in a cell while its row is written.
import { TextInput } from '@mantine/core'
import { TypedChoices, type TypedChoice } from './typed-choices.tsx'

type InlineInputProps = {
  name: string
  label: string
  value: string
  problem: string | undefined
  /** what may be meant, where that is the problem */
  choices?: readonly TypedChoice[]
  disabled: boolean
  /** the first one takes the focus */
  first: boolean
  numeric: boolean
  maxLength: number
  onChange: (value: string) => void
  onEnter: () => void
  onEscape: () => void
}

export const InlineInput = ({
  name,
  label,
  value,
  problem,
  choices = [],
  first,
  numeric,
  onChange,
  onEnter,
  onEscape,
  ...input
}: InlineInputProps) => (
  <TypedChoices label={problem ?? label} choices={problem === undefined ? [] : choices} onChoose={onChange}>
    <TextInput
      name={name}
      aria-label={label}
      placeholder={label}
      value={value}
      error={problem}
      data-autofocus={first || undefined}
      ref={(element) => {
        // once, when it comes: later renders pass the same element again
        if (element && first && !element.dataset['met']) {
          element.dataset['met'] = 'yes'
          element.focus()
        }
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          onEnter()
        }
        if (event.key === 'Escape') {
          event.stopPropagation()
          onEscape()
        }
      }}
      styles={{
        input: { minHeight: 'var(--wf-touch)', minWidth: 90, ...(numeric ? { fontVariantNumeric: 'tabular-nums' } : {}) },
      }}
      {...(numeric ? { inputMode: 'decimal' as const } : {})}
      {...input}
    />
  </TypedChoices>
)
