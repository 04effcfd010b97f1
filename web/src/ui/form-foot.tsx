// The foot of a form: what it is for, and in a dialog the way back.
import { Button, Group } from '@mantine/core'
import { useText } from './text.ts'

type FormFootProps = {
  label: string
  busy: boolean
  danger?: boolean
  disabled?: boolean
  /** of a form in a dialog */
  onCancel?: () => void
  /** of the way back, unless it is to cancel */
  cancelLabel?: string
  /** a dialog opens with the way back in focus, where what it is for cannot be undone */
  focusCancel?: boolean
}

export const FormFoot = ({ label, busy, danger = false, disabled = false, onCancel, ...back }: FormFootProps) => {
  const t = useText()
  return (
    <Group justify={onCancel ? 'flex-end' : 'flex-start'}>
      {onCancel && (
        <Button variant="default" size="md" disabled={busy} onClick={onCancel} data-autofocus={back.focusCancel || undefined}>
          {back.cancelLabel ?? t('cancel')}
        </Button>
      )}
      <Button type="submit" color={danger ? 'danger' : 'primary'} size="md" loading={busy} disabled={disabled}>
        {label}
      </Button>
    </Group>
  )
}
