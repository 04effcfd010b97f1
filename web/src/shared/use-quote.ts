// A price for a trip: the answer to the last question, as riders and the desk ask it.
import { quoteBooking } from '@wayfare/contract/bookings'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { useRef, useState } from 'react'
import { callEndpoint } from '../api/call.ts'
import { useProblem } from '../ui/dialogs.tsx'
import type { Ask } from './trip-wish.ts'

export type Quote = OutputOf<typeof quoteBooking>

/** A price and the question it answers. */
export type Estimate = { quote: Quote; asked: Ask }

export const useQuote = () => {
  const problem = useProblem()
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const [busy, setBusy] = useState(false)
  // what was asked last, or given up: an answer to an earlier question is of no interest any more
  const turn = useRef(0)
  const ask = (asked: Ask) => {
    const mine = ++turn.current
    const isLast = () => mine === turn.current
    const last = (then: () => void) => isLast() && then()
    setBusy(true)
    return callEndpoint(quoteBooking, asked)
      .then(
        (quote) => last(() => setEstimate({ quote, asked })),
        (cause: unknown) => last(() => problem(cause)),
      )
      .finally(() => last(() => setBusy(false)))
      .then(isLast)
  }
  /** what is priced already */
  const show = (known: Estimate) => {
    forget()
    setEstimate(known)
  }
  const forget = () => {
    turn.current += 1
    setBusy(false)
    setEstimate(null)
  }
  return { estimate, busy, ask, show, forget }
}
