// A toast that says what was done and takes it back.
import { Button, Stack, Text } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { makeOnceKey } from '../../api/call.ts'
import { useT } from '../../i18n/provider.tsx'
import { useNotify } from '../../ui/use-notify.ts'

const undoMs = 12_000

/** An older one would take back what is no longer the last thing that was done. */
const hideOlder = (name: string): void => {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id } of [...shown, ...queue]) if (id?.startsWith(name)) notifications.hide(id)
}

/** One toast for each `key`, of what was done last. */
export const useUndoToast = () => {
  const t = useT()
  const notify = useNotify()
  return (key: string, text: string, undo: () => Promise<unknown>) => {
    const name = `undo ${key} `
    hideOlder(name)
    const id = name + makeOnceKey()
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
