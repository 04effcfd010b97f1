// What the map shows besides roads: water, green, built-up land, buildings and rails, as features for the tiles.
import { type Bounds, measureDistanceM } from '@wayfare/core/geo'
import { findBuiltUp } from './built-up.ts'
import { dissolveAreas } from './dissolve.ts'
import { type CityFeature, type CitySource, isLine, type Position, type Tags } from './geojson.ts'
import { findRingBounds } from './rings.ts'
import { findSea } from './sea.ts'

type GroundFeature = {
  layer: 'ground' | 'building' | 'waterway' | 'rail'
  class: string
  minZoom: number
  rings: readonly (readonly Position[])[]
}

/** Classes of ground by tag; the first match counts. */
const AREA_CLASSES: readonly [cls: string, key: string, values: string][] = [
  ['water', 'natural', 'water bay'],
  ['water', 'waterway', 'riverbank dock'],
  ['water', 'landuse', 'reservoir basin'],
  ['sand', 'natural', 'beach sand'],
  ['green', 'leisure', 'park garden golf_course nature_reserve pitch playground'],
  ['green', 'natural', 'wood grassland scrub heath wetland'],
  ['green', 'landuse', 'forest grass meadow recreation_ground village_green cemetery allotments orchard vineyard'],
  ['works', 'landuse', 'industrial railway harbour'],
  ['works', 'aeroway', 'aerodrome apron'],
  ['built', 'landuse', 'residential commercial retail'],
]

const findAreaClass = (tags: Tags): string | null =>
  AREA_CLASSES.find(([, key, values]) => values.split(' ').includes(tags[key] ?? ''))?.[0] ?? null

const METRES_PER_DEGREE = 111_195

/** Length of the diagonal of the ring's box, m. */
const measureSpanM = (ring: readonly Position[]): number => {
  const { south, west, north, east } = findRingBounds(ring)
  return measureDistanceM({ lat: south, lng: west }, { lat: north, lng: east })
}

/** Metres per pixel at zoom 0 in middle latitudes; tiles are drawn at 512 pixels. */
const METRES_PER_PIXEL = (METRES_PER_DEGREE * 360 * 0.66) / 512

/** The last zoom of the tiles; closer zooms are drawn from it. Features too small for it get the next zoom: they are left out. */
const LAST_ZOOM = 15

/** The lowest zoom, at least 8, at which an area within this ring has a diagonal of this many pixels. */
export const zoomFor = (ring: readonly Position[], pixels = 24): number => {
  const zoom = Math.ceil(Math.log2((METRES_PER_PIXEL * pixels) / Math.max(1, measureSpanM(ring))))
  return Math.max(8, zoom)
}

/** At the last zoom even areas of a few pixels are drawn: gaps between gardens would look like streets. */
const areaZoom = (ring: readonly Position[]): number => {
  const zoom = zoomFor(ring)
  return zoom <= LAST_ZOOM || zoomFor(ring, 12) > LAST_ZOOM ? zoom : LAST_ZOOM
}

/** Large buildings are drawn early as landmarks, houses from the zoom at which they can be told apart, sheds never. */
const buildingZoom = (ring: readonly Position[]): number =>
  zoomFor(ring, 20) <= 14 ? 14 : zoomFor(ring, 6) <= LAST_ZOOM ? LAST_ZOOM : LAST_ZOOM + 1

const RAIL_ZOOM: Readonly<Record<string, number>> = {
  rail: 10,
  light_rail: 12,
  subway: 13,
  tram: 14,
  narrow_gauge: 12,
  funicular: 13,
}
const WATERWAY_ZOOM: Readonly<Record<string, number>> = { river: 9, canal: 11, stream: 14 }

const isUnderground = ({ tunnel, layer }: Tags): boolean => (tunnel !== undefined && tunnel !== 'no') || Number(layer) < 0

const readLine = ({ properties }: CityFeature, rings: GroundFeature['rings']): GroundFeature | null => {
  const { railway = '', waterway = '', service } = properties
  if (isUnderground(properties)) return null
  if (RAIL_ZOOM[railway] !== undefined) {
    const minZoom = service ? 14 : RAIL_ZOOM[railway]
    return { layer: 'rail', class: railway === 'tram' ? 'tram' : 'rail', minZoom, rings }
  }
  return WATERWAY_ZOOM[waterway] === undefined
    ? null
    : { layer: 'waterway', class: waterway, minZoom: WATERWAY_ZOOM[waterway], rings }
}

const readArea = ({ properties }: CityFeature, rings: GroundFeature['rings']): GroundFeature | null => {
  const areaClass = findAreaClass(properties)
  if (areaClass && !isUnderground(properties)) return { layer: 'ground', class: areaClass, minZoom: areaZoom(rings[0]), rings }
  return null
}

const isBuilding = ({ properties }: CityFeature): boolean =>
  properties['building'] !== undefined && properties['building'] !== 'no' && !findAreaClass(properties)

const listBuildings = (source: CitySource): GroundFeature[] => {
  const outlines = source.features.flatMap((feature) =>
    isLine(feature) || !isBuilding(feature) ? [] : [feature.geometry.coordinates],
  )
  return dissolveAreas(outlines).map((rings) => ({
    layer: 'building',
    class: 'building',
    minZoom: buildingZoom(rings[0]),
    rings,
  }))
}

/** Margin of the map around the roads, km, or a tenth of the city if that is more: the sea at a small town's coast needs room. */
const RIM_KM = 4

/** The box of the map: the drivable area and a margin. */
export const widenBounds = ({ south, west, north, east }: Bounds): Bounds => {
  const rim = (RIM_KM * 1000) / METRES_PER_DEGREE
  const tall = Math.max(rim, (north - south) / 10)
  const wide = Math.max(rim / Math.cos((south * Math.PI) / 180), (east - west) / 10)
  return { south: south - tall, west: west - wide, north: north + tall, east: east + wide }
}

/** The sea, from the source's coastline; empty if there is none, or only fragments. */
const listSea = (source: CitySource, bounds: Bounds): Position[][][] => {
  const coast = source.features.filter(isLine).filter(({ properties }) => properties['natural'] === 'coastline')
  return findSea(
    coast.map(({ geometry }) => geometry.coordinates),
    widenBounds(bounds),
  )
}

export const hasSea = (source: CitySource, bounds: Bounds): boolean => listSea(source, bounds).length > 0

/**
 * All features of the ground. The sea comes from the coastline. Built-up land comes from the streets as well as from the source:
 * some sources have only streets, and few tag all of it; river, parks and districts then show as the gaps in it.
 */
export const listGround = (source: CitySource, bounds: Bounds): GroundFeature[] => {
  const features = source.features.flatMap((feature) =>
    isLine(feature)
      ? (readLine(feature, [feature.geometry.coordinates]) ?? [])
      : (readArea(feature, feature.geometry.coordinates) ?? []),
  )
  const buildings = listBuildings(source)
  return [
    ...findBuiltUp(source, bounds).map((rings) => ({ layer: 'ground' as const, class: 'built', minZoom: 8, rings })),
    ...listSea(source, bounds).map((rings) => ({ layer: 'ground' as const, class: 'water', minZoom: 8, rings })),
    ...features,
    ...buildings,
  ]
}
