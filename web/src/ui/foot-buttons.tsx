// The way back, and what a form or a question is for: the buttons at its end, wherever that is.
import { Button } from '@mantine/core'
import { useText } from './text.ts'

export type FootButtonsProps = {
  label: string
  busy: boolean
  danger?: boolean
  disabled?: boolean
  /** what the button does where there is no form to send */
  onPress?: () => void
  /** of what can be left: a dialog, a drawer, a row */
  onCancel?: () => void
  /** of the way back, unless it is to cancel */
  cancelLabel?: string
  /** where a dialog opens with the focus: at the way back where what it is for cannot be undone */
  focus?: 'cancel' | 'deed'
  /** as in the row of a table, or under one sentence */
  small?: boolean
  /** something else that stands beside is what is done mostly */
  light?: boolean
}

export const FootButtons = ({ label, busy, onPress, onCancel, cancelLabel, focus, ...props }: FootButtonsProps) => {
  const t = useText()
  const size = props.small ? {} : { size: 'md' }
  return (
    <>
      {onCancel && (
        <Button {...size} variant="default" disabled={busy} onClick={onCancel} data-autofocus={focus === 'cancel' || undefined}>
          {cancelLabel ?? t('cancel')}
        </Button>
      )}
      <Button
        {...size}
        {...(onPress ? { onClick: onPress } : { type: 'submit' })}
        variant={props.light ? 'light' : 'filled'}
        color={props.danger ? 'danger' : 'primary'}
        loading={busy}
        disabled={props.disabled ?? false}
        data-autofocus={focus === 'deed' || undefined}
      >
        {label}
      </Button>
    </>
  )
}
