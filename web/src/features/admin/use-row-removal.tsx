// Asks by name before a row goes; the row is busy while it does.
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export type Removal<Row> = { ask: (row: Row) => void; dialog: ReactNode }

export const useRowRemoval = <Row,>(nameOf: (row: Row) => string, onRemove: (row: Row) => void): Removal<Row> => {
  const t = useT()
  const [asked, setAsked] = useState<Row | null>(null)
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      danger
      title={t('table_remove_title', { name: asked === null ? '' : nameOf(asked) })}
      confirmLabel={t('table_remove')}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        if (asked !== null) onRemove(asked)
        setAsked(null)
      }}
    >
      {t('table_remove_text')}
    </ConfirmDialog>
  )
  return { ask: (row) => setAsked(row), dialog }
}
