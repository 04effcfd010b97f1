// Numeric keys for vertices: two positions share a key exactly if they are the same OSM node position (7 decimals).
import type { Position } from './geojson.ts'
import { makeImportError } from './import-error.ts'

const units = (degrees: number): number => Math.round(degrees * 1e7)

/**
 * Creates a function from position to key for the given lines. The key is a safe integer as long as the lines span less than
 * about nine degrees in either direction; a wider source throws an ImportError.
 */
export const makeVertexKeys = (lines: Iterable<readonly Position[]>): ((position: Position) => number) => {
  let south = Number.POSITIVE_INFINITY
  let west = Number.POSITIVE_INFINITY
  let north = Number.NEGATIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  for (const line of lines)
    for (const [lng, lat] of line) {
      south = Math.min(south, units(lat))
      north = Math.max(north, units(lat))
      west = Math.min(west, units(lng))
      east = Math.max(east, units(lng))
    }
  const width = east - west + 1
  const isEmpty = north < south
  if (!isEmpty && (north - south + 1) * width > Number.MAX_SAFE_INTEGER)
    throw makeImportError('too_wide', 'the source spans too wide an area for one city')
  return ([lng, lat]) => (units(lat) - south) * width + (units(lng) - west)
}
