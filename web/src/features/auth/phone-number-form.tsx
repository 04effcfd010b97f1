// The number the code goes to. While it is typed, the invisible challenge is solved.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { checkPhone } from '@wayfare/core/checks'
import { dialCodeOf, mobileOf } from '@wayfare/core/phones'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { withLatinDigits } from './code-text.ts'
import { textOf } from './form-text.ts'

export type PhoneNumberFormProps = {
  busy: boolean
  /** someone is about to type */
  onStart: () => void
  onNumber: (mobile: string) => void
}

export const PhoneNumberForm = ({ busy, onStart, onNumber }: PhoneNumberFormProps) => {
  const t = useT()
  const settings = useSettings().data
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const dialCode = textOf(form, 'dialCode').replaceAll(/\D/g, '')
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
        <Group align="flex-start" wrap="nowrap" gap="sm">
          <TextInput
            key={settings?.country}
            name="dialCode"
            label={t('dial_code')}
            defaultValue={`+${dialCodeOf(settings?.country ?? '') ?? ''}`}
            readOnly={settings?.allowCountrySelection === false}
            autoComplete="tel-country-code"
            inputMode="tel"
            size="md"
            w={128}
            dir="ltr"
          />
          <TextInput
            name="mobile"
            label={t('mobile')}
            autoComplete="tel-national"
            inputMode="numeric"
            size="md"
            flex={1}
            dir="ltr"
            error={wrong ? t(wrong) : undefined}
          />
        </Group>
        <Button type="submit" size="lg" loading={busy} fullWidth>
          {t('code_send')}
        </Button>
      </Stack>
    </form>
  )
}
