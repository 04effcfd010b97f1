// A new password for one who knows the old one; who signs in another way can have one sent for.
import { Button, PasswordInput, Text } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import { changePassword, forgotPassword } from '@wayfare/contract/sign-in'
import { checkPassword } from '@wayfare/core/checks'
import { queryKeys } from '../../api/query-client.ts'
import { useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { useForm } from '../../ui/use-form.ts'

const noPasswords = { current: '', password: '' }

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

const refusedFields = (key: string) => {
  if (key === 'password_wrong') return { current: key }
  return key.startsWith('password_') ? { password: key } : {}
}

const ChangeForm = ({ email }: { email: string }) => {
  const t = useT()
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const { send } = useWrite(changePassword, { toast: t('profile_password_changed'), stale: [queryKeys.sessions] })
  const form = useForm(noPasswords, {
    check: ({ current, password }) => {
      const found = checkPassword(password, rule)
      return { ...(current === '' ? { current: 'password_blank_messege' } : {}), ...(found ? { password: found } : {}) }
    },
    send: async (draft) => {
      await send(draft)
      form.set(noPasswords)
    },
    refused: refusedFields,
  })
  const hidden = { maxLength: 200, visibilityToggleButtonProps: { 'aria-label': t('password_show') } }
  return (
    <Form form={form} aria-labelledby="password-title">
      {/* for the keeper of passwords, which asks whose it is */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        {...form.text('current')}
        {...hidden}
        label={t('profile_password_current')}
        autoComplete="current-password"
      />
      <PasswordInput
        {...form.text('password')}
        {...hidden}
        label={t('reset_new_password')}
        description={t(rule === 'modern' ? 'password_hint_modern' : 'password_hint')}
        autoComplete="new-password"
      />
      <FormFoot label={t('profile_password_change')} busy={form.busy} />
    </Form>
  )
}

export const PasswordCard = ({ me }: { me: Me }) => {
  const t = useT()
  const { hasPassword } = me
  return (
    <SubjectCard id="password" title={t('password')} text={hasPassword ? t('profile_password_text') : undefined}>
      {hasPassword ? <ChangeForm email={me.email} /> : <ByMail me={me} />}
    </SubjectCard>
  )
}
