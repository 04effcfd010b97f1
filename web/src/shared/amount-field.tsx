// An amount in the operator's currency, or a percentage: its unit stands where amounts have it.
import { Text, TextInput } from '@mantine/core'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../api/queries.ts'

export type AmountFieldProps = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  kind?: 'money' | 'percentage'
  error?: string | undefined
  description?: string
}

export const AmountField = ({ kind = 'money', onChange, ...input }: AmountFieldProps) => {
  const { symbol, swipeSymbol } = useSettings().data ?? defaultSettings
  const unit = (
    <Text component="span" size="sm" c="dimmed">
      {kind === 'money' ? symbol : '%'}
    </Text>
  )
  const isAfter = kind === 'percentage' || swipeSymbol
  return (
    <TextInput
      {...input}
      size="md"
      inputMode="decimal"
      maxLength={18}
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isAfter ? { rightSection: unit, rightSectionWidth: 48 } : { leftSection: unit, leftSectionWidth: 48 })}
    />
  )
}
