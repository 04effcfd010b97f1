// The part of GeoJSON that a city is imported from: OSM ways as lines and areas with their tags.

export type Position = readonly [lng: number, lat: number]
export type Tags = Readonly<Record<string, string | undefined>>

export type LineFeature = {
  type: 'Feature'
  id?: string | number
  properties: Tags
  geometry: { type: 'LineString'; coordinates: readonly Position[] }
}
type AreaFeature = {
  type: 'Feature'
  id?: string | number
  properties: Tags
  geometry: { type: 'Polygon'; coordinates: readonly (readonly Position[])[] }
}
export type CityFeature = LineFeature | AreaFeature
export type CitySource = { type: 'FeatureCollection'; timestamp?: string; features: readonly CityFeature[] }

/** Is this way a line (and not the outline of a square or platform)? */
export const isLine = (feature: CityFeature): feature is LineFeature => feature.geometry.type === 'LineString'

/**
 * Parses a GeoJSON text as a city source. Features of other kinds than LineString and Polygon are dropped.
 * Throws an Error when the text is not a FeatureCollection.
 */
export const parseCitySource = (text: string): CitySource => {
  const source = JSON.parse(text) as CitySource
  if (source.type !== 'FeatureCollection' || !Array.isArray(source.features)) throw new Error('not a GeoJSON FeatureCollection')
  const kinds = new Set<string>(['LineString', 'Polygon'])
  return { ...source, features: source.features.filter((feature) => feature.geometry && kinds.has(feature.geometry.type)) }
}

/** Every line of the source, and the outline of every area (an OSM square or a closed street). */
export const listOutlines = (feature: CityFeature): readonly Position[] =>
  feature.geometry.type === 'LineString' ? feature.geometry.coordinates : (feature.geometry.coordinates[0] ?? [])
