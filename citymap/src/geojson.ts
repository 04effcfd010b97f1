// The data a city is made from, in GeoJSON terms: OSM ways as lines and areas, relevant nodes as points, all with their tags.
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
 * At `via`, or along the ways `viaWays`, driving from way `from` to way `to` is forbidden, or the only way on if `isOnly`.
 * `except`: the vehicles that are exempt, as OSM names them.
 */
export type TurnRestriction = {
  from: string | number
  to: string | number
  isOnly: boolean
  except: readonly string[]
} & ({ via: Position } | { viaWays: readonly (string | number)[] })

/** `timestamp`: when the data was exported from OSM (ISO 8601). `restrictions` come only from OSM files: GeoJSON has none. */
export type CitySource = {
  type: 'FeatureCollection'
  timestamp?: string
  features: readonly CityFeature[]
  points?: readonly PointFeature[]
  restrictions?: readonly TurnRestriction[]
}

/** True if this way is a line (and not the outline of a square or platform). */
export const isLine = (feature: CityFeature): feature is LineFeature => feature.geometry.type === 'LineString'

type CollectionFile = Omit<CitySource, 'features'> & { features: (CityFeature | PointFeature)[] }

const parseCollection = (text: string): CollectionFile => {
  let file: unknown
  try {
    // Windows programs put a byte order mark in front
    file = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw makeImportError('not_geojson', 'the file is not valid GeoJSON: it is cut off or damaged', error)
  }
  const { type, features } = file as Partial<CollectionFile>
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    throw makeImportError('not_geojson', 'the file is not a GeoJSON FeatureCollection')
  return file as CollectionFile
}

/** Overpass writes tags as in OSM; other programs write numbers, booleans, null for absent ones, and lists for merged ways. */
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
 * Parses a GeoJSON text as a city source. Features other than Point, LineString and Polygon are dropped.
 * Throws an ImportError if the text is not a FeatureCollection.
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

/** The points of a line, or of the outline of an area (an OSM square or a closed street). */
export const listOutlines = (feature: CityFeature): readonly Position[] =>
  feature.geometry.type === 'LineString' ? feature.geometry.coordinates : (feature.geometry.coordinates[0] ?? [])
