// While a trip is on, the map along its ways is on the device: tunnels and side streets have no network.
import type { BookingView } from '@wayfare/contract/bookings'
import { decodePolyline, type LatLng } from '@wayfare/core/geo'
import { useEffect } from 'react'
import { useBasemap } from '../../api/queries.ts'
import { forgetTripTiles, isKeeping } from './tiles-worker.ts'

/** Of the trip that is on; another's ways are others. */
const had = { trip: '', tiles: new Set<string>() }

const tilesOf = (trip: string): Set<string> => {
  if (had.trip !== trip) Object.assign(had, { trip, tiles: new Set<string>() })
  return had.tiles
}

/** `leg`: the way to the next stop, once it is known. */
export const useTripTiles = (booking: BookingView | null, leg: { key: string; points: readonly LatLng[] } | null): void => {
  const basemap = useBasemap().data
  const url = basemap?.state === 'ready' ? basemap.tilesUrl : null
  const trip = booking?.id ?? null
  useEffect(() => {
    if (trip === null) void forgetTripTiles().catch(() => undefined)
  }, [trip])
  useEffect(() => {
    if (trip === null || url === null || !booking) return undefined
    const stop = new AbortController()
    const ways = [...(leg ? [leg.points] : []), decodePolyline(booking.coords)]
    const fetchAll = async () => {
      if (!(await isKeeping())) return
      const { fetchTripTiles } = await import('../../map/trip-tiles.ts')
      await fetchTripTiles(url, ways, { had: tilesOf(trip), signal: stop.signal })
    }
    // what does not come now comes with the network
    const begin = () => void fetchAll().catch(() => undefined)
    begin()
    window.addEventListener('online', begin)
    return () => {
      window.removeEventListener('online', begin)
      stop.abort()
    }
    // the ways are those of the trip and of its leg
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [trip, url, leg?.key])
}
