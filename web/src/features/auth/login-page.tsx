// Signing in by e-mail and password; each role lands on its own page.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { landingPath } from '@wayfare/core/accounts'
import { checkSignIn } from '@wayfare/core/checks'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { DemoSignIns } from '../../shared/demo-sign-ins.tsx'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import '../../ui/form-styles.ts'
import styles from './auth.module.css'
import { textOf } from './form-text.ts'

const useEmailSignIn = () => {
  const t = useT()
  const { signIn } = useSession()
  const navigate = useNavigate()
  const alert = useAlert()
  const problem = useProblem()
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const input = { email: textOf(form, 'email').trim(), password: textOf(form, 'password') }
    // the fields are empty after every try
    form.reset()
    const wrong = checkSignIn(input)
    if (wrong) return alert(t(wrong))
    setBusy(true)
    signIn(input.email, input.password)
      .then((me) => navigate(landingPath(me.userType)), problem)
      .finally(() => setBusy(false))
  }
  return { busy, submit }
}

const EmailForm = () => {
  const t = useT()
  const { busy, submit } = useEmailSignIn()
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" size="md" dir="ltr" />
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t('password_show') }}
        />
        <Button type="submit" size="lg" loading={busy} fullWidth>
          {t('sign_in')}
        </Button>
      </Stack>
    </form>
  )
}

export const LoginPage = () => {
  const t = useT()
  const { status, me } = useSession()
  if (status === 'ready' && me) return <Navigate to={landingPath(me.userType)} replace />
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{t('login_title')}</h1>
        <EmailForm />
        <Text ta="center" mt="lg">
          {t('login_no_account')}{' '}
          <Anchor component={Link} to="/register" fw={600}>
            {t('register')}
          </Anchor>
        </Text>
      </div>
      <div className={styles.beside}>
        <DemoSignIns />
      </div>
    </div>
  )
}
