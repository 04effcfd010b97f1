import { afterEach, expect, it, vi } from 'vitest'
import { fetchTripTiles, listTilesAlong } from './trip-tiles.ts'

const jarntorget = { lat: 57.69985, lng: 11.95278 }
const molndal = { lat: 57.6557, lng: 12.0137 }

const fetchTiles = (signal: AbortSignal) =>
  fetchTripTiles('/maps/city.pmtiles', [[jarntorget, molndal]], { had: new Set(), signal }).catch(() => undefined)

afterEach(() => vi.unstubAllGlobals())

it('asks for nothing, not even for what the map begins with, when the trip is over before it could', async () => {
  const fetch = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetch)
  await fetchTiles(AbortSignal.abort())
  expect(fetch).not.toHaveBeenCalled()
  await fetchTiles(new AbortController().signal)
  expect(fetch).toHaveBeenCalled()
})

it('takes the streets of the way first, without gaps, then the whole from afar, then what lies beside', () => {
  const tiles = listTilesAlong([[jarntorget, molndal]])
  const zooms = tiles.map(({ z }) => z)
  const streets = tiles.slice(
    0,
    zooms.findIndex((z) => z !== 15),
  )
  expect(streets[0]).toEqual({ z: 15, x: 17471, y: 9920 })
  streets.slice(1).forEach((tile, at) => {
    const before = streets[at] ?? tile
    expect(Math.max(Math.abs(tile.x - before.x), Math.abs(tile.y - before.y))).toBeLessThanOrEqual(1)
  })
  expect(new Set(zooms)).toEqual(new Set([15, 14, 13, 12, 11]))
  expect(zooms.lastIndexOf(15)).toBeGreaterThan(zooms.indexOf(11))
  expect(new Set(tiles.map((tile) => JSON.stringify(tile))).size).toBe(tiles.length)
})

it('ends at its bound, however long the way is', () => {
  const far = { lat: 59.33, lng: 18.07 }
  expect(listTilesAlong([[jarntorget, far]])).toHaveLength(600)
  expect(listTilesAlong([[jarntorget, far]], 12).every(({ z }) => z === 15)).toBe(true)
  expect(listTilesAlong([])).toEqual([])
})
