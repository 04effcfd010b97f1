// Notices in this browser as a page shows them: the state once it is known, and the switch.
import { useCallback, useEffect, useState } from 'react'
import { readPush, turnOffPush, turnOnPush, type PushState } from '../api/push.ts'

type Push = {
  /** null: not known yet */
  state: PushState | null
  busy: boolean
  /** why the last try failed */
  cause: unknown
  set: (on: boolean) => void
}

export const usePush = (userId: string): Push => {
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  const [cause, setCause] = useState<unknown>(null)
  useEffect(() => {
    let isCurrent = true
    const take = (found: PushState) => {
      if (isCurrent) setState(found)
    }
    readPush(userId).then(take, () => take('unsupported'))
    return () => {
      isCurrent = false
    }
  }, [userId])
  const set = useCallback(
    (on: boolean) => {
      setBusy(true)
      setCause(null)
      const work = on ? turnOnPush(userId) : turnOffPush()
      work.then(setState, setCause).finally(() => setBusy(false))
    },
    [userId],
  )
  return { state, busy, cause, set }
}
