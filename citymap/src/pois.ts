// Points of interest by their OSM tags: their kind, how well known they are, and the districts.
import { computeBoundsCentre, type LatLng, measureDistanceM } from '@wayfare/core/geo'
import { kindWords } from '@wayfare/core/place-words'
import type { CitySource, Position, Tags } from './geojson.ts'
import { findRingBounds } from './rings.ts'

/**
 * `weight` (0..100) says how likely people are to mean it; from 80 on it is drawn on the map. `words`: its other names and the
 * words for its kind.
 */
type Poi = { name: string; at: LatLng; weight: number; words: string }

/** A house number of a street. */
export type HouseNumber = { street: string; number: string; at: LatLng }

/** A quarter, suburb or village, for describing where something is. */
type District = { name: string; at: LatLng }

/** Reads "hospital 90, bus_station 88" as a table. */
const readWeights = (text: string): ReadonlyMap<string, number> =>
  new Map(text.split(', ').map((pair) => [pair.split(' ')[0], Number(pair.split(' ')[1])]))

/** How well known things are, by tag; `*` matches every other value of the key. The first key present counts. */
const WEIGHTS: readonly [key: string, weights: ReadonlyMap<string, number>][] = [
  ['aeroway', readWeights('aerodrome 98, terminal 90')],
  ['railway', readWeights('station 92, halt 80, tram_stop 45, subway_entrance 0')],
  ['public_transport', readWeights('station 80, platform 0, stop_position 0, stop_area 0')],
  [
    'amenity',
    readWeights(
      'hospital 90, bus_station 88, ferry_terminal 85, university 84, townhall 78, casino 70, college 65, theatre 65, cinema 62, ' +
        'arts_centre 60, courthouse 60, marketplace 60, library 58, clinic 55, police 55, embassy 50, nightclub 45, school 45, ' +
        'place_of_worship 50, community_centre 42, fuel 38, pharmacy 35, restaurant 35, bank 32, bench 0, bicycle_parking 0, ' +
        'parking 0, parking_space 0, waste_basket 0, * 30',
    ),
  ],
  [
    'tourism',
    readWeights(
      'theme_park 82, zoo 78, aquarium 75, museum 72, hotel 66, attraction 60, hostel 50, artwork 0, information 0, * 40',
    ),
  ],
  [
    'leisure',
    readWeights('stadium 84, marina 60, park 56, sports_centre 55, garden 42, pitch 0, playground 0, swimming_pool 0, * 35'),
  ],
  ['healthcare', readWeights('hospital 90, * 45')],
  ['shop', readWeights('mall 80, department_store 70, supermarket 46, * 28')],
  [
    'place',
    readWeights(
      'city 88, town 84, borough 74, suburb 74, village 74, quarter 66, neighbourhood 64, square 62, hamlet 55, islet 0, * 30',
    ),
  ],
  ['historic', readWeights('castle 70, monument 55, memorial 30, * 40')],
  ['natural', readWeights('beach 60, peak 40, tree 0, water 0, * 25')],
  ['office', readWeights('government 50, * 26')],
  ['craft', readWeights('* 24')],
  ['club', readWeights('* 26')],
  ['man_made', readWeights('lighthouse 50, tower 45, pier 40')],
  ['building', readWeights('* 26')],
]
/** There are many metro and tram stops, and people are more likely to mean a railway station. */
const METRO_WEIGHT = 82

/** Added for things that have an encyclopedia entry: more people know them. */
const FAMOUS = 8

const isMetroStop = ({ railway, station }: Tags): boolean =>
  railway === 'station' && (station === 'subway' || station === 'light_rail')

const findKindWeight = (tags: Tags): number => {
  if (isMetroStop(tags)) return METRO_WEIGHT
  const [key, weights] = WEIGHTS.find(([name]) => tags[name] !== undefined && tags[name] !== 'no') ?? ['']
  return weights?.get(tags[key] ?? '') ?? weights?.get('*') ?? 0
}

const computeWeight = (tags: Tags): number => {
  const weight = findKindWeight(tags)
  return weight > 0 && (tags['wikidata'] || tags['wikipedia']) ? Math.min(99, weight + FAMOUS) : weight
}

/** The centre of a ring's box. */
const findMiddle = (ring: readonly Position[]): LatLng => computeBoundsCentre(findRingBounds(ring))

const OTHER_NAMES = ['alt_name', 'short_name', 'official_name', 'old_name', 'loc_name', 'int_name', 'name:en', 'iata', 'ref']

/** The words for a kind of place, by its tag. */
const KINDS: readonly [key: string, value: string, kind: keyof typeof kindWords][] = [
  ['railway', 'station', 'station'],
  ['public_transport', 'station', 'stop'],
  ['amenity', 'bus_station', 'busStation'],
  ['amenity', 'ferry_terminal', 'ferry'],
  ['aeroway', 'aerodrome', 'airport'],
  ['aeroway', 'terminal', 'airport'],
  ['amenity', 'hospital', 'hospital'],
  ['amenity', 'clinic', 'clinic'],
  ['amenity', 'pharmacy', 'pharmacy'],
  ['amenity', 'university', 'university'],
  ['amenity', 'school', 'school'],
  ['amenity', 'townhall', 'townHall'],
  ['amenity', 'police', 'police'],
  ['amenity', 'cinema', 'cinema'],
  ['amenity', 'bank', 'bank'],
  ['amenity', 'restaurant', 'restaurant'],
  ['amenity', 'cafe', 'cafe'],
  ['tourism', 'hotel', 'hotel'],
  ['tourism', 'museum', 'museum'],
  ['leisure', 'park', 'park'],
  ['leisure', 'stadium', 'stadium'],
  ['shop', 'mall', 'mall'],
  ['shop', 'supermarket', 'supermarket'],
]

const listWords = (tags: Tags): string[] => [
  ...OTHER_NAMES.flatMap((key) => tags[key] ?? []),
  ...KINDS.flatMap(([key, value, kind]) => (tags[key] === value ? kindWords[kind] : [])),
]

type Tagged = { tags: Tags; at: LatLng }

/** Every tagged node and area, at its centre. */
const listTagged = ({ points = [], features }: CitySource): Tagged[] => [
  ...points.map(({ properties, geometry: { coordinates } }) => ({
    tags: properties,
    at: { lat: coordinates[1], lng: coordinates[0] },
  })),
  ...features.flatMap(({ properties, geometry }) =>
    geometry.type === 'Polygon' ? [{ tags: properties, at: findMiddle(geometry.coordinates[0]) }] : [],
  ),
]

/** Entries with the same name this close are one place: a station's node, its building and its platforms. */
const SAME_PLACE_M = 400

/** Keeps the best-known of places close together with the same name. */
const dropTwins = (pois: readonly Poi[]): Poi[] => {
  const byName = new Map<string, Poi[]>()
  for (const poi of pois) byName.set(poi.name, [...(byName.get(poi.name) ?? []), poi])
  return [...byName.values()].flatMap((namesakes) => {
    const kept: Poi[] = []
    for (const poi of namesakes.toSorted((a, b) => b.weight - a.weight))
      if (!kept.some((better) => measureDistanceM(better.at, poi.at) < SAME_PLACE_M)) kept.push(poi)
    return kept
  })
}

/** All named places that somebody may want to go to. */
export const listPois = (source: CitySource): Poi[] =>
  dropTwins(
    listTagged(source).flatMap(({ tags, at }) => {
      const weight = tags['name'] && !tags['highway'] ? computeWeight(tags) : 0
      return weight > 0 ? [{ name: tags['name'] ?? '', at, weight, words: listWords(tags).join(' ') }] : []
    }),
  )

/** All house numbers with their street; "12;14" or "12,14" counts as its first number only. */
export const listHouseNumbers = (source: CitySource): HouseNumber[] => {
  const seen = new Set<string>()
  return listTagged(source).flatMap(({ tags, at }) => {
    // some mappers write the whole address here
    const street = (tags['addr:street'] ?? tags['addr:place'])?.split(',')[0].trim()
    const number = tags['addr:housenumber']?.split(/[;,]/)[0].trim()
    // a large map has several streets of the same name
    const key = `${street} ${number} ${at.lat.toFixed(2)} ${at.lng.toFixed(2)}`
    if (!street || !number || seen.has(key)) return []
    seen.add(key)
    return [{ street, number, at }]
  })
}

const DISTRICTS = new Set(['suburb', 'quarter', 'neighbourhood', 'borough', 'town', 'village'])

export const listDistricts = (source: CitySource): District[] =>
  listTagged(source).flatMap(({ tags, at }) =>
    tags['name'] && DISTRICTS.has(tags['place'] ?? '') ? [{ name: tags['name'], at }] : [],
  )
