// A trip as it moves: the car on the map outside React, and for the page only the slow facts.
import type { BookingView } from '@wayfare/contract/bookings'
import type { ServerFrame } from '@wayfare/contract/live'
import type { Position } from '@wayfare/contract/places'
import { findHeading, isTracked } from '@wayfare/core/booking'
import { computeBearing, decodePolyline, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { useEffect, useMemo, useState } from 'react'
import { onPosition, useTopic } from '../api/live.ts'
import { useTracking } from '../api/queries.ts'
import { makeCarFeed, type CarFeed } from '../map/car-feed.ts'
import { useFeedOf } from './use-feed-of.ts'

/** The view is fitted again when the car has come so much farther (m). */
const REFIT_M = 150

/** What is heard of the car: where it is, when it is there and what lies ahead. */
type Heard = Pick<Extract<ServerFrame, { type: 'position' }>, 'etaS' | 'ahead'> & { position: Position }

/** `way`: what lay ahead of the car at the anchor. */
type Motion = { etaS: number | null; seenAt: number; anchor: LatLng; way: readonly LatLng[] | null }

/** Whole minutes; none for a car that is as good as there. */
const roundEta = ({ etaS, ahead }: Heard): number | null => {
  if (ahead?.isThere) return 0
  return etaS === null ? null : Math.max(60, Math.ceil(etaS / 60) * 60)
}

/** Puts the car on the map: on its road, where that is known. */
const place = (feed: CarFeed, { position, ahead }: Heard): readonly LatLng[] | null => {
  const way = ahead && decodePolyline(ahead.way)
  const [at, next] = way ?? []
  feed.setWay(way)
  const onRoad = at && next && measureDistanceM(at, next) > 1 ? { ...at, heading: computeBearing(at, next) } : at
  feed.push('car', { ...position, ...onRoad, state: 'free' })
  return way
}

const heard = (before: Motion | null, news: Heard, way: readonly LatLng[] | null): Motion => {
  const { position } = news
  const stays = before && measureDistanceM(before.anchor, position) < REFIT_M && (before.way === null) === (way === null)
  const { anchor, ...seen } = stays ? before : { anchor: { lat: position.lat, lng: position.lng }, way }
  const next = { etaS: roundEta(news), seenAt: position.at, anchor, way: seen.way }
  const isSame = before && before.etaS === next.etaS && before.anchor === anchor && next.seenAt - before.seenAt < 5000
  return isSame ? before : next
}

/** What the stream told of whoever drives now; the next driver is somebody else, also for who slept while there was none. */
const useStreamed = ({ id, driver }: BookingView, feed: CarFeed, isLive: boolean): Motion | null => {
  const topic = `booking:${id}` as const
  const [streamed, setStreamed] = useState<Motion | null>(null)
  const [known, setKnown] = useState(driver)
  if (known !== driver) {
    setKnown(driver)
    setStreamed(null)
  }
  useTopic(topic)
  useFeedOf(feed, driver)
  useEffect(() => {
    if (!isLive) {
      feed.clear()
      return undefined
    }
    return onPosition(topic, (news) => {
      const way = place(feed, news)
      setStreamed((before) => heard(before, news, way))
    })
  }, [feed, isLive, topic])
  return streamed
}

export const useLiveTrip = (booking: BookingView) => {
  const isLive = isTracked(booking.status)
  const heading = findHeading(booking.status)
  const [feed] = useState(makeCarFeed)
  const streamed = useStreamed(booking, feed, isLive)
  const tracking = useTracking(booking.id, booking.driver, isLive)
  useEffect(() => {
    // the car has arrived, and the next position may be a while
    if (!heading) feed.setWay(null)
  }, [feed, heading])
  const snapshot = tracking.data
  useEffect(() => {
    if (isLive && snapshot?.last && feed.size() === 0) place(feed, { ...snapshot, position: snapshot.last })
  }, [feed, isLive, snapshot])
  // the snapshot stands in until the stream speaks
  const known = useMemo(() => {
    if (!isLive) return null
    if (streamed || !snapshot?.last) return streamed
    return heard(null, { ...snapshot, position: snapshot.last }, snapshot.ahead && decodePolyline(snapshot.ahead.way))
  }, [isLive, snapshot, streamed])
  // the trip itself is drawn once the car is there: before, one looks at the car that comes
  const isComing = isLive && heading === 'pickup'
  const route = useMemo(() => (isComing ? [] : decodePolyline(booking.coords)), [booking.coords, isComing])
  const [anchor, way] = [known?.anchor, known?.way]
  const fit = useMemo(() => {
    if (heading && anchor) return [anchor, booking[heading], ...(way ?? [])]
    return heading === 'pickup' ? [booking.pickup] : [booking.pickup, booking.drop, ...route]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the booking only these count
  }, [anchor, way, booking.drop, booking.pickup, heading, route])
  const isUnknown = isLive && known === null && (tracking.error.flag || (snapshot !== null && snapshot.last === null))
  return { feed, fit, route, etaS: known?.etaS ?? null, seenAt: known?.seenAt ?? null, isUnknown, isLive }
}

export type LiveTrip = ReturnType<typeof useLiveTrip>
