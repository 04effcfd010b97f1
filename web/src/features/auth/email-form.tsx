// Signing in by e-mail and password.
import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { checkSignIn } from '@wayfare/core/checks'
import { useRef, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useSignInProblem } from '../../shared/use-sign-in-problem.ts'
import { useAlert } from '../../ui/dialogs.tsx'
import { chooseInputTitle } from '../../ui/failures.ts'
import '../../ui/form-styles.ts'
import { readFormText } from './form-text.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const ForgotDialog = makeLazyPart(async () => (await import('./forgot-dialog.tsx')).ForgotDialog, null)

const useEmailSignIn = () => {
  const t = useT()
  const { signIn } = useSession()
  const alert = useAlert()
  const problem = useSignInProblem()
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const input = { email: readFormText(form, 'email').trim(), password: readFormText(form, 'password') }
    // the fields are empty after every try
    form.reset()
    const wrong = checkSignIn(input)
    if (wrong) return alert(t(wrong), { title: t(chooseInputTitle(wrong)) })
    setBusy(true)
    signIn(input.email, input.password)
      .catch(problem)
      .finally(() => setBusy(false))
  }
  return { busy, submit }
}

/** The dialog, fetched when it is first asked for; `typed` is the address that stands in the form already. */
const useForgotten = () => {
  const form = useRef<HTMLFormElement>(null)
  // the mail about a changed password leads here with ?forgot=1
  const [search] = useSearchParams()
  const [asked, setAsked] = useState<{ typed: string; opened: boolean } | null>(
    search.has('forgot') ? { typed: '', opened: true } : null,
  )
  const ask = () => setAsked({ typed: form.current ? readFormText(form.current, 'email').trim() : '', opened: true })
  const close = () => setAsked((now) => now && { ...now, opened: false })
  return { form, asked, ask, close }
}

export const EmailForm = () => {
  const t = useT()
  const { busy, submit } = useEmailSignIn()
  const { form, asked, ask, close } = useForgotten()
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <TextInput name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" dir="ltr" />
          <PasswordInput
            name="password"
            label={t('password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('password_show') }}
          />
          <Button type="submit" size="lg" loading={busy} fullWidth>
            {t('sign_in')}
          </Button>
          <Anchor component="button" type="button" ta="center" mih="var(--wf-touch)" onClick={ask}>
            {t('forgot_link')}
          </Anchor>
        </Stack>
      </form>
      {asked && <ForgotDialog opened={asked.opened} typed={asked.typed} onClose={close} />}
    </>
  )
}
