// Registration of a rider: the rules are the server's own, asked before anything is sent.
import { Anchor, Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { signUp } from '@wayfare/contract/accounts-register'
import { landingPath } from '@wayfare/core/accounts'
import { checkEmail, checkMobile, checkName, checkPassword } from '@wayfare/core/checks'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, newOnceKey } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import '../../ui/form-styles.ts'
import styles from './auth.module.css'
import { dialCodeOf } from './dial-codes.ts'
import { textOf } from './form-text.ts'

type Field = 'firstName' | 'lastName' | 'email' | 'password' | 'mobile'
type Problems = Partial<Record<Field, string>>

const problemsOf = (input: Record<Field, string>): Problems => {
  const found: [Field, string | null][] = [
    ['firstName', checkName(input.firstName)],
    ['lastName', checkName(input.lastName)],
    ['email', checkEmail(input.email)],
    ['password', checkPassword(input.password)],
    ['mobile', checkMobile(input.mobile)],
  ]
  return Object.fromEntries(found.filter(([, key]) => key !== null))
}

const useRegistration = () => {
  const t = useT()
  const { signIn } = useSession()
  const navigate = useNavigate()
  const alert = useAlert()
  const problem = useProblem()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const register = async (input: Record<Field | 'dialCode', string>) => {
    setBusy(true)
    try {
      await call(signUp, input, { once: newOnceKey() })
      const me = await signIn(input.email, input.password)
      alert(t('account_create_successfully'))
      void navigate(landingPath(me.userType))
    } catch (cause) {
      problem(cause)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const input = {
      firstName: textOf(form, 'firstName').trim(),
      lastName: textOf(form, 'lastName').trim(),
      email: textOf(form, 'email').trim(),
      password: textOf(form, 'password'),
      mobile: textOf(form, 'mobile').trim(),
      dialCode: textOf(form, 'dialCode').replaceAll(/\D/g, ''),
    }
    const found = problemsOf(input)
    setProblems(found)
    const first = Object.keys(found)[0]
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    void register(input)
  }
  const errorOf = (field: Field) => {
    const key = problems[field]
    return key ? t(key) : undefined
  }
  return { busy, submit, errorOf }
}

export const RegisterPage = () => {
  const t = useT()
  const settings = useSettings().data
  const { busy, submit, errorOf } = useRegistration()
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{t('register_title')}</h1>
        <form onSubmit={submit} noValidate>
          <Stack>
            <SimpleGrid cols={2}>
              <TextInput
                name="firstName"
                label={t('first_name')}
                autoComplete="given-name"
                size="md"
                error={errorOf('firstName')}
              />
              <TextInput
                name="lastName"
                label={t('last_name')}
                autoComplete="family-name"
                size="md"
                error={errorOf('lastName')}
              />
            </SimpleGrid>
            <TextInput
              name="email"
              type="email"
              label={t('email')}
              autoComplete="email"
              size="md"
              dir="ltr"
              error={errorOf('email')}
            />
            <PasswordInput
              name="password"
              label={t('password')}
              description={t('password_hint')}
              autoComplete="new-password"
              size="md"
              visibilityToggleButtonProps={{ 'aria-label': t('password_show') }}
              error={errorOf('password')}
            />
            <Group align="flex-start" wrap="nowrap" gap="sm">
              <TextInput
                key={settings?.country}
                name="dialCode"
                label={t('dial_code')}
                defaultValue={`+${dialCodeOf(settings?.country ?? 'SE')}`}
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
                error={errorOf('mobile')}
              />
            </Group>
            <Button type="submit" size="lg" loading={busy} fullWidth>
              {t('register')}
            </Button>
            <Button component={Link} to="/login" variant="default" size="lg" fullWidth>
              {t('back')}
            </Button>
          </Stack>
        </form>
        <Text size="sm" c="dimmed" ta="center" mt="md">
          <Anchor component={Link} to="/privacy-policy" size="sm">
            {t('nav_privacy')}
          </Anchor>
        </Text>
      </div>
    </div>
  )
}
