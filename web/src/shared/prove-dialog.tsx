// Asks once more who one is: by the password, or by a code of the second factor.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { prove } from '@wayfare/contract/sign-in'
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { useWrite } from '../api/use-write.ts'
import { useT } from '../i18n/provider.tsx'
import { toLatinDigits } from './code-text.ts'
import { useSignOut } from './use-sign-out.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'

type ProveDialogProps = { opened: boolean; onDone: (proved: boolean) => void }

/** Signing in is a proof as well, and the only one of those who never had a password. */
const SignInAgain = () => {
  const t = useT()
  const leave = useSignOut()
  return (
    <Stack gap="xs" align="start">
      <Text size="sm" c="dimmed">
        {t('prove_no_password')}
      </Text>
      <Button variant="default" size="md" onClick={leave}>
        {t('prove_sign_in_again')}
      </Button>
    </Stack>
  )
}

const ProofField = ({ isCode, field }: { isCode: boolean; field: object }) => {
  const t = useT()
  return isCode ? (
    <TextInput
      key="code"
      {...field}
      label={t('factor_any_code')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      autoFocus
    />
  ) : (
    <PasswordInput
      key="password"
      {...field}
      label={t('password')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('password_show') }}
    />
  )
}

/** Whose session ended meanwhile is asked as most are. */
const nobody = { hasPassword: true, secondFactor: false, loginType: 'email' }

const ProofForm = ({ onDone }: { onDone: (proved: boolean) => void }) => {
  const t = useT()
  const { me } = useSession()
  const { hasPassword, secondFactor, loginType } = me ?? nobody
  const [isCode, setCode] = useState(!hasPassword)
  const { send } = useWrite(prove)
  const form = useForm(
    { typed: '' },
    {
      check: ({ typed }) => (typed.trim() === '' ? { typed: isCode ? 'second_factor_needed' : 'password_blank_messege' } : {}),
      send: async ({ typed }) => {
        await send(isCode ? { code: toLatinDigits(typed) } : { password: typed })
        onDone(true)
      },
      at: 'typed',
    },
  )
  const swap = () => {
    setCode(!isCode)
    form.set({ typed: '' })
  }
  const mayType = hasPassword || secondFactor
  const { name: _name, ...field } = { ...form.text('typed'), 'data-autofocus': true }
  return (
    <Form form={form}>
      <Text>{t('prove_text')}</Text>
      {mayType && <ProofField isCode={isCode} field={field} />}
      {secondFactor && hasPassword && (
        <Anchor component="button" type="button" ta="start" mih="var(--wf-touch)" onClick={swap}>
          {t(isCode ? 'prove_use_password' : 'second_factor_use_app')}
        </Anchor>
      )}
      {(!hasPassword || loginType !== 'email') && <SignInAgain />}
      {mayType ? (
        <FormFoot label={t('prove_confirm')} busy={form.busy} onCancel={() => onDone(false)} />
      ) : (
        <Button variant="subtle" size="md" ms="auto" onClick={() => onDone(false)}>
          {t('cancel')}
        </Button>
      )}
    </Form>
  )
}

export const ProveDialog = ({ opened, onDone }: ProveDialogProps) => {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={() => onDone(false)} title={t('prove_title')} zIndex={300}>
      <ProofForm onDone={onDone} />
    </Dialog>
  )
}
