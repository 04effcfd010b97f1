// The second step of any sign-in: a code of the authenticator app, or one of the backup codes.
import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { signInSecondFactor } from '@wayfare/contract/sign-in-second-factor'
import { isCallError } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useSignInProblem } from '../../shared/use-sign-in-problem.ts'
import { useAlert } from '../../ui/dialogs.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './auth.module.css'
import { CodeInput } from './code-input.tsx'
import { codeLength, toLatinDigits } from '../../shared/code-text.ts'

type SecondFactorFormProps = {
  pending: string
  /** back to the ways in: given up, or no longer possible */
  onLeave: () => void
}

const useSecondStep = ({ pending, onLeave }: SecondFactorFormProps) => {
  const t = useT()
  const { enter } = useSession()
  const alert = useAlert()
  const problem = useSignInProblem()
  const { send } = useWrite(signInSecondFactor)
  const tell = (cause: unknown) => {
    const key = isCallError(cause) ? cause.key : null
    // a network that failed may be tried again, everything else begins anew
    if (isCallError(cause) && cause.status >= 400 && cause.status < 500 && key !== 'rate_limited') onLeave()
    if (key === 'code_expired') return alert(t('second_factor_late'), { title: t('second_factor_late_title') })
    problem(cause)
  }
  const form = useForm(
    { code: '', isBackup: false },
    {
      check: ({ code, isBackup }) => {
        const typed = toLatinDigits(code).trim()
        return typed === '' || (!isBackup && typed.length < codeLength) ? { code: 'second_factor_needed' } : {}
      },
      send: async ({ code }) => enter((await send({ pending, code: toLatinDigits(code).trim() })).me),
      refused: (key) => {
        form.change((draft) => ({ ...draft, code: '' }))
        return key === 'second_factor_wrong' ? { code: key } : {}
      },
      tell,
    },
  )
  return form
}

export const SecondFactorForm = (props: SecondFactorFormProps) => {
  const t = useT()
  const form = useSecondStep(props)
  const { isBackup } = form.draft
  const { error, value } = form.text('code')
  return (
    <Form form={form}>
      <Text>{t(isBackup ? 'second_factor_backup_text' : 'second_factor_text')}</Text>
      {isBackup ? (
        <TextInput
          {...form.text('code')}
          label={t('second_factor_backup_label')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          size="lg"
          dir="ltr"
          classNames={{ input: styles.backupCode ?? '' }}
        />
      ) : (
        <CodeInput label={t('second_factor_label')} error={error} value={value} onChange={(code) => form.set({ code })} />
      )}
      <Button type="submit" size="lg" loading={form.busy} fullWidth>
        {t('sign_in')}
      </Button>
      <Anchor
        component="button"
        type="button"
        ta="center"
        mih="var(--wf-touch)"
        onClick={() => form.set({ isBackup: !isBackup, code: '' })}
      >
        {t(isBackup ? 'second_factor_use_app' : 'second_factor_use_backup')}
      </Anchor>
      <Button variant="default" size="md" mih="var(--wf-touch)" disabled={form.busy} onClick={props.onLeave}>
        {t('cancel')}
      </Button>
    </Form>
  )
}
