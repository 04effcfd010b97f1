// An amount in the operator's currency, or a percentage: its unit stands where amounts have it. What may be meant in two ways is asked.
import { Text, TextInput } from '@mantine/core'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { useSettings } from '../api/queries.ts'
import type { Format } from '@wayfare/core/format'
import { useFormat, useT } from '../i18n/provider.tsx'
import { TypedChoices } from '../ui/typed-choices.tsx'

type AmountFieldProps = {
  name: string
  label: string
  /** as it was typed */
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

const percentageDigits = 2

/** How a field of a kind is read and written. */
const waysOf = (format: Format, kind: 'money' | 'percentage', currency: string) =>
  kind === 'money'
    ? {
        read: (typed: string) => format.readAmount(typed, currency),
        write: (value: string) => format.writeAmount(value, currency),
        show: (value: string) => format.fullMoney(value, currency),
      }
    : {
        read: (typed: string) => format.readNumber(typed, percentageDigits),
        write: (value: string) => format.writeNumber(Number(value)),
        show: (value: string) => `${format.number(Number(value))} %`,
      }

/** What was typed as it is read and what may be meant; the digits of amounts once one leaves the field. */
const useTyped = ({ value, onChange, kind = 'money', currency, tidy = false, error }: AmountFieldProps) => {
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  const [isLeft, setLeft] = useState(false)
  const { read, write, show } = waysOf(format, kind, currency ?? code)
  const reading = read(value)
  const values = reading.is === 'unsure' && (isLeft || error) ? reading.values : []
  const leave = () => {
    setLeft(true)
    if (!tidy || kind !== 'money' || error || reading.is !== 'amount') return
    const text = write(reading.value)
    if (text !== value) onChange(text)
  }
  const type = (text: string) => {
    setLeft(false)
    onChange(text)
  }
  return { choices: values.map((one) => ({ value: write(one), label: show(one) })), leave, type }
}

export const AmountField = (props: AmountFieldProps) => {
  const { kind = 'money', currency, tidy: _tidy, onChange: _onChange, error, ...input } = props
  const t = useT()
  const { symbol, swipeSymbol, code } = useSettings().data ?? defaultSettings
  const { choices, leave, type } = useTyped(props)
  const foreign = currency === code ? undefined : currency
  const unit = (
    <Text component="span" size="sm" c="dimmed">
      {kind === 'percentage' ? '%' : (foreign ?? symbol)}
    </Text>
  )
  const isAfter = kind === 'percentage' || swipeSymbol || foreign !== undefined
  return (
    <TypedChoices label={t('amount_unsure')} choices={choices} onChoose={type}>
      <TextInput
        {...input}
        error={choices.length > 0 ? t('amount_unsure') : error}
        inputMode="decimal"
        maxLength={24}
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        {...(isAfter ? { rightSection: unit, rightSectionWidth: 48 } : { leftSection: unit, leftSectionWidth: 48 })}
      />
    </TypedChoices>
  )
}
