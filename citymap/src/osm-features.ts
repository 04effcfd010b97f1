// The OpenStreetMap features a city is made from, by tags (https://wiki.openstreetmap.org/wiki/Map_features).
import { roadSpeeds } from '@wayfare/core/road-speeds'
import type { Tags } from './geojson.ts'
import { isRoundabout } from './profile.ts'

/** Closed ways with these keys are areas, except lines such as a hedge, a pier or a race track, which share some of the keys. */
const AREA_KEYS = [
  'building',
  'landuse',
  'leisure',
  'natural',
  'amenity',
  'shop',
  'tourism',
  'place',
  'man_made',
  'aeroway',
  'water',
]
const LINES_ALTHOUGH_CLOSED = new Set([
  'coastline',
  'cliff',
  'ridge',
  'tree_row',
  'track',
  'slipway',
  'runway',
  'taxiway',
  'pipeline',
])

/** A street that ends where it began, even if the area inside has tags. Outlines of car parks are often tagged "service". */
const isStreetRing = (tags: Tags): boolean =>
  isRoundabout(tags) || (tags['highway'] !== 'service' && Object.hasOwn(roadSpeeds, tags['highway'] ?? ''))

/** True if a closed way with these tags encloses an area. */
export const isArea = (tags: Tags): boolean => {
  if (tags['area'] === 'yes') return true
  if (tags['area'] === 'no' || isStreetRing(tags)) return false
  return tags['waterway'] === 'riverbank' || tags['waterway'] === 'dock' || AREA_KEYS.some((key) => isAreaTag(tags[key]))
}
const isAreaTag = (value: string | undefined): boolean =>
  value !== undefined && value !== 'no' && !LINES_ALTHOUGH_CLOSED.has(value)

/** Keys of places that people name as a destination. */
const PLACE_KEYS = [
  'amenity',
  'shop',
  'tourism',
  'leisure',
  'office',
  'healthcare',
  'historic',
  'railway',
  'aeroway',
  'public_transport',
  'place',
  'man_made',
  'building',
  'natural',
  'craft',
  'club',
]

/** True if it has a name or number that somebody may search for. */
export const isSearchable = (tags: Tags): boolean =>
  tags['addr:housenumber'] !== undefined || (tags['name'] !== undefined && PLACE_KEYS.some((key) => tags[key] !== undefined))

/** A node that stops cars, such as a bollard. */
export const isBarrier = (tags: Tags): boolean => tags['barrier'] !== undefined

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Values of a key that are drawn on the map; `null` means every value but "no". */
const DRAWN: Readonly<Record<string, ReadonlySet<string> | null>> = {
  highway: null,
  building: null,
  aeroway: null,
  railway: words('rail light_rail tram subway narrow_gauge funicular monorail'),
  waterway: words('river canal stream riverbank dock'),
  natural: words('wood grassland scrub heath wetland beach sand water bay coastline'),
  landuse: words(
    'forest grass meadow recreation_ground village_green cemetery allotments farmland orchard vineyard reservoir basin ' +
      'residential commercial retail industrial railway harbour military',
  ),
  leisure: words('park garden golf_course pitch playground stadium sports_centre marina nature_reserve'),
}

const isDrawn = ([key, values]: [string, ReadonlySet<string> | null], tags: Tags): boolean => {
  const value = tags[key]
  return value !== undefined && (values ? values.has(value) : value !== 'no')
}

/** True if a way or multipolygon with these tags is part of the city's roads, search or map. */
export const isWanted = (tags: Tags): boolean => isSearchable(tags) || Object.entries(DRAWN).some((drawn) => isDrawn(drawn, tags))
