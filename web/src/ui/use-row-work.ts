// One row at a time is being saved: it looks busy, and a failure is told.
import { useState } from 'react'
import { atLeast } from './at-least.ts'
import { useProblem } from './dialogs.tsx'

export type RowWork = {
  busyKey: string | null
  /** whether it went well; `onFailed` says what to do with a failure instead of telling it */
  run: (key: string, work: () => Promise<unknown>, onFailed?: (cause: unknown) => void) => Promise<boolean>
}

export const useRowWork = (): RowWork => {
  const problem = useProblem()
  const [busyKey, setBusyKey] = useState<string | null>(null)
  const run: RowWork['run'] = async (key, work, onFailed = problem) => {
    setBusyKey(key)
    try {
      await atLeast(work())
      return true
    } catch (cause) {
      onFailed(cause)
      return false
    } finally {
      setBusyKey(null)
    }
  }
  return { busyKey, run }
}
