// Doing something once: busy while it runs, the same idempotency key for every try, the failure in words.
import { useQueryClient } from '@tanstack/react-query'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Endpoint, InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { useCallback, useState } from 'react'
import { writeBooking, writeMe } from '../api/live-cache.ts'
import type { Me } from '@wayfare/contract/accounts'
import { isSilent } from '../ui/failures.ts'
import { callOnce } from './once-keys.ts'

type Action<E extends Endpoint> = {
  /** the answer, or null when it failed: `cause` then says why */
  run: (input: InputOf<E>) => Promise<OutputOf<E> | null>
  busy: boolean
  cause: unknown
  forget: () => void
}

const isBooking = (value: unknown): value is BookingView =>
  typeof value === 'object' && value !== null && 'version' in value && 'pickup' in value && 'status' in value

const isMe = (value: unknown): value is Me =>
  typeof value === 'object' && value !== null && 'userType' in value && 'activeDevice' in value

export const useAction = <E extends Endpoint>(endpoint: E): Action<E> => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [cause, setCause] = useState<unknown>(null)
  const run = useCallback(
    async (input: InputOf<E>): Promise<OutputOf<E> | null> => {
      setBusy(true)
      setCause(null)
      try {
        const answer = await callOnce(endpoint, input)
        if (isBooking(answer)) writeBooking(client, answer)
        else if (isMe(answer)) writeMe(client, answer)
        return answer
      } catch (problem) {
        setCause(isSilent(problem) ? null : problem)
        return null
      } finally {
        setBusy(false)
      }
    },
    [client, endpoint],
  )
  const forget = useCallback(() => setCause(null), [])
  return { run, busy, cause, forget }
}
