import { useEffect, useRef } from 'react'

/** Where what had the focus is gone with what was shown, one goes on by keyboard where the page's content begins. */
export const useFocusKept = (shown: string): void => {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [shown])
}
