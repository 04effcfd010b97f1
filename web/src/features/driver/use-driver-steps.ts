// The driver's steps on the page; whatever waits is tried again as soon as there may be a connection.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLiveState } from '../../api/live.ts'
import { listDriverSteps, type RefusedStep } from './driver-steps.ts'
import type { DriverStep, Outcome, WaitingStep } from './step-queue.ts'

const RETRY_MS = 5000

export type Steps = {
  waiting: readonly WaitingStep[]
  progress: number | null
  refused: RefusedStep | null
  /** a step is being tried now */
  busy: DriverStep['name'] | null
  act: (bookingId: string, deed: DriverStep) => Promise<Outcome>
  forgetRefused: () => void
}

export const useDriverSteps = (userId: string) => {
  const steps = listDriverSteps(userId, useQueryClient())
  const { waiting, progress, refused, answer, over } = useSyncExternalStore(steps.subscribe, steps.get)
  const [busy, setBusy] = useState<DriverStep['name'] | null>(null)
  const live = useLiveState()
  const isWaiting = waiting.length > 0
  useEffect(() => {
    if (live === 'open') void steps.flush()
  }, [live, steps])
  useEffect(() => {
    if (!isWaiting) return undefined
    const again = () => void steps.flush()
    const timer = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [isWaiting, steps])
  const deeds = useMemo(
    () => ({
      act: async (bookingId: string, deed: DriverStep) => {
        setBusy(deed.name)
        try {
          return await steps.act(bookingId, deed)
        } finally {
          setBusy(null)
        }
      },
      forgetRefused: steps.forgetRefused,
    }),
    [steps],
  )
  return { ...deeds, waiting, progress, refused, answer, over, busy, closeOver: steps.closeOver }
}
