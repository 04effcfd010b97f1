import { useEffect, useRef, useState } from 'react'

/** Of what is there only while it is open: the focus goes back to where it was, however it goes. */
export const useFocusReturn = (opened = true): void => {
  const [before] = useState(() => (opened ? document.activeElement : null))
  const isOpen = useRef(opened)
  useEffect(() => void (isOpen.current = opened), [opened])
  useEffect(
    () => () => {
      if (!isOpen.current) return
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
      }, 20)
    },
    [before],
  )
}
