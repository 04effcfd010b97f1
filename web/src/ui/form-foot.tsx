// The foot of a form or a question: what it is for, and in a dialog the way back.
import { Group } from '@mantine/core'
import { FootButtons, type FootButtonsProps } from './foot-buttons.tsx'

export const FormFoot = (props: FootButtonsProps) => (
  <Group justify={props.onCancel ? 'flex-end' : 'flex-start'}>
    <FootButtons {...props} />
  </Group>
)
