// The second step of any sign-in: a code of the authenticator app, or one of the backup codes.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { signInSecondFactor } from '@wayfare/contract/sign-in-second-factor'
import { useRef, useState, type FormEvent } from 'react'
import { isCallError } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useSignInProblem } from '../../shared/use-sign-in-problem.ts'
import { useAlert } from '../../ui/dialogs.tsx'
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
  const [wrong, setWrong] = useState<string | null>(null)
  const refuse = (cause: unknown) => {
    const key = isCallError(cause) ? cause.key : null
    if (key === 'second_factor_wrong') return setWrong(key)
    // a network that failed may be tried again, everything else begins anew
    if (isCallError(cause) && cause.status >= 400 && cause.status < 500 && key !== 'rate_limited') onLeave()
    if (key === 'code_expired') return alert(t('second_factor_late'))
    problem(cause)
  }
  const { run, busy } = useWrite(signInSecondFactor, { refuse })
  const send = async (code: string) => {
    setWrong(null)
    const done = await run({ pending, code })
    if (done) enter(done.me)
  }
  return { busy, wrong, setWrong, send }
}

export const SecondFactorForm = (props: SecondFactorFormProps) => {
  const t = useT()
  const { busy, wrong, setWrong, send } = useSecondStep(props)
  const [isBackup, setBackup] = useState(false)
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = toLatinDigits(code).trim()
    if (typed === '' || (!isBackup && typed.length < codeLength)) {
      setWrong('second_factor_needed')
      return focus()
    }
    void send(typed).then(() => {
      setCode('')
      focus()
    })
  }
  const swap = () => {
    setBackup(!isBackup)
    setCode('')
    setWrong(null)
  }
  const error = wrong ? t(wrong) : undefined
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <Text>{t(isBackup ? 'second_factor_backup_text' : 'second_factor_text')}</Text>
        {isBackup ? (
          <TextInput
            name="code"
            label={t('second_factor_backup_label')}
            error={error}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            size="lg"
            dir="ltr"
            classNames={{ input: styles.backupCode ?? '' }}
          />
        ) : (
          <CodeInput label={t('second_factor_label')} error={error} value={code} onChange={setCode} />
        )}
        <Button type="submit" size="lg" loading={busy} fullWidth>
          {t('sign_in')}
        </Button>
        <Anchor component="button" type="button" ta="center" mih={44} onClick={swap}>
          {t(isBackup ? 'second_factor_use_app' : 'second_factor_use_backup')}
        </Anchor>
        <Button variant="default" size="md" mih={44} disabled={busy} onClick={props.onLeave}>
          {t('cancel')}
        </Button>
      </Stack>
    </form>
  )
}
