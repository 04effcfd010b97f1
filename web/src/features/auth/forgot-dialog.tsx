// The mail with which one sets a new password. The answer is the same whether the address is known or not.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Delivery } from '@wayfare/contract/messages'
import { forgotPassword } from '@wayfare/contract/sign-in'
import { checkEmail } from '@wayfare/core/checks'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'

type ForgotDialogProps = { opened: boolean; typed: string; onClose: () => void }

const Sent = ({ mail, onClose }: { mail: Delivery; onClose: () => void }) => {
  const t = useT()
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

const ForgotForm = ({ typed, onClose }: Omit<ForgotDialogProps, 'opened'>) => {
  const t = useT()
  const { send, reply } = useWrite(forgotPassword)
  const form = useForm(
    { email: typed },
    {
      check: ({ email }) => {
        const wrong = checkEmail(email.trim())
        return wrong ? { email: wrong } : {}
      },
      send: ({ email }) => send({ email: email.trim() }),
      at: 'email',
    },
  )
  if (reply) return <Sent mail={reply.mail} onClose={onClose} />
  return (
    <Form form={form}>
      <Text>{t('forgot_text')}</Text>
      <TextInput
        {...form.text('email')}
        type="email"
        label={t('email')}
        autoComplete="username"
        inputMode="email"
        dir="ltr"
        data-autofocus
      />
      <FormFoot label={t('forgot_send')} busy={form.busy} onCancel={onClose} />
    </Form>
  )
}

export const ForgotDialog = ({ opened, typed, onClose }: ForgotDialogProps) => {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('forgot_title')}>
      <ForgotForm typed={typed} onClose={onClose} />
    </Dialog>
  )
}
