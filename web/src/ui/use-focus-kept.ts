import { useEffect, useRef } from 'react'

const findFocus = (): Element | null => (document.activeElement === document.body ? null : document.activeElement)

/**
 * Where what had the focus is gone with what was shown, one goes on by keyboard where the page's content begins. Whoever has focused nothing,
 * as one who listens to the page, is left where they are.
 */
export const useFocusKept = (shown: string): void => {
  const last = useRef(shown)
  const had = useRef<Element | null>(null)
  useEffect(() => {
    had.current = findFocus()
    const note = () => void (had.current = findFocus())
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const isGone = had.current !== null && !had.current.isConnected && findFocus() === null
    if (isGone) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [shown])
}
