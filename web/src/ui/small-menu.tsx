// A menu of a few entries under a button of the header. The library's menu brings 40 kB of what no first page needs.
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './small-menu.module.css'

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.findIndex((item) => item === document.activeElement)
  items[step(at, items.length)]?.focus()
}

export type SmallMenuItem = {
  key: string
  text: ReactNode
  /** stands at the end of the line */
  end?: ReactNode
  lang?: string
  dir?: 'ltr' | 'rtl'
  /** is chosen now, and has the focus first */
  isCurrent?: boolean
  onClick: () => void
}

type SmallMenuProps = {
  /** what the button is called, and what the menu */
  buttonLabel: string
  label: string
  button: ReactNode
  /** stands over the entries */
  head?: ReactNode
  items: readonly SmallMenuItem[]
}

export const SmallMenu = ({ buttonLabel, label, button, head, items }: SmallMenuProps) => {
  const [opened, setOpened] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!opened) return
    const list = menu.current
    const first = list?.querySelector<HTMLElement>('[aria-current=true]') ?? list?.querySelector<HTMLElement>('[role=menuitem]')
    first?.focus()
  }, [opened])
  const close = () => {
    setOpened(false)
    trigger.current?.focus()
  }
  return (
    <div
      className={styles.box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpened(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && opened) close()
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-label={buttonLabel}
        onClick={() => setOpened(!opened)}
      >
        {button}
      </button>
      {opened && (
        <ul ref={menu} role="menu" aria-label={label} className={styles.menu} onKeyDown={moveFocus}>
          {head && (
            <li role="none" className={styles.head}>
              {head}
            </li>
          )}
          {items.map(({ key, text, end, isCurrent, onClick, ...more }) => (
            <li key={key} role="none">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.item}
                aria-current={isCurrent}
                onClick={() => {
                  onClick()
                  close()
                }}
                {...more}
              >
                <span className={styles.text}>{text}</span>
                {end}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
