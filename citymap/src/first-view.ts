// Measures what the first view of a city downloads: the bytes that a map requests by HTTP Range until the view is filled.
import type { LatLng } from '@wayfare/core/geo'
import { PMTiles } from 'pmtiles'
import { openFileSource } from './check-city.ts'

/** CSS pixels. */
type View = { width: number; height: number; zoom: number }

/** Width of a tile on screen at its own zoom, pixels. */
const TILE = 512

/** Bytes of a tile file fetched for a view around a point: header, directories and tiles, as they are served. */
export const measureView = async (path: string, { lat, lng }: LatLng, { width, height, zoom }: View): Promise<number> => {
  const { source, close } = openFileSource(path)
  let bytes = 0
  const archive = new PMTiles({
    getKey: source.getKey,
    getBytes: async (offset, length) => {
      const answer = await source.getBytes(offset, length)
      bytes += answer.data.byteLength
      return answer
    },
  })
  try {
    const z = Math.min(Math.floor(zoom), (await archive.getHeader()).maxZoom)
    const side = TILE * 2 ** (zoom - z)
    const across = ((lng + 180) / 360) * 2 ** z
    const down = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z
    for (let x = Math.floor(across - width / 2 / side); x <= across + width / 2 / side; x++)
      for (let y = Math.floor(down - height / 2 / side); y <= down + height / 2 / side; y++) await archive.getZxy(z, x, y)
    return bytes
  } finally {
    close()
  }
}
