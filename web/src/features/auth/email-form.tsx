// Signing in by e-mail and password.
import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { checkSignIn, isEmail } from '@wayfare/core/checks'
import { useRef, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useSignInProblem } from '../../shared/use-sign-in-problem.ts'
import { useTell } from '../../ui/dialogs.tsx'
import '../../ui/form-styles.ts'
import { readFormText } from './form-text.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const ForgotDialog = makeLazyPart(async () => (await import('./forgot-dialog.tsx')).ForgotDialog, null)

/** What is wrong with which field, as the keys of texts. */
type Lacks = { email?: string; password?: string }

const findLacks = ({ email, password }: Record<'email' | 'password', string>): Lacks => ({
  ...(isEmail(email) ? {} : { email: 'proper_email' }),
  ...(password ? {} : { password: 'password_blank_messege' }),
})

const useEmailSignIn = () => {
  const { signIn } = useSession()
  const tell = useTell()
  const problem = useSignInProblem()
  const [busy, setBusy] = useState(false)
  const [lacks, setLacks] = useState<Lacks>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const input = { email: readFormText(form, 'email').trim(), password: readFormText(form, 'password') }
    // the fields are empty after every try
    form.reset()
    const wrong = checkSignIn(input)
    const found = wrong ? findLacks(input) : {}
    setLacks(found)
    const first = form.querySelector<HTMLElement>(`[name=${found.email ? 'email' : 'password'}]`)
    if (wrong) return tell(wrong, { focusAfter: () => first })
    setBusy(true)
    signIn(input.email, input.password)
      .catch(problem)
      .finally(() => setBusy(false))
  }
  return { busy, lacks, submit }
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
  const { busy, lacks, submit } = useEmailSignIn()
  const { form, asked, ask, close } = useForgotten()
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            name="email"
            type="email"
            label={t('email')}
            error={lacks.email && t(lacks.email)}
            autoComplete="username"
            inputMode="email"
            dir="ltr"
          />
          <PasswordInput
            name="password"
            error={lacks.password && t(lacks.password)}
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
