// The languages on offer, as a small menu of its own: the first load has no room for a large one.
import { IconCheck, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useLanguage, useT } from '../i18n/provider.tsx'
import { useProblem } from '../ui/dialogs.tsx'
import styles from './language-select.module.css'

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

export const LanguageSelect = () => {
  const t = useT()
  const { language, languages, choose } = useLanguage()
  const problem = useProblem()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (opened) menu.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus()
  }, [opened])
  const close = () => {
    setOpened(false)
    button.current?.focus()
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
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-label={t('language_choose', { name: language.langName })}
        onClick={() => setOpened(!opened)}
      >
        <IconWorld size={20} aria-hidden />
        <span>{language.langLocale.slice(0, 2).toUpperCase()}</span>
      </button>
      {opened && (
        <ul ref={menu} role="menu" aria-label={t('language')} className={styles.menu} onKeyDown={moveFocus}>
          {languages.map((one) => (
            <li key={one.id} role="none">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                lang={one.langLocale}
                dir={one.direction}
                className={styles.item}
                aria-current={one.langLocale === language.langLocale}
                onClick={() => {
                  choose(one.langLocale).catch(problem)
                  close()
                }}
              >
                {one.langName}
                {one.langLocale === language.langLocale && <IconCheck size={16} aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
