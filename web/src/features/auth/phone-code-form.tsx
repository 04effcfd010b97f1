// The code that came to the phone: how long it is good, how many tries are left, and the way to another one.
import { Button, Stack, Text } from '@mantine/core'
import { checkOtp } from '@wayfare/core/checks'
import { useRef, useState, type FormEvent } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { formatClock, useNow } from '../../shared/use-now.ts'
import { CodeInput } from './code-input.tsx'
import { isSpent, mostTries, type SentCode } from './use-phone-sign-in.ts'

type PhoneCodeFormProps = {
  sent: SentCode
  busy: boolean
  onCode: (otp: string) => void
  onAgain: () => void
  onCancel: () => void
}

/** Made anew for each code and each try of it: the field is then empty and in focus. */
export const PhoneCodeForm = ({ sent, busy, onCode, onAgain, onCancel }: PhoneCodeFormProps) => {
  const t = useT()
  const now = useNow(1000)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const spent = isSpent(sent, now)
  const waitMs = sent.againAt - now
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (spent) return
    const problem = checkOtp(code)
    setWrong(problem)
    if (problem) return field.current?.focus()
    onCode(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text role="status">
          {t('code_sent_to')} <bdi dir="ltr">{sent.mobile}</bdi>
        </Text>
        <CodeInput
          ref={field}
          label={t('code_label')}
          description={spent ? undefined : t('code_good_for', { time: formatClock(sent.expiresAt - now) })}
          error={wrong ? t(wrong) : undefined}
          value={code}
          onChange={setCode}
        />
        <Text size="sm" role="status" c={spent ? 'var(--mantine-color-error)' : undefined}>
          {spent ? t('code_expired') : sent.triesLeft < mostTries && t('code_tries_left', { count: sent.triesLeft })}
        </Text>
        {!spent && (
          <Button type="submit" size="lg" loading={busy} fullWidth>
            {t('sign_in')}
          </Button>
        )}
        <Button
          variant={spent ? 'filled' : 'default'}
          size="md"
          mih="var(--wf-touch)"
          disabled={busy || waitMs > 0}
          onClick={onAgain}
        >
          {waitMs > 0 ? t('code_again_in', { time: formatClock(waitMs + 999) }) : t('code_again')}
        </Button>
        <Button variant="default" size="md" mih="var(--wf-touch)" disabled={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Stack>
    </form>
  )
}
