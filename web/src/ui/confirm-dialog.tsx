// Asks before something that cannot be taken back.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureNote } from './failure-note.tsx'
import { Dialog } from './dialog.tsx'
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
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose} disabled={busy}>
            {t('back')}
          </Button>
          <Button color={props.danger ? 'danger' : 'primary'} loading={busy} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
