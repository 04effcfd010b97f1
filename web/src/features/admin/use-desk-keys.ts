// Single keys of the desk; a key that is pressed in a field or in a dialog is not one of them.
import { useEffect } from 'react'

const taken = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** True where a key belongs to what has the focus. */
export const isTyped = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element && event.target.closest(taken) !== null)

export const useDeskKeys = (keys: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act || isTyped(event)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [keys])
}
