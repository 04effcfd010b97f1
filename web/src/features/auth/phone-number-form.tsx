// The number the code goes to. While it is typed, the invisible challenge is solved.
import { Button, Stack, Text } from '@mantine/core'
import { checkPhone } from '@wayfare/core/checks'
import { mobileOf } from '@wayfare/core/phones'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { withLatinDigits } from '../../shared/code-text.ts'
import { textOf } from './form-text.ts'
import { PhoneField } from '../../shared/phone-field.tsx'
import { usePhoneCountry } from '../../shared/use-phone-country.ts'

export type PhoneNumberFormProps = {
  busy: boolean
  /** someone is about to type */
  onStart: () => void
  onNumber: (mobile: string) => void
}

export const PhoneNumberForm = ({ busy, onStart, onNumber }: PhoneNumberFormProps) => {
  const t = useT()
  const phone = usePhoneCountry()
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { dialCode } = phone
    const mobile = withLatinDigits(textOf(form, 'mobile').trim())
    const problem = checkPhone({ dialCode, mobile })
    setWrong(problem)
    const number = mobileOf(dialCode, mobile)
    if (problem || number === null) return form.querySelector<HTMLInputElement>('[name=mobile]')?.focus()
    onNumber(number)
  }
  return (
    <form onSubmit={submit} onFocus={onStart} noValidate>
      <Stack>
        <Text c="dimmed" size="sm">
          {t('phone_sign_in_text')}
        </Text>
        <PhoneField phone={phone} error={wrong ? t(wrong) : undefined} />
        <Button type="submit" size="lg" loading={busy} fullWidth>
          {t('code_send')}
        </Button>
      </Stack>
    </form>
  )
}
