// The number the code goes to. While it is typed, the invisible challenge is solved.
import { Button, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { readFormText } from './form-text.ts'
import { PhoneField } from '../../shared/phone-field.tsx'
import { readMobile } from '../../shared/phones.ts'
import { usePhoneCountry } from '../../shared/use-phone-country.ts'

type PhoneNumberFormProps = {
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
    void readMobile(phone.dialCode, readFormText(form, 'mobile')).then((mobile) => {
      setWrong(mobile === null ? 'mobile_no_blank_error' : null)
      if (mobile === null) form.querySelector<HTMLInputElement>('[name=mobile]')?.focus()
      else onNumber(mobile)
    })
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
