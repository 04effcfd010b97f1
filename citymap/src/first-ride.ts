// Suggests a first ride for newcomers to try: between two places of the city that everybody there knows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureDistanceM } from '@wayfare/core/geo'
import { getDatasetDir, PLACES_FILE, readActiveCity } from './dataset.ts'
import { decodePlaces, type PlaceRow } from './places.ts'

/** Far enough apart to be worth driving, and close enough to watch (m). */
const leastM = 600
const mostM = 3000

/** Landmarks of less weight are shops or restaurants: if the map has nothing better, its long streets are better known. */
const knownWeight = 60

const rank = ({ kind, weight }: PlaceRow): number => (kind === 'landmark' ? weight : 0) + weight

/** The names of two well-known places of the operator's city, null if there is no city or it has too few named places. */
export const suggestRide = (dataDir: string): { city: string; from: string; to: string } | null => {
  const manifest = readActiveCity(dataDir)
  if (!manifest) return null
  const places = decodePlaces(readFileSync(join(getDatasetDir(dataDir, manifest.dataset), PLACES_FILE), 'utf8'))
    .filter(({ kind, weight }) => kind === 'street' || (kind === 'landmark' && weight >= knownWeight))
    .filter((place) => measureDistanceM(place, manifest.centre) < mostM)
    .toSorted((a, b) => rank(b) - rank(a))
  for (const from of places.slice(0, 10)) {
    const to = places.find((place) => {
      const apartM = measureDistanceM(from, place)
      return apartM > leastM && apartM < mostM && place.name !== from.name
    })
    if (to) return { city: manifest.name, from: from.name, to: to.name }
  }
  return null
}
