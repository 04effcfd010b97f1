// One field for the whole code, so that a message can fill it in and anything can be pasted.
import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import styles from './auth.module.css'
import { readCode } from '../../shared/code-text.ts'

type CodeInputProps = {
  label: string
  description?: string | undefined
  error?: string | undefined
  value: string
  onChange: (code: string) => void
  ref?: Ref<HTMLInputElement> | undefined
}

export const CodeInput = ({ label, description, error, value, onChange, ref }: CodeInputProps) => (
  <TextInput
    ref={ref}
    name="code"
    label={label}
    description={description}
    error={error}
    value={value}
    onChange={(event) => onChange(readCode(event.currentTarget.value))}
    autoComplete="one-time-code"
    inputMode="numeric"
    size="lg"
    dir="ltr"
    classNames={{ input: styles.code ?? '' }}
    autoFocus
  />
)
