// The foot of a form that asks before it does anything: why it was refused last, the way back, the deed, and the question.
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FailureNote } from './failure-note.tsx'
import { useText } from './text.ts'
import type { useAsking } from './use-asking.ts'

type ConfirmedSubmitProps = {
  label: string
  write: { busy: boolean; cause: unknown; forget: () => void }
  asking: ReturnType<typeof useAsking>
  /** of the question */
  title: string
  /** what will happen, and to what */
  children: ReactNode
  danger?: boolean
  disabled?: boolean
  onCancel: () => void
}

export const ConfirmedSubmit = (props: ConfirmedSubmitProps) => {
  const t = useText()
  const { label, write, asking } = props
  return (
    <>
      <FailureNote cause={write.cause} onClose={write.forget} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" mih={48} onClick={props.onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="md" mih={48} loading={write.busy} disabled={props.disabled ?? false}>
          {label}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking.asking}
        title={props.title}
        confirmLabel={label}
        danger={props.danger ?? false}
        onConfirm={asking.yes}
        onClose={asking.no}
      >
        {props.children}
      </ConfirmDialog>
    </>
  )
}
