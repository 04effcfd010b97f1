// Asks before something that cannot be taken back.
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureNote } from './failure-note.tsx'
import { Dialog } from './dialog.tsx'
import { FormFoot } from './form-foot.tsx'
import { useText } from './text.ts'

type ConfirmDialogProps = {
  opened: boolean
  title: string
  /** what will happen, and to what */
  children: ReactNode
  confirmLabel: string
  danger?: boolean
  busy?: boolean
  /** what is done on yes: whether it is being done, and why it was refused */
  write?: { busy: boolean; cause: unknown; forget: () => void }
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDialog = ({ write, busy = write?.busy ?? false, ...props }: ConfirmDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <Stack>
        {write && <FailureNote cause={write.cause} onClose={write.forget} />}
        <Text component="div">{props.children}</Text>
        <FormFoot
          small
          label={props.confirmLabel}
          danger={props.danger ?? false}
          busy={busy}
          cancelLabel={t('back')}
          onPress={props.onConfirm}
          onCancel={props.onClose}
        />
      </Stack>
    </Dialog>
  )
}
