// A new password for one who knows the old one; who signs in another way can have one sent for.
import { Button, PasswordInput, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import { changePassword, forgotPassword } from '@wayfare/contract/accounts-sign-in'
import { checkPassword } from '@wayfare/core/checks'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { mailText } from '../../shared/mail-text.ts'
import type { Sent } from '../../shared/mail-text.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { useSayDone } from '../../shared/say-done.ts'

type Wrong = { current?: string; password?: string }

const refusalOf = (cause: unknown): Wrong => {
  const key = isCallError(cause) ? cause.key : ''
  if (key === 'password_wrong') return { current: key }
  return key.startsWith('password_') ? { password: key } : {}
}

const useChange = () => {
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const client = useQueryClient()
  const problem = useProblem()
  const sayDone = useSayDone()
  const [typed, setTyped] = useState({ current: '', password: '' })
  const [wrong, setWrong] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)
  const check = (): Wrong => {
    const found = checkPassword(typed.password, rule)
    return { ...(typed.current === '' ? { current: 'password_blank_messege' } : {}), ...(found ? { password: found } : {}) }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const show = (found: Wrong): boolean => {
      setWrong(found)
      const [first] = Object.keys(found)
      setTimeout(() => first && form.querySelector<HTMLElement>(`[name=${first}]`)?.focus())
      return first !== undefined
    }
    if (show(check())) return
    setBusy(true)
    const refuse = (cause: unknown) => {
      if (!show(refusalOf(cause))) problem(cause)
    }
    call(changePassword, typed)
      .then(() => {
        setTyped({ current: '', password: '' })
        sayDone('profile_password_changed')
        void client.invalidateQueries({ queryKey: queryKeys.sessions })
      }, refuse)
      .finally(() => setBusy(false))
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
  const problem = useProblem()
  const [state, setState] = useState<'open' | 'busy' | Sent>('open')
  const email = me.email.trim()
  if (email === '') return <Text c="dimmed">{t('profile_password_no_email')}</Text>
  const send = () => {
    setState('busy')
    call(forgotPassword, { email }).then(
      ({ mail }) => setState({ mail }),
      (cause: unknown) => {
        setState('open')
        problem(cause)
      },
    )
  }
  return (
    <>
      <Text role="status">
        {typeof state === 'object' ? mailText(t, 'verify_sent', state.mail) : t('profile_password_by_mail')}
      </Text>
      <Button
        variant="default"
        size="md"
        loading={state === 'busy'}
        disabled={typeof state === 'object'}
        onClick={send}
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
    size: 'md' as const,
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
