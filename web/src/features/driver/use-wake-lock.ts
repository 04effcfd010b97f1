// Keeps the screen on during a trip; taken again whenever the page comes back to the front.
import { useEffect, useState } from 'react'

type WakeState = 'off' | 'held' | 'refused'

export const useWakeLock = (active: boolean): WakeState => {
  const [state, setState] = useState<WakeState>('off')
  useEffect(() => {
    if (!active) return undefined
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
        else setState('held')
      } catch {
        if (!isOver) setState('refused')
      }
    }
    const again = () => void take()
    document.addEventListener('visibilitychange', again)
    void take()
    return () => {
      isOver = true
      setState('off')
      document.removeEventListener('visibilitychange', again)
      void lock?.release().catch(() => undefined)
    }
  }, [active])
  return state
}
