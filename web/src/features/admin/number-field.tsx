// A number as people type it: what is no number from 0 up is empty again once one leaves the field; what may be two is asked.
import { TextInput, type TextInputProps } from '@mantine/core'
import { findTypedAmount } from '@wayfare/core/amounts'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { TypedChoices } from '../../ui/typed-choices.tsx'

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: number | ''
  /** a plain decimal, or empty */
  onChange: (value: string) => void
  /** most digits after the decimal sign */
  digits: number
  /** how it is written while nobody types */
  write?: ((value: string) => string) | undefined
}

export const NumberField = ({ value, onChange, digits, write, error, ...input }: NumberFieldProps) => {
  const t = useT()
  const format = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const textOf = write ?? ((plain: string) => format.writeNumber(Number(plain)))
  const reading = format.readNumber(typed ?? '', digits)
  const plain = findTypedAmount(reading)
  // what is being typed stays as it is while it stands for the same number
  const isSame = typed !== null && (plain === null ? '' : Number(plain)) === value
  const values = isSame && isLeft && reading.is === 'unsure' ? reading.values : []
  const change = (next: string) => {
    setTyped(next)
    setLeft(false)
    onChange(findTypedAmount(format.readNumber(next, digits)) ?? '')
  }
  return (
    <TypedChoices
      label={t('amount_unsure')}
      choices={values.map((one) => ({ value: textOf(one), label: format.number(Number(one)) }))}
      onChoose={change}
    >
      <TextInput
        {...input}
        error={values.length > 0 ? t('amount_unsure') : error}
        inputMode="decimal"
        value={isSame ? typed : value === '' ? '' : textOf(String(value))}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => {
          setLeft(true)
          if (reading.is !== 'unsure') setTyped(null)
        }}
      />
    </TypedChoices>
  )
}
