// A trip as it moves: the car on the map outside React, and for the page only the slow facts.
import type { BookingView } from '@wayfare/contract/bookings'
import type { Position } from '@wayfare/contract/places'
import { findHeading, isTracked } from '@wayfare/core/booking'
import { decodePolyline, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { useEffect, useMemo, useState } from 'react'
import { onPosition, useTopic } from '../api/live.ts'
import { useTracking } from '../api/queries.ts'
import { makeCarFeed } from '../map/car-feed.ts'
import { routeAhead } from './route-ahead.ts'

/** The view is fitted again when the car has come so much farther (m). */
const REFIT_M = 150

type Motion = { etaS: number | null; seenAt: number; anchor: LatLng }

const roundEta = (etaS: number | null): number | null => (etaS === null ? null : Math.max(60, Math.ceil(etaS / 60) * 60))

const heard = (before: Motion | null, position: Position, etaS: number | null): Motion => {
  const anchor =
    before && measureDistanceM(before.anchor, position) < REFIT_M ? before.anchor : { lat: position.lat, lng: position.lng }
  const next = { etaS: roundEta(etaS), seenAt: position.at, anchor }
  const isSame = before && before.etaS === next.etaS && before.anchor === anchor && next.seenAt - before.seenAt < 5000
  return isSame ? before : next
}

export const useLiveTrip = (booking: BookingView) => {
  const isLive = isTracked(booking.status)
  const topic = `booking:${booking.id}` as const
  const [feed] = useState(makeCarFeed)
  const [streamed, setStreamed] = useState<Motion | null>(null)
  useTopic(topic)
  const tracking = useTracking(booking.id, isLive)
  useEffect(() => {
    if (!isLive) {
      feed.clear()
      return undefined
    }
    return onPosition(topic, ({ position, etaS }) => {
      feed.push('car', { ...position, state: 'free' })
      setStreamed((before) => heard(before, position, etaS))
    })
  }, [feed, isLive, topic])
  const snapshot = tracking.data
  useEffect(() => {
    if (isLive && snapshot?.last && feed.size() === 0) feed.push('car', { ...snapshot.last, state: 'free' })
  }, [feed, isLive, snapshot])
  // the snapshot stands in until the stream speaks
  const known = useMemo(() => {
    if (!isLive) return null
    return streamed ?? (snapshot?.last ? heard(null, snapshot.last, snapshot.etaS) : null)
  }, [isLive, snapshot, streamed])
  const route = useMemo(() => decodePolyline(booking.coords), [booking.coords])
  const anchor = known?.anchor
  const fit = useMemo(() => {
    const heading = findHeading(booking.status)
    if (heading === 'pickup' && anchor) return [anchor, booking.pickup]
    if (heading === 'drop' && anchor) return [anchor, booking.drop, ...routeAhead(route, anchor)]
    return [booking.pickup, booking.drop, ...route]
  }, [anchor, booking.drop, booking.pickup, booking.status, route])
  const isUnknown = isLive && known === null && (tracking.error.flag || (snapshot !== null && snapshot.last === null))
  return { feed, fit, route, etaS: known?.etaS ?? null, seenAt: known?.seenAt ?? null, isUnknown, isLive }
}

export type LiveTrip = ReturnType<typeof useLiveTrip>
