// The foot of a form in a dialog: the way back, and what the form is for.
import { Button, Group } from '@mantine/core'
import { useText } from './text.ts'

type FormFootProps = {
  label: string
  busy: boolean
  danger?: boolean
  onCancel: () => void
  /** of the way back, unless it is to cancel */
  cancelLabel?: string
}

export const FormFoot = ({ label, busy, danger = false, onCancel, cancelLabel }: FormFootProps) => {
  const t = useText()
  return (
    <Group justify="flex-end">
      <Button variant="default" size="md" disabled={busy} onClick={onCancel}>
        {cancelLabel ?? t('cancel')}
      </Button>
      <Button type="submit" color={danger ? 'danger' : 'primary'} size="md" loading={busy}>
        {label}
      </Button>
    </Group>
  )
}
