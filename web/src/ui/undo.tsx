// Says that something is done and takes it back for a while. It is done already: when nobody asks in time, it stays so.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useProblem } from './dialogs.tsx'
import { useText } from './text.ts'
import { useKeys } from './use-keys.ts'
import { useNotify } from './use-notify.ts'

/** Longer while the pointer or the focus is on it (ms). */
const SHOWN_MS = 12_000

type UndoLineProps = { text: string; label: string; onUndo: () => Promise<void> }

const UndoLine = ({ text, label, onUndo }: UndoLineProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const undo = () => {
    if (busy) return
    setBusy(true)
    void onUndo().finally(() => setBusy(false))
  }
  useKeys([{ keys: 'u', label, run: undo }])
  // the row that had the focus is gone: here one goes on by keyboard
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" lineClamp={3}>
        {text}
      </Text>
      <Button ref={button} variant="light" px="md" flex="none" loading={busy} onClick={undo}>
        {label}
      </Button>
    </Group>
  )
}

/** `text` says what was done, `undone` that it was taken back; shown so long at least (ms). */
type Undoable = { text: string; undone: string; shownMs: number; undo: () => Promise<unknown> }

/** Tells of something that was done and can be taken back for a while. */
export const useUndoable = (): ((done: Undoable) => void) => {
  const t = useText()
  const notify = useNotify()
  const problem = useProblem()
  return useCallback(
    ({ text, undone, shownMs, undo }) => {
      const onUndo = async () => {
        try {
          await undo()
          notifications.hide(id)
          notify(undone)
        } catch (cause) {
          problem(cause)
        }
      }
      const id = notify(text, { atLeastMs: shownMs, body: <UndoLine text={text} label={t('undo')} onUndo={onUndo} /> })
    },
    [notify, t, problem],
  )
}

/** `name` is gone; `undo` brings it back. */
export const useUndo = (): ((name: string, undo: () => Promise<unknown>) => void) => {
  const t = useText()
  const tell = useUndoable()
  return useCallback(
    (name, undo) => tell({ text: t('table_removed', { name }), undone: t('table_restored', { name }), shownMs: SHOWN_MS, undo }),
    [tell, t],
  )
}
