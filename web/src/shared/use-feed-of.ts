// A feed of positions is one driver's: whatever it knows of the driver before is over.
import { useEffect, useRef } from 'react'
import type { CarFeed } from '../map/car-feed.ts'

/** `whose`: who drives now; null while nobody does. */
export const useFeedOf = (feed: CarFeed, whose: string | null): void => {
  const known = useRef(whose)
  useEffect(() => {
    if (known.current === whose) return
    known.current = whose
    feed.clear()
  }, [feed, whose])
}
