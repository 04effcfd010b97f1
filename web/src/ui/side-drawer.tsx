// A panel from the start side, on the browser's own dialog: focus and Escape are its business.
import { CloseButton } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './side-drawer.module.css'
import { useText } from './text.ts'

type SideDrawerProps = {
  opened: boolean
  label: string
  /** px */
  width: number
  onClose: () => void
  children: ReactNode
}

export const SideDrawer = ({ opened, label, width, onClose, children }: SideDrawerProps) => {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === opened) return
    if (opened) element.showModal()
    else element.close()
  }, [opened])
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      style={{ width }}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.inside}>
        <CloseButton size="lg" aria-label={t('close')} onClick={onClose} className={styles.close} />
        {children}
      </div>
    </dialog>
  )
}
