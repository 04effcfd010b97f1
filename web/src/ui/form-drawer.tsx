// A row of a table as a form beside it: for what has too many fields to be written in its place.
import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './form-drawer.module.css'
import { useText } from './text.ts'
import { Drawer } from './drawer.tsx'

type FormDrawerProps = {
  opened: boolean
  title: string
  busy: boolean
  /** what is wrong, by field: the first one takes the focus after a try to save */
  problems: object
  onSave: () => void
  onClose: () => void
  /** instead of saving, the main thing to do with what is typed; saving then stands beside it */
  main?: { label: string; icon: ReactNode; disabled: boolean; onPress: () => void }
  saveLabel?: string
  children: ReactNode
}

/** The focus goes back to where it was, however the drawer goes. */
const useFocusReturn = () => {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    return () => {
      setTimeout(() => before instanceof HTMLElement && before.focus({ preventScroll: true }), 20)
    }
  }, [before])
}

export const FormDrawer = ({ opened, title, busy, problems, onSave, onClose, main, saveLabel, children }: FormDrawerProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const asked = useRef(false)
  useFocusReturn()
  useEffect(() => {
    if (!asked.current || Object.keys(problems).length === 0) return
    asked.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  return (
    <Drawer
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      size={560}
      title={title}
      closeOnClickOutside={false}
      classNames={{ content: styles.content ?? '' }}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          asked.current = true
          if (!busy) onSave()
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end" mt="sm" className={styles.deeds ?? ''}>
            <Button variant="default" size="md" onClick={onClose} disabled={busy}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="md" variant={main ? 'light' : 'filled'} loading={busy}>
              {saveLabel ?? t('save')}
            </Button>
            {main && (
              <Button
                size="md"
                leftSection={main.icon}
                disabled={main.disabled || busy}
                onClick={() => {
                  asked.current = true
                  main.onPress()
                }}
              >
                {main.label}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
