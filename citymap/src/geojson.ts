// What a city is made from: OSM ways as lines and areas, nodes that mean something as points, all with their tags, in GeoJSON's terms.
import { makeImportError } from './import-error.ts'

export type Position = readonly [lng: number, lat: number]
export type Tags = Readonly<Record<string, string | undefined>>

export type LineFeature = {
  type: 'Feature'
  id?: string | number
  properties: Tags
  geometry: { type: 'LineString'; coordinates: readonly Position[] }
}
export type AreaFeature = {
  type: 'Feature'
  id?: string | number
  properties: Tags
  geometry: { type: 'Polygon'; coordinates: readonly (readonly Position[])[] }
}
export type PointFeature = {
  type: 'Feature'
  id?: string | number
  properties: Tags
  geometry: { type: 'Point'; coordinates: Position }
}
export type CityFeature = LineFeature | AreaFeature

/**
 * At `via`, or along the ways `viaWays`, driving from way `from` to way `to` is forbidden, or the only way on when `isOnly`. `except`:
 * the vehicles that need not mind, as OSM names them.
 */
export type TurnRestriction = {
  from: string | number
  to: string | number
  isOnly: boolean
  except: readonly string[]
} & ({ via: Position } | { viaWays: readonly (string | number)[] })

/** `timestamp` says when OSM was read (ISO 8601). `restrictions` come from OSM files alone: GeoJSON has no word for them. */
export type CitySource = {
  type: 'FeatureCollection'
  timestamp?: string
  features: readonly CityFeature[]
  points?: readonly PointFeature[]
  restrictions?: readonly TurnRestriction[]
}

/** Is this way a line (and not the outline of a square or platform)? */
export const isLine = (feature: CityFeature): feature is LineFeature => feature.geometry.type === 'LineString'

type CollectionFile = Omit<CitySource, 'features'> & { features: (CityFeature | PointFeature)[] }

const parseCollection = (text: string): CollectionFile => {
  let file: unknown
  try {
    // programs of Windows put a mark of their encoding before it
    file = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw makeImportError('not_geojson', 'the file is not valid GeoJSON: it is cut off or damaged', error)
  }
  const { type, features } = file as Partial<CollectionFile>
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    throw makeImportError('not_geojson', 'the file is not a GeoJSON FeatureCollection')
  return file as CollectionFile
}

/** Overpass writes tags as OSM has them; other programs numbers and truths, null for what is not there, and lists of several ways made one. */
const readTag = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return readTag(value[0])
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const readTags = (properties: object | null): Tags =>
  Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([key, value]) => {
      const tag = readTag(value)
      return tag === undefined ? [] : [[key, tag]]
    }),
  )

/**
 * Parses a GeoJSON text as a city source. Features of other kinds than Point, LineString and Polygon are dropped.
 * Throws an ImportError when the text is not a FeatureCollection.
 */
export const parseCitySource = (text: string): CitySource => {
  const file = parseCollection(text)
  const features: CityFeature[] = []
  const points: PointFeature[] = []
  for (const given of file.features) {
    const kind = given.geometry?.type
    const feature = { ...given, properties: readTags(given.properties) }
    if (kind === 'Point') points.push(feature as PointFeature)
    else if (kind === 'LineString' || kind === 'Polygon') features.push(feature as CityFeature)
  }
  return { ...file, features, points }
}

/** Every line of the source, and the outline of every area (an OSM square or a closed street). */
export const listOutlines = (feature: CityFeature): readonly Position[] =>
  feature.geometry.type === 'LineString' ? feature.geometry.coordinates : (feature.geometry.coordinates[0] ?? [])
