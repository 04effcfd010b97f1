// A row of a table as a form beside it: for what has too many fields to be written in its place. Only its own button throws away what
// was typed without a question.
import { Button, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import styles from './form-drawer.module.css'
import { useText } from './text.ts'
import { DrawerFoot } from './drawer-foot.tsx'
import { Drawer } from './drawer.tsx'
import { FootButtons } from './foot-buttons.tsx'
import { Form } from './form.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import type { FormState } from './use-form.ts'

type FormDrawerProps = {
  title: string
  form: Pick<FormState<object>, 'element' | 'submit' | 'changed'>
  busy: boolean
  onClose: () => void
  /** instead of saving, the main thing to do with what is typed; saving then stands beside it */
  main?: { label: string; icon: ReactNode; disabled: boolean; onPress: () => void }
  saveLabel?: string
  children: ReactNode
}

export const FormDrawer = ({ title, form, busy, onClose, main, saveLabel, children }: FormDrawerProps) => {
  const t = useText()
  const [asking, setAsking] = useState(false)
  useFocusReturn()
  const close = () => {
    if (busy) return
    if (form.changed > 0) setAsking(true)
    else onClose()
  }
  return (
    <Drawer
      opened
      onClose={close}
      size={560}
      title={title}
      closeOnClickOutside={false}
      classNames={{ content: styles.content ?? '' }}
    >
      <Form form={form} className={styles.form} aria-busy={busy}>
        <Stack gap="md">
          {children}
          <DrawerFoot>
            <FootButtons label={saveLabel ?? t('save')} busy={busy} light={main !== undefined} onCancel={onClose} />
            {main && (
              <Button size="md" leftSection={main.icon} disabled={main.disabled || busy} onClick={main.onPress}>
                {main.label}
              </Button>
            )}
          </DrawerFoot>
        </Stack>
      </Form>
      <LeaveQuestion opened={asking} changed={form.changed} onLeave={onClose} onStay={() => setAsking(false)} />
    </Drawer>
  )
}
