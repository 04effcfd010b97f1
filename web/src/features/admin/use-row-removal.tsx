// Asks by name before a row goes; the row is busy while it does. What can be restored can be taken back for a while.
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useUndo } from '../../ui/undo.tsx'

/** `restore` gives back what `onRemove` took away; without it there is no way back. */
export const useRowRemoval = <Row,>(
  nameOf: (row: Row) => string,
  onRemove: (row: Row) => Promise<boolean>,
  restore?: (row: Row) => Promise<unknown>,
) => {
  const t = useT()
  const offerUndo = useUndo()
  const [asked, setAsked] = useState<Row | null>(null)
  const remove = async (row: Row) => {
    if ((await onRemove(row)) && restore) offerUndo(nameOf(row), () => restore(row))
  }
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      danger
      title={t('table_remove_title', { name: asked === null ? '' : nameOf(asked) })}
      confirmLabel={t('table_remove')}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        if (asked !== null) void remove(asked)
        setAsked(null)
      }}
    >
      {t(restore ? 'table_remove_undo' : 'table_remove_text')}
    </ConfirmDialog>
  )
  return { ask: (row: Row) => setAsked(row), dialog }
}
