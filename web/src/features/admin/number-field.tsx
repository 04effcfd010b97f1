// A number as people type it: what is no number from 0 up is empty again once one leaves the field.
import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { asNonNegative } from '@wayfare/core/settings-checks'
import { useState } from 'react'

export type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: number | ''
  onChange: (value: string) => void
  /** how it is written while nobody types */
  write?: ((value: string) => string) | undefined
}

export const NumberField = ({ value, onChange, write = String, ...input }: NumberFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  // what is being typed stays as it is ("10." on the way to 10.5) while it stands for the same number
  const shown = typed !== null && asNonNegative(typed) === value ? typed : write(String(value))
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(event.currentTarget.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
