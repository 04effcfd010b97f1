// A new password, by the link of a mail.
import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { resetPassword } from '@wayfare/contract/sign-in'
import { checkPassword } from '@wayfare/core/checks'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isCallError } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import '../../ui/form-styles.ts'
import styles from './auth.module.css'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'

const ForgotDialog = makeLazyPart(async () => (await import('./forgot-dialog.tsx')).ForgotDialog, null)

type Outcome = 'open' | 'done' | 'expired'

const useReset = (token: string) => {
  const problem = useProblem()
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const [outcome, setOutcome] = useState<Outcome>(token === '' ? 'expired' : 'open')
  const { send } = useWrite(resetPassword)
  const form = useForm(
    { password: '' },
    {
      check: ({ password }) => {
        const found = checkPassword(password, rule)
        return found ? { password: found } : {}
      },
      send: async ({ password }) => {
        await send({ token, password })
        setOutcome('done')
      },
      refused: (key) => (key.startsWith('password_') ? { password: key } : {}),
      tell: (cause) => (isCallError(cause) && cause.key === 'link_expired' ? setOutcome('expired') : problem(cause)),
    },
  )
  return { rule, form, outcome }
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

const ResetForm = ({ reset: { rule, form } }: { reset: ReturnType<typeof useReset> }) => {
  const t = useT()
  return (
    <Form form={form}>
      <Text>{t('reset_text')}</Text>
      <PasswordInput
        {...form.text('password')}
        label={t('reset_new_password')}
        description={t(rule === 'modern' ? 'password_hint_modern' : 'password_hint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password_show') }}
      />
      <Button type="submit" size="lg" loading={form.busy} fullWidth>
        {t('reset_save')}
      </Button>
    </Form>
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
        {reset.outcome === 'open' && <ResetForm reset={reset} />}
        {reset.outcome === 'done' && <Done />}
        {reset.outcome === 'expired' && <Expired />}
      </div>
    </div>
  )
}
