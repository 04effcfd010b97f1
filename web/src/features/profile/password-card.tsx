// A new password for one who knows the old one; who signs in another way can have one sent for.
import { Button, PasswordInput, Text } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import { changePassword, forgotPassword } from '@wayfare/contract/sign-in'
import { checkPassword } from '@wayfare/core/checks'
import { useState, type FormEvent } from 'react'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { focusFirst } from '../../shared/focus-first.ts'

type Wrong = { current?: string; password?: string }

const refusalOf = (cause: unknown): Wrong => {
  const key = isCallError(cause) ? cause.key : ''
  if (key === 'password_wrong') return { current: key }
  return key.startsWith('password_') ? { password: key } : {}
}

const useChange = () => {
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const problem = useProblem()
  const { send, busy } = useWrite(changePassword, { toast: useT()('profile_password_changed'), stale: [queryKeys.sessions] })
  const [typed, setTyped] = useState({ current: '', password: '' })
  const [wrong, setWrong] = useState<Wrong>({})
  const check = (): Wrong => {
    const found = checkPassword(typed.password, rule)
    return { ...(typed.current === '' ? { current: 'password_blank_messege' } : {}), ...(found ? { password: found } : {}) }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const show = (found: Wrong): boolean => {
      setWrong(found)
      setTimeout(() => focusFirst(form, found))
      return Object.keys(found).length > 0
    }
    if (show(check())) return
    const refuse = (cause: unknown) => {
      if (!show(refusalOf(cause))) problem(cause)
    }
    void send(typed).then(() => setTyped({ current: '', password: '' }), refuse)
  }
  const set = (field: keyof Wrong, value: string) => {
    setTyped((now) => ({ ...now, [field]: value }))
    setWrong(({ [field]: _mended, ...rest }) => rest)
  }
  return { rule, typed, wrong, busy, submit, set }
}

/** Those of other ways in get a link by mail; the page behind it sets a password. */
const ByMail = ({ me }: { me: Me }) => {
  const t = useT()
  const { run, busy, reply } = useWrite(forgotPassword, { refuse: useProblem() })
  const email = me.email.trim()
  if (email === '') return <Text c="dimmed">{t('profile_password_no_email')}</Text>
  return (
    <>
      <Text role="status">{reply ? chooseMailText(t, 'verify_sent', reply.mail) : t('profile_password_by_mail')}</Text>
      <Button
        variant="default"
        size="md"
        loading={busy}
        disabled={reply !== null}
        onClick={() => void run({ email })}
        style={{ justifySelf: 'start' }}
      >
        {t('forgot_send')}
      </Button>
    </>
  )
}

const ChangeForm = ({ email }: { email: string }) => {
  const t = useT()
  const { rule, typed, wrong, busy, submit, set } = useChange()
  const field = (name: keyof Wrong) => ({
    name,
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    error: wrong[name] && t(wrong[name]),
    maxLength: 200,
    visibilityToggleButtonProps: { 'aria-label': t('password_show') },
  })
  return (
    <form onSubmit={submit} noValidate style={{ display: 'grid', gap: 16 }} aria-labelledby="password-title">
      {/* for the keeper of passwords, which asks whose it is */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput {...field('current')} label={t('profile_password_current')} autoComplete="current-password" />
      <PasswordInput
        {...field('password')}
        label={t('reset_new_password')}
        description={t(rule === 'modern' ? 'password_hint_modern' : 'password_hint')}
        autoComplete="new-password"
      />
      <Button type="submit" size="md" loading={busy} style={{ justifySelf: 'start' }}>
        {t('profile_password_change')}
      </Button>
    </form>
  )
}

export const PasswordCard = ({ me }: { me: Me }) => {
  const t = useT()
  const hasPassword = me.loginType === 'email'
  return (
    <SubjectCard id="password" title={t('password')} text={hasPassword ? t('profile_password_text') : undefined}>
      {hasPassword ? <ChangeForm email={me.email} /> : <ByMail me={me} />}
    </SubjectCard>
  )
}
