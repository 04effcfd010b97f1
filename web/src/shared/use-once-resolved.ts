// Whoever is quicker than the position of a place that was chosen is not told that it lacks.
import { useEffect, useRef, useState } from 'react'

/** What is asked for while a place's position is still on its way is done as soon as it is there. */
export const useOnceResolved = (act: () => void) => {
  const [resolving, setResolving] = useState(0)
  const wanted = useRef(false)
  useEffect(() => {
    if (!wanted.current || resolving > 0) return
    wanted.current = false
    act()
  }, [resolving, act])
  const ask = () => {
    if (resolving === 0) act()
    else wanted.current = true
  }
  return { ask, onResolving: (isOn: boolean) => setResolving((count) => count + (isOn ? 1 : -1)) }
}
