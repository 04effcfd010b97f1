// The view of the bookings that stands in the address, and how it is changed: a link shares it.
import { useDebouncedValue } from '@mantine/hooks'
import { cityTimeOf } from '@wayfare/core/city-time'
import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useCityZone } from '../../shared/trip-date-field.tsx'
import { useNow } from '../../shared/use-now.ts'
import { filterOf, readView, textOf } from './bookings-view.ts'
import type { BookingsView } from './bookings-view.ts'

/** Typed text asks the server once the typing pauses (ms). */
const PAUSE_MS = 250

export const useBookingsView = () => {
  const [params, setParams] = useSearchParams()
  const zone = useCityZone()
  const today = cityTimeOf(useNow(60_000), zone).slice(0, 10)
  const view = useMemo(() => readView(params), [params])
  // the address follows a moment later: what is changed meanwhile is changed on top of it
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  }, [view])
  const go = (next: BookingsView) => {
    latest.current = next
    setParams(textOf(next), { replace: true })
  }
  const [search] = useDebouncedValue(view.search ?? '', PAUSE_MS)
  const question = useMemo(() => filterOf({ ...view, search }, today), [view, search, today])
  return {
    view,
    question,
    /** changes some fields; an empty one leaves the address */
    change: (part: BookingsView) => go({ ...latest.current, ...part }),
    /** another view as a whole */
    open: (query: string) => go(readView(new URLSearchParams(query))),
  }
}
