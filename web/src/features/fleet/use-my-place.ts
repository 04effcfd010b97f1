// Where this browser is, for the middle of the map: by itself only where a person has allowed it before, else when asked for.
import { type LatLng, isInBounds } from '@wayfare/core/geo'
import { useCallback, useEffect, useState } from 'react'
import { readPosition } from '../../shared/current-place.ts'

type Bounds = readonly [west: number, south: number, east: number, north: number]

const isAllowed = async (): Promise<boolean> => {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

const placeNow = async (): Promise<LatLng> => {
  const { coords } = await readPosition()
  return { lat: coords.latitude, lng: coords.longitude }
}

const isOnMap = (place: LatLng, bounds: Bounds | null): boolean => {
  if (!bounds) return true
  const [west, south, east, north] = bounds
  return isInBounds({ west, south, east, north }, place)
}

/**
 * `answered`: how often one asked and was shown.
 * `problem`: what was in the way, or that it lies outside the city's map, whose middle then stays.
 */
export const useMyPlace = (bounds: Bounds | null) => {
  const [place, setPlace] = useState<LatLng | null>(null)
  const [answered, setAnswered] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  useEffect(() => {
    let isGone = false
    void isAllowed().then(async (allowed) => {
      const found = allowed ? await placeNow().catch(() => null) : null
      if (found && !isGone) setPlace((now) => now ?? found)
    })
    return () => {
      isGone = true
    }
  }, [])
  const find = useCallback(() => {
    setBusy(true)
    setProblem(null)
    placeNow()
      .then((found) => {
        if (!isOnMap(found, bounds)) return setProblem('outside')
        setPlace(found)
        setAnswered((times) => times + 1)
      })
      .catch(setProblem)
      .finally(() => setBusy(false))
  }, [bounds])
  return { place: place && isOnMap(place, bounds) ? place : null, answered, busy, problem, find }
}
