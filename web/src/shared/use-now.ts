// The server's clock, ticking: for countdowns and waiting times.
import { useEffect, useState } from 'react'
import { readServerNow } from '../api/live.ts'

export const useNow = (everyMs: number, active = true): number => {
  const [now, setNow] = useState(readServerNow)
  useEffect(() => {
    if (!active) return undefined
    const tick = () => setNow(readServerNow())
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, active])
  return now
}

/** m:ss, the same in every language. */
export const formatClock = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
