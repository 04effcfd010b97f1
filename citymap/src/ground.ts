// What lies under and between the roads: water, green, built-up land, buildings and rails, as features for the tiles.
import { type Bounds, measureDistanceM } from '@wayfare/core/geo'
import { findBuiltUp } from './built-up.ts'
import { type CityFeature, type CitySource, isLine, type Position, type Tags } from './geojson.ts'
import { findSea } from './sea.ts'

type GroundFeature = {
  layer: 'ground' | 'building' | 'waterway' | 'rail'
  class: string
  minZoom: number
  rings: readonly (readonly Position[])[]
}

/** Classes of ground by tag. Whoever is first in this list decides. */
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
  const lngs = ring.map(([lng]) => lng)
  const lats = ring.map(([, lat]) => lat)
  return measureDistanceM({ lat: Math.min(...lats), lng: Math.min(...lngs) }, { lat: Math.max(...lats), lng: Math.max(...lngs) })
}

/** The lowest zoom at which something of this span takes about twelve pixels of 256 a tile; buildings come at the last. */
const zoomFor = (spanM: number): number => {
  const metresPerTile = METRES_PER_DEGREE * 360 * 0.66
  return Math.min(14, Math.max(8, Math.ceil(Math.log2((metresPerTile * 12) / (256 * Math.max(1, spanM))))))
}

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
  if (areaClass && !isUnderground(properties))
    return { layer: 'ground', class: areaClass, minZoom: zoomFor(measureSpanM(rings[0])), rings }
  const isBuilding = properties['building'] !== undefined && properties['building'] !== 'no'
  return isBuilding ? { layer: 'building', class: 'building', minZoom: 14, rings } : null
}

/** So far beyond the roads the picture goes on, km, or a tenth of the city where that is more: a small town's coast has a sea. */
const RIM_KM = 4

/** The box of the picture: what can be driven and a rim. */
export const widenBounds = ({ south, west, north, east }: Bounds): Bounds => {
  const rim = (RIM_KM * 1000) / METRES_PER_DEGREE
  const tall = Math.max(rim, (north - south) / 10)
  const wide = Math.max(rim / Math.cos((south * Math.PI) / 180), (east - west) / 10)
  return { south: south - tall, west: west - wide, north: north + tall, east: east + wide }
}

/**
 * All features of the ground. The sea comes from the coast; where the source says nothing of built-up land (the demo's has streets only),
 * it is found from the streets, so that river, parks and districts show as what they are not.
 */
export const listGround = (source: CitySource, bounds: Bounds): GroundFeature[] => {
  const features = source.features.flatMap((feature) =>
    isLine(feature)
      ? (readLine(feature, [feature.geometry.coordinates]) ?? [])
      : (readArea(feature, feature.geometry.coordinates) ?? []),
  )
  const coast = source.features.filter(isLine).filter(({ properties }) => properties['natural'] === 'coastline')
  const sea = findSea(
    coast.map(({ geometry }) => geometry.coordinates),
    widenBounds(bounds),
  )
  const hasLandUse = features.some((feature) => feature.class === 'built' || feature.layer === 'building')
  return [
    ...(hasLandUse
      ? []
      : findBuiltUp(source, bounds).map((rings) => ({ layer: 'ground' as const, class: 'built', minZoom: 8, rings }))),
    ...sea.map((rings) => ({ layer: 'ground' as const, class: 'water', minZoom: 8, rings })),
    ...features,
  ]
}
