// Setting up the second factor: scan, confirm by a code, keep the backup codes. Each step stands alone.
import { Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { confirmSecondFactor } from '@wayfare/contract/sign-in-second-factor'
import { useState, type FormEvent } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { codeLength, readCode } from '../../shared/code-text.ts'
import { BackupCodes } from './backup-codes.tsx'
import classes from './profile.module.css'
import { QrCode } from './qr-code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'

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

const useConfirming = (onCodes: (codes: string[]) => void) => {
  const t = useT()
  const { run, busy, refusal, forget } = useWrite(confirmSecondFactor)
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setShort(code.length < codeLength)
    const done = code.length < codeLength ? null : await run({ code })
    if (done) return onCodes(done.backupCodes)
    setTimeout(() => form.querySelector<HTMLInputElement>('[name=code]')?.focus())
  }
  const type = (text: string) => {
    setCode(readCode(text))
    setShort(false)
    forget()
  }
  return { code, busy, wrong: isShort ? t('second_factor_needed') : refusal, submit, type }
}

type SetUpProps = { laid: Laid; onCodes: (codes: string[]) => void; onClose: () => void }

const SetUp = ({ laid, onCodes, onClose }: SetUpProps) => {
  const t = useT()
  const { code, busy, wrong, submit, type } = useConfirming(onCodes)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text>{t('factor_scan')}</Text>
        <QrCode text={laid.uri} label={t('factor_qr')} className={classes.qr} />
        <Secret secret={laid.secret} />
        <TextInput
          name="code"
          label={t('second_factor_label')}
          description={t('factor_confirm_text')}
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
          error={wrong}
          autoComplete="one-time-code"
          inputMode="numeric"
          dir="ltr"
          data-autofocus
        />
        <FormFoot label={t('factor_turn_on')} busy={busy} onCancel={onClose} />
      </Stack>
    </form>
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
