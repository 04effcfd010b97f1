// What lies ahead of the driver, as the server follows him: the way for the map, and for the page time, metres of road and the next turn.
import type { BookingView } from '@wayfare/contract/bookings'
import { findHeading } from '@wayfare/core/booking'
import { decodePolyline } from '@wayfare/core/geo'
import type { NextStep } from '@wayfare/core/manoeuvres'
import { useEffect, useState } from 'react'
import { onPosition, useLiveState, useTopic } from '../../api/live.ts'
import type { CarFeed } from '../../map/car-feed.ts'

export type AheadNow = { etaS: number; metres: number; isThere: boolean; next: NextStep | null }

/** The page hears of every so many metres and seconds only. */
const STEP = { metres: 20, turnM: 10, seconds: 15 }

const roundTo = (value: number, step: number): number => Math.ceil(value / step) * step

/** null: nobody knows, or the network is away. */
export const useAhead = (booking: BookingView | null, feed: CarFeed): AheadNow | null => {
  const [known, setKnown] = useState<(AheadNow & { leg: string }) | null>(null)
  const isLive = useLiveState() === 'open'
  const heading = booking && findHeading(booking.status)
  const leg = heading && `${booking.id}:${heading}`
  const topic = booking && (`booking:${booking.id}` as const)
  useTopic(topic)
  useEffect(() => {
    if (!topic || !leg || !isLive) {
      feed.setWay(null)
      return undefined
    }
    return onPosition(topic, ({ etaS, ahead }) => {
      feed.setWay(ahead && decodePolyline(ahead.way))
      if (!ahead || etaS === null) return setKnown(null)
      const { next, isThere } = ahead
      const now = {
        leg,
        etaS: roundTo(etaS, STEP.seconds),
        metres: roundTo(ahead.metres, STEP.metres),
        isThere,
        next: next && { ...next, metres: roundTo(next.metres, STEP.turnM) },
      }
      setKnown((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
    })
  }, [topic, leg, isLive, feed])
  return isLive && known?.leg === leg ? known : null
}
