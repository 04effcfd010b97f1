// Whether the console is on the screen: it says itself where the driver is.
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { makeListeners } from '../../ui/listeners.ts'

let count = 0
const listeners = makeListeners()

const change = (by: number) => {
  count += by
  listeners.notify()
}

export const useShowsConsole = (): void =>
  useLayoutEffect(() => {
    change(1)
    return () => change(-1)
  }, [])

export const useIsConsoleShown = (): boolean => useSyncExternalStore(listeners.add, () => count > 0)
