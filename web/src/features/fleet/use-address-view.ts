// A view of a table that stands in the address, and how it is changed: a link shares it.
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Typed text asks the server once the typing pauses (ms). */
const PAUSE_MS = 250

/** How a kind of view is written into the address and read from it; the same values at every call. */
export type ViewSpelling<View> = { read: (params: URLSearchParams) => View; textOf: (view: View) => string }

export const useAddressView = <View extends { search?: string }>({ read, textOf }: ViewSpelling<View>) => {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => read(params), [params, read])
  // the address follows a moment later: what is changed meanwhile is changed on top of it
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  }, [view])
  const go = (next: View) => {
    latest.current = next
    setParams(textOf(next), { replace: true })
  }
  const [search] = useDebouncedValue(view.search ?? '', PAUSE_MS)
  /** the view once the typing has paused */
  const settled = useMemo(() => ({ ...view, search }), [view, search])
  return {
    view,
    settled,
    /** changes some fields; an empty one leaves the address */
    change: (part: Partial<View>) => go({ ...latest.current, ...part }),
    /** another view as a whole */
    open: (query: string) => go(read(new URLSearchParams(query))),
  }
}
