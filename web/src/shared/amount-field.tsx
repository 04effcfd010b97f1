// An amount in the operator's currency, or a percentage: its unit stands where amounts have it.
import { Text, TextInput } from '@mantine/core'
import { defaultSettings } from '@wayfare/core/settings'
import { plainAmount, shortDecimal, typedAmount } from '@wayfare/core/wallet'
import { useSettings } from '../api/queries.ts'

export type AmountFieldProps = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  kind?: 'money' | 'percentage'
  /** the operator's, unless given: what was paid in another one is given back in it */
  currency?: string
  /**
   * once one leaves it, an amount has the digits that amounts have; not where money moves, so that a second try says the very same as
   * the first
   */
  tidy?: boolean
  error?: string | undefined
  description?: string
}

export const AmountField = ({ kind = 'money', currency, tidy = false, onChange, ...input }: AmountFieldProps) => {
  const settings = useSettings().data ?? defaultSettings
  const { symbol, swipeSymbol, code } = settings
  const foreign = currency === code ? undefined : currency
  const unit = (
    <Text component="span" size="sm" c="dimmed">
      {kind === 'percentage' ? '%' : (foreign ?? symbol)}
    </Text>
  )
  const isTidied = tidy && kind === 'money' && !input.error
  const write = () => {
    if (!isTidied || typedAmount(input.value, code) === null) return
    const text = shortDecimal(plainAmount(input.value), settings)
    if (text !== input.value) onChange(text)
  }
  const isAfter = kind === 'percentage' || swipeSymbol || foreign !== undefined
  return (
    <TextInput
      {...input}
      size="md"
      inputMode="decimal"
      maxLength={18}
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={write}
      {...(isAfter ? { rightSection: unit, rightSectionWidth: 48 } : { leftSection: unit, leftSectionWidth: 48 })}
    />
  )
}
