// The world around a city: land, sea and national borders, from Natural Earth (public domain; package world-atlas). A city's own
// coastline, if its source has one, is far more detailed and is drawn over it.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { Bounds } from '@wayfare/core/geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Position } from './geojson.ts'
import { clipRing } from './rings.ts'
import type { TileFeature } from './tile-cut.ts'

type Atlas = Topology<{ land: GeometryCollection; countries: GeometryCollection }>
type Ring = readonly Position[]

type Scale = '10m' | '50m' | '110m'

const readAtlas = (scale: Scale): Atlas =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`), 'utf8')) as Atlas

/** The limits of the world map, those of the Mercator projection. */
export const WORLD: Bounds = { south: -85, west: -180, north: 85, east: 180 }

/** Up to the first zoom the whole world is cut, then the surroundings of the city; the data gets finer after the other two. */
const LAST_WHOLE = 2
const LAST_FAR = 3
const LAST_MIDDLE = 5

/** How far around a city (degrees) tiles of a zoom are cut; beyond that, and at closer zooms, the map enlarges earlier ones. */
const REACH: Readonly<Record<number, number>> = { 3: 50, 4: 28, 5: 14, 6: 8, 7: 4, 8: 2, 9: 1 }

export const boxOf = ({ south, west, north, east }: Bounds): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

const area = (world: 'sea' | 'land', rings: readonly Ring[]): TileFeature => ({
  type: 'Feature',
  properties: { class: world },
  geometry: { type: 'Polygon', coordinates: rings },
})

const border = (line: readonly Position[]): TileFeature => ({
  type: 'Feature',
  properties: { class: 'border' },
  geometry: { type: 'LineString', coordinates: line },
})

const isNear = ({ south, west, north, east }: Bounds, line: readonly Position[]): boolean =>
  line.some(([lng, lat]) => lng > west && lng < east && lat > south && lat < north)

/** What is within a box: areas clipped to it, lines whole. */
const clipWorld = (features: readonly TileFeature[], box: Bounds): TileFeature[] =>
  features.flatMap((one): TileFeature[] => {
    const { geometry } = one
    if (geometry.type !== 'Polygon') return geometry.type === 'LineString' && isNear(box, geometry.coordinates) ? [one] : []
    const coordinates = geometry.coordinates.map((ring) => clipRing(ring, box)).filter((ring) => ring.length > 3)
    return coordinates.length > 0 ? [{ ...one, geometry: { type: 'Polygon', coordinates } }] : []
  })

/** The atlas jumps at 180 degrees; unwraps a ring to continue beyond, and closes it along the pole if it goes round the globe. */
const unwrapRing = (ring: Ring): Ring => {
  let turn = 0
  const way = ring.map(([lng, lat], i): Position => {
    const jump = i > 0 ? lng - ring[i - 1][0] : 0
    turn += jump > 180 ? -360 : jump < -180 ? 360 : 0
    return [lng + turn, lat]
  })
  return turn === 0 ? way : [...way, [way[way.length - 1][0], -90], [way[0][0], -90], way[0]]
}

/** An area of the atlas, repeated for each turn of the globe that contains part of it. */
const listTurns = (rings: readonly Ring[]): Ring[][] => {
  const way = rings.map(unwrapRing)
  const lngs = way[0].map(([lng]) => lng)
  const [west, east] = [lngs.reduce((a, b) => Math.min(a, b)), lngs.reduce((a, b) => Math.max(a, b))]
  const turns = [0, ...(west < -180 ? [360] : []), ...(east > 180 ? [-360] : [])]
  return turns.map((turn) => way.map((ring) => ring.map(([lng, lat]): Position => [lng + turn, lat])))
}

const readLand = (atlas: Atlas): TileFeature[] => {
  const { features } = feature(atlas, atlas.objects.land)
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  ) as unknown as Ring[][]
  return [area('sea', [boxOf(WORLD)]), ...polygons.flatMap(listTurns).map((rings) => area('land', rings))]
}

/** A country with its name in the atlas. */
type Named = { properties?: { name?: string } | undefined }

const nameOf = (country: object): string => (country as Named).properties?.name ?? ''

/** Countries as polygons; names that the atlas does not have are left out. */
export const listCountries = (names: readonly string[]): { name: string; polygons: Ring[][] }[] => {
  const atlas = readAtlas('10m')
  const geometries = atlas.objects.countries.geometries.filter((country) => names.includes(nameOf(country)))
  return feature(atlas, { type: 'GeometryCollection', geometries }).features.map((country) => {
    const { geometry } = country
    const areas =
      geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : []
    return { name: nameOf(country), polygons: areas as unknown as Ring[][] }
  })
}

const readBorders = (atlas: Atlas): TileFeature[] => {
  const { coordinates } = mesh(atlas, atlas.objects.countries, (one, other) => one !== other)
  return (coordinates as unknown as Position[][]).map(border)
}

const widen = ({ south, west, north, east }: Bounds, degrees: number): Bounds => ({
  south: Math.max(WORLD.south, south - degrees),
  west: Math.max(WORLD.west, west - degrees),
  north: Math.min(WORLD.north, north + degrees),
  east: Math.min(WORLD.east, east + degrees),
})

/** Creates a function for the world's features at a zoom: far away all of them, closer those around these bounds. */
export const makeWorld = (bounds: Bounds): ((zoom: number) => TileFeature[]) => {
  const [far, middle, near] = [readAtlas('110m'), readAtlas('50m'), readAtlas('10m')]
  const whole = [...readLand(far), ...readBorders(far)]
  const borders = readBorders(middle)
  // a tile extends beyond the box that it is cut for
  const wide = clipWorld([...readLand(middle), ...borders], widen(bounds, 60))
  const around = clipWorld([...readLand(near), ...borders], widen(bounds, 14))
  const beside = clipWorld(around, widen(bounds, 3))
  return (zoom) => (zoom <= LAST_FAR ? whole : zoom <= LAST_MIDDLE ? wide : zoom <= 7 ? around : beside)
}

/** The box for which tiles of a zoom are cut. */
export const cutBoxAt = (zoom: number, bounds: Bounds): Bounds => (zoom <= LAST_WHOLE ? WORLD : widen(bounds, REACH[zoom] ?? 0))
