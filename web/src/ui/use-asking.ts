// A question before a deed: `ask` waits for the answer of the dialog that shows while `asking`.
import { useState } from 'react'

export const useAsking = () => {
  const [waiting, setWaiting] = useState<((isYes: boolean) => void) | null>(null)
  const answer = (isYes: boolean) => {
    waiting?.(isYes)
    setWaiting(null)
  }
  return {
    asking: waiting !== null,
    ask: () => new Promise<boolean>((resolve) => setWaiting(() => resolve)),
    yes: () => answer(true),
    no: () => answer(false),
  }
}
