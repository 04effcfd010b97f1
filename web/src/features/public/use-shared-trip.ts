// A shared trip as whoever has its link follows it: the car on the map outside React, and for the page only the slow facts.
import { getSharedTrip, type SharedTrip } from '@wayfare/contract/trips-share'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useState } from 'react'
import { onPosition, useTopic } from '../../api/live.ts'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { makeCarFeed, type CarFeed } from '../../map/car-feed.ts'
import { useFeedOf } from '../../shared/use-feed-of.ts'

/** `at`: where the car was first seen, for the view to begin with. */
type Seen = { topic: string; at: LatLng; etaS: number | null; seenAt: number }

/** Whole minutes; none for a car that is as good as there. */
const roundEta = (etaS: number | null): number | null => (etaS ? Math.max(60, Math.ceil(etaS / 60) * 60) : null)

const snapshotOf = (trip: SharedTrip | null): Omit<Seen, 'topic'> | null =>
  trip?.last ? { at: trip.last, etaS: roundEta(trip.etaS), seenAt: trip.last.at } : null

const carOf = (trip: SharedTrip | null): string | null => (trip?.car ? `${trip.car.driverFirstName} ${trip.car.plate}` : null)

/** The snapshot stands in until the stream speaks. */
const useSnapshot = (trip: SharedTrip | null, feed: CarFeed): void => {
  useFeedOf(feed, carOf(trip))
  useEffect(() => {
    if (trip?.last && feed.size() === 0) feed.push('car', { ...trip.last, state: 'free' })
  }, [feed, trip])
}

const useCar = (trip: SharedTrip | null, token: string) => {
  const topic = trip && (`shared:${trip.id}` as const)
  const [feed] = useState(makeCarFeed)
  const [seen, setSeen] = useState<Seen | null>(null)
  useTopic(topic, undefined, token)
  useEffect(() => {
    if (topic === null) {
      feed.clear()
      return undefined
    }
    return onPosition(topic, ({ position, etaS }) => {
      feed.push('car', { ...position, state: 'free' })
      setSeen((before) => ({ topic, at: before?.at ?? position, etaS: roundEta(etaS), seenAt: position.at }))
    })
  }, [feed, topic])
  // the next driver is somebody else, also for who slept while there was none
  const car = carOf(trip)
  const [whose, setWhose] = useState(car)
  if (whose !== car) {
    setWhose(car)
    setSeen(null)
  }
  useSnapshot(trip, feed)
  const known = seen?.topic === topic ? seen : snapshotOf(trip)
  return { feed, at: known?.at ?? null, etaS: known?.etaS ?? null, seenAt: known?.seenAt ?? null }
}

export const useSharedTrip = (token: string) => {
  const { data, error, reload } = useRead([...queryKeys.sharedTrip, token], getSharedTrip, { token }, { gcTime: 0 })
  return { trip: data, error, reload, ...useCar(data, token) }
}
