// A toast that says what was done and takes it back.
import { Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useT } from '../../i18n/provider.tsx'
import { useNotify } from '../../ui/use-notify.ts'

const undoMs = 12_000

/** One toast for each `key`. */
export const useUndoToast = () => {
  const t = useT()
  const notify = useNotify()
  return (key: string, text: string, undo: () => Promise<unknown>) => {
    const id = `undo ${key}`
    const takeBack = () => {
      notifications.hide(id)
      void undo()
    }
    notify(text, {
      id,
      atLeastMs: undoMs,
      body: (
        <Stack gap={4} align="start">
          <Text size="sm">{text}</Text>
          <Button variant="light" onClick={takeBack}>
            {t('undo')}
          </Button>
        </Stack>
      ),
    })
  }
}
