// A new password, by the link of a mail.
import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { resetPassword } from '@wayfare/contract/sign-in'
import { checkPassword } from '@wayfare/core/checks'
import { useState, type FormEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isCallError } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import '../../ui/form-styles.ts'
import styles from './auth.module.css'
import { readFormText } from './form-text.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { ErrorNote } from '../../ui/error-note.tsx'

const ForgotDialog = makeLazyPart(async () => (await import('./forgot-dialog.tsx')).ForgotDialog, null)

type Outcome = 'open' | 'done' | 'expired'

const useReset = (token: string) => {
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const problem = useProblem()
  const [wrong, setWrong] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome>(token === '' ? 'expired' : 'open')
  const refuse = (cause: unknown) => {
    const key = isCallError(cause) ? cause.key : ''
    if (key === 'link_expired') return setOutcome('expired')
    if (key.startsWith('password_')) return setWrong(key)
    problem(cause)
  }
  const { send, busy } = useWrite(resetPassword)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const focus = () => form.querySelector<HTMLInputElement>('[name=password]')?.focus()
    const password = readFormText(form, 'password')
    const found = checkPassword(password, rule)
    setWrong(found)
    if (found) return focus()
    void send({ token, password }).then(() => setOutcome('done'), refuse)
  }
  return { rule, busy, wrong, outcome, submit }
}

/** The old link can do nothing more; a new one is a mail away. */
const Expired = () => {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const ask = () => {
    setAsked(true)
    setOpened(true)
  }
  return (
    <Stack>
      <ErrorNote text={t('link_expired')} />
      <Button size="lg" onClick={ask}>
        {t('forgot_send')}
      </Button>
      <Button component={Link} to="/login" variant="default" size="lg">
        {t('back')}
      </Button>
      {asked && <ForgotDialog opened={opened} typed="" onClose={() => setOpened(false)} />}
    </Stack>
  )
}

const Done = () => {
  const t = useT()
  return (
    <Stack>
      <Alert color="primary" role="status">
        {t('reset_done')}
      </Alert>
      <Button component={Link} to="/login" size="lg" autoFocus>
        {t('sign_in')}
      </Button>
    </Stack>
  )
}

const Form = ({ reset }: { reset: ReturnType<typeof useReset> }) => {
  const t = useT()
  return (
    <form onSubmit={reset.submit} noValidate>
      <Stack>
        <Text>{t('reset_text')}</Text>
        <PasswordInput
          name="password"
          label={t('reset_new_password')}
          description={t(reset.rule === 'modern' ? 'password_hint_modern' : 'password_hint')}
          error={reset.wrong && t(reset.wrong)}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password_show') }}
        />
        <Button type="submit" size="lg" loading={reset.busy} fullWidth>
          {t('reset_save')}
        </Button>
      </Stack>
    </form>
  )
}

export const ResetPasswordPage = () => {
  const t = useT()
  const [search] = useSearchParams()
  const reset = useReset(search.get('token') ?? '')
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{t('reset_title')}</h1>
        {reset.outcome === 'open' && <Form reset={reset} />}
        {reset.outcome === 'done' && <Done />}
        {reset.outcome === 'expired' && <Expired />}
      </div>
    </div>
  )
}
