// Asks before so many changes are left unsaved.
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useText } from './text.ts'

type LeaveQuestionProps = { opened: boolean; changed: number; onLeave: () => void; onStay: () => void }

export const LeaveQuestion = ({ opened, changed, onLeave, onStay }: LeaveQuestionProps) => {
  const t = useText()
  return (
    <ConfirmDialog
      opened={opened}
      title={t('settings_leave_title')}
      confirmLabel={t('settings_leave')}
      danger
      onConfirm={onLeave}
      onClose={onStay}
    >
      {t('settings_leave_text', { count: changed })}
    </ConfirmDialog>
  )
}
