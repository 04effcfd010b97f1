// The name of an icon, on hover and on focus: above it in wide windows, at its side up to 959 px. Escape takes it away.
// The icon says its name by itself, so that the tip is for the eye alone.
import { useState, type ReactNode } from 'react'
import styles from './tip.module.css'

/** `below`: for icons at the upper edge of the window, which has no room above. */
type TipProps = { label: string; below?: boolean; children: ReactNode }

export const Tip = ({ label, below, children }: TipProps) => {
  const [shown, setShown] = useState(false)
  const hide = () => setShown(false)
  return (
    <span
      className={styles.place}
      onPointerEnter={(event) => setShown(event.pointerType !== 'touch')}
      onPointerLeave={hide}
      onFocus={(event) => setShown(event.target.matches(':focus-visible'))}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {shown && (
        <span className={styles.tip} data-below={below || undefined} aria-hidden>
          {label}
        </span>
      )}
    </span>
  )
}
