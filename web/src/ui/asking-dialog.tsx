// A form in a dialog that asks before it does anything. What is wrong takes the focus, and a refusal stands above the buttons.
import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { FailureNote } from './failure-note.tsx'
import { useText } from './text.ts'
import { useAsking } from './use-asking.ts'

type AskingDialogProps = {
  title: string
  /** what the deed is called */
  label: string
  write: { busy: boolean; cause: unknown; forget: () => void }
  /** shows what is wrong and returns it, by the names of the fields */
  check: () => object
  send: () => Promise<unknown>
  /** what will happen, and to what */
  question: { title: string; text: string }
  danger?: boolean
  disabled?: boolean
  onClose: () => void
  children: ReactNode
}

export const AskingDialog = ({ title, label, write, check, send, question, onClose, children, ...props }: AskingDialogProps) => {
  const t = useText()
  const asking = useAsking()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [first] = Object.keys(check())
    if (first) return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    if (await asking.ask()) await send()
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {children}
          <FailureNote cause={write.cause} onClose={write.forget} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" mih={48} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="md" mih={48} loading={write.busy} disabled={props.disabled ?? false}>
              {label}
            </Button>
          </Group>
          <ConfirmDialog
            opened={asking.asking}
            title={question.title}
            confirmLabel={label}
            danger={props.danger ?? false}
            onConfirm={asking.yes}
            onClose={asking.no}
          >
            {question.text}
          </ConfirmDialog>
        </Stack>
      </form>
    </Dialog>
  )
}
