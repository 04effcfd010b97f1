// A dialog with its title and a button to close it that fingers hit.
import { Modal, type ModalProps } from '@mantine/core'
import './modal-styles.ts'
import { useText } from './text.ts'
import { useFocusReturn } from './use-focus-return.ts'

export const Dialog = (props: ModalProps) => {
  const t = useText()
  useFocusReturn(props.opened)
  return <Modal closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }} {...props} />
}
