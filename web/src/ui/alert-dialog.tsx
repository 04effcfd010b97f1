// Titled for what it says, with a 'Close' button; a second button when there is something to do about it.
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'
import { useText } from './text.ts'

type Deed = { label: string; run: () => void }

export type AlertContent = {
  message: string
  /** what it is about, in few words */
  title: string
  /** the key of a failure */
  code?: string | undefined
  /** what to quote when asking for help */
  requestId?: string | undefined
  action?: Deed | undefined
  /** another way, beside the action */
  other?: Deed | undefined
  onClose?: (() => void) | undefined
  /** the field that has the focus once it is closed; without one that is where it was before */
  focusAfter?: (() => HTMLElement | null) | undefined
}

type AlertDialogProps = { content: AlertContent; opened: boolean; onHide: () => void }

export const AlertDialog = ({ content, opened, onHide }: AlertDialogProps) => {
  const t = useText()
  const { action, other } = content
  const close = () => {
    onHide()
    content.onClose?.()
  }
  const act = ({ run }: Deed) => {
    onHide()
    run()
  }
  return (
    <Dialog opened={opened} onClose={close} title={content.title} zIndex={400}>
      <Stack>
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{content.message}</Text>
        {content.code && (
          <Text size="sm" c="dimmed" component="div">
            {t('problem_code')} <Code dir="ltr">{content.code}</Code>
          </Text>
        )}
        {content.requestId && (
          <Text size="sm" c="dimmed">
            {t('quote_request_id', { id: content.requestId })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant={action ? 'default' : 'filled'} onClick={close} data-autofocus={!action || undefined}>
            {t('close')}
          </Button>
          {other && (
            <Button variant="default" onClick={() => act(other)}>
              {other.label}
            </Button>
          )}
          {action && (
            <Button onClick={() => act(action)} data-autofocus>
              {action.label}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
