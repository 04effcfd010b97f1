// Asks before something that cannot be taken back.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
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
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <Stack>
        <Text component="div">{props.children}</Text>
        <Group justify="flex-end">
          <Button variant="default" mih={44} onClick={props.onClose} disabled={props.busy ?? false}>
            {t('back')}
          </Button>
          <Button mih={44} color={props.danger ? 'danger' : 'primary'} loading={props.busy ?? false} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
