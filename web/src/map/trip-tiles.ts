// The map along the ways of a trip, fetched while there is a network: the worker keeps it until the trip is over.
import type { LatLng } from '@wayfare/core/geo'
import { FetchSource, PMTiles } from 'pmtiles'

type Tile = { z: number; x: number; y: number }

/** The finest the map has, and what a view of the whole way shows. */
const finest = 15
const overview = [14, 13, 12, 11] as const
const mostTiles = 600
const mostBytes = 3_000_000

const placeIn = ({ lat, lng }: LatLng, z: number): { x: number; y: number } => {
  const side = 2 ** z
  const angle = (lat * Math.PI) / 180
  return { x: ((lng + 180) / 360) * side, y: ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * side }
}

const keyOf = ({ z, x, y }: Tile): string => `${z}/${x}/${y}`

/** The tiles that a line runs through, in its order; corners may lie many tiles apart. */
const tilesOn = (points: readonly LatLng[], z: number): Tile[] => {
  const places = points.map((point) => placeIn(point, z))
  return places.flatMap((to, at) => {
    const from = places[at - 1] ?? to
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) * 8))
    return Array.from({ length: steps }, (_none, step) => {
      const share = (step + 1) / steps
      return { z, x: Math.floor(from.x + (to.x - from.x) * share), y: Math.floor(from.y + (to.y - from.y) * share) }
    })
  })
}

const around = ({ z, x, y }: Tile): Tile[] =>
  [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => ({ z, x: x + right, y: y + down })))

/** What a driver needs first comes first: the streets of the ways, then the whole from afar, then what lies beside. @internal */
export const listTilesAlong = (ways: readonly (readonly LatLng[])[], most = mostTiles): Tile[] => {
  const streets = ways.flatMap((way) => tilesOn(way, finest))
  const afar = overview.flatMap((z) => ways.flatMap((way) => tilesOn(way, z)))
  const tiles = new Map(
    [...streets, ...afar, ...streets.flatMap(around), ...afar.flatMap(around)].map((tile) => [keyOf(tile), tile]),
  )
  return [...tiles.values()].slice(0, most)
}

/** So many bytes and no more; each request says that it is for a trip, and the worker keeps it apart. */
const boundedSource = (url: string) => {
  const source = new FetchSource(url, new Headers({ 'x-wayfare-trip': '1' }))
  let left = mostBytes
  return {
    hasRoom: () => left > 0,
    getKey: () => source.getKey(),
    getBytes: (offset: number, length: number, signal?: AbortSignal, etag?: string) => {
      left -= length
      return source.getBytes(offset, length, signal, etag)
    },
  }
}

const atOnce = 4

/** Fetches the map along these ways; `had` are tiles that need not come again, and grows. */
export const fetchTripTiles = async (
  url: string,
  ways: readonly (readonly LatLng[])[],
  { had, signal }: { had: Set<string>; signal: AbortSignal },
): Promise<void> => {
  const source = boundedSource(new URL(url, window.location.href).href)
  const archive = new PMTiles(source)
  const waiting = listTilesAlong(ways, mostTiles - had.size).filter((tile) => !had.has(keyOf(tile)))
  const work = async (): Promise<void> => {
    // its first bytes the archive would fetch even when it is too late for a tile
    for (let tile = waiting.shift(); tile && source.hasRoom() && !signal.aborted; tile = waiting.shift()) {
      await archive.getZxy(tile.z, tile.x, tile.y, signal)
      had.add(keyOf(tile))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
