// Setting up the second factor: scan, confirm by a code, keep the backup codes. Each step stands alone.
import { Button, Code, CopyButton, Group, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { confirmSecondFactor } from '@wayfare/contract/sign-in-second-factor'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { codeLength, readCode } from '../../shared/code-text.ts'
import { BackupCodes } from './backup-codes.tsx'
import classes from './profile.module.css'
import { QrCode } from './qr-code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'

type Laid = { uri: string; secret: string }
type FactorDialogProps = { laid: Laid | null; onDone: () => void; onClose: () => void }

/** In groups of four, as people type. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

const Secret = ({ secret }: { secret: string }) => {
  const t = useT()
  return (
    <div>
      <Text size="sm">{t('factor_secret')}</Text>
      <Group gap="xs">
        <Code dir="ltr" className={classes.secret}>
          {inFours(secret)}
        </Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              variant="subtle"
              size="md"
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              <span role="status">{t(copied ? 'copied' : 'copy')}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  )
}

type SetUpProps = { laid: Laid; onCodes: (codes: string[]) => void; onClose: () => void }

const SetUp = ({ laid, onCodes, onClose }: SetUpProps) => {
  const t = useT()
  const { send } = useWrite(confirmSecondFactor)
  const form = useForm(
    { code: '' },
    {
      check: ({ code }) => (code.length < codeLength ? { code: 'second_factor_needed' } : {}),
      send: async ({ code }) => onCodes((await send({ code })).backupCodes),
      at: 'code',
    },
  )
  return (
    <Form form={form}>
      <Text>{t('factor_scan')}</Text>
      <QrCode text={laid.uri} label={t('factor_qr')} className={classes.qr} />
      <Secret secret={laid.secret} />
      <TextInput
        {...form.text('code')}
        label={t('second_factor_label')}
        description={t('factor_confirm_text')}
        onChange={(event) => form.set({ code: readCode(event.currentTarget.value) })}
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        data-autofocus
      />
      <FormFoot label={t('factor_turn_on')} busy={form.busy} onCancel={onClose} />
    </Form>
  )
}

export const FactorDialog = ({ laid, onDone, onClose }: FactorDialogProps) => {
  const t = useT()
  const [last, setLast] = useState<Laid | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (laid && laid !== last) {
    setLast(laid)
    setCodes(null)
  }
  const close = codes ? onDone : onClose
  return (
    <Dialog
      opened={laid !== null}
      onClose={close}
      // codes that are shown once do not go away by a slip
      closeOnClickOutside={false}
      closeOnEscape={codes === null}
      title={t(codes ? 'factor_codes_title' : 'factor_title')}
    >
      {codes ? <BackupCodes codes={codes} onDone={onDone} /> : last && <SetUp laid={last} onCodes={setCodes} onClose={onClose} />}
    </Dialog>
  )
}
