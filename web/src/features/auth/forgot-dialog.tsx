// The mail with which one sets a new password. The answer is the same whether the address is known or not.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { forgotPassword } from '@wayfare/contract/sign-in'
import { checkEmail } from '@wayfare/core/checks'
import { useState, type FormEvent } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { readFormText } from './form-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'

type ForgotDialogProps = { opened: boolean; typed: string; onClose: () => void }

const useForgotPassword = () => {
  const t = useT()
  const { run, busy, reply, refusal } = useWrite(forgotPassword)
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = readFormText(form, 'email').trim()
    const problem = checkEmail(email)
    setWrong(problem && t(problem))
    if (problem) return form.querySelector<HTMLInputElement>('[name=email]')?.focus()
    void run({ email })
  }
  return { busy, wrong: wrong ?? refusal, mail: reply && reply.mail, submit }
}

const Form = ({ typed, onClose }: Omit<ForgotDialogProps, 'opened'>) => {
  const t = useT()
  const { busy, wrong, mail, submit } = useForgotPassword()
  if (mail !== null) {
    return (
      <Stack>
        <Text role="status">{chooseMailText(t, 'reset_pass_msg', mail)}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose} autoFocus>
            {t('close')}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('forgot_text')}</Text>
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          defaultValue={typed}
          error={wrong}
          autoComplete="username"
          inputMode="email"
          dir="ltr"
          data-autofocus
        />
        <FormFoot label={t('forgot_send')} busy={busy} onCancel={onClose} />
      </Stack>
    </form>
  )
}

export const ForgotDialog = ({ opened, typed, onClose }: ForgotDialogProps) => {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('forgot_title')}>
      <Form typed={typed} onClose={onClose} />
    </Dialog>
  )
}
