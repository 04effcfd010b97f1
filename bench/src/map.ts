// Measures the bytes that the first view of each map fetches, at the places and zooms where the product opens; independent of the
// machine.
import { join } from 'node:path'
import { readManifest, TILES_FILE } from '@wayfare/citymap/dataset'
import { measureView } from '@wayfare/citymap/first-view'
import { listCities } from './city.ts'
import type { Measurement, Row } from './measure.ts'

const screens = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }
/** The zooms at which pages open: choosing a place at 12, cities at 13, a driver at 14, two points near each other at 15. */
const zooms = [12, 13, 14, 15]
/** kB (issue 12). */
const most = 150

export const measureMap = async (): Promise<Measurement> => {
  const rows: Row[] = []
  for (const { name, dir } of listCities()) {
    const centre = readManifest(dir)?.centre
    if (!centre) throw new Error(`${name} has no manifest`)
    for (const [screen, size] of Object.entries(screens)) {
      for (const zoom of zooms) {
        const ours = (await measureView(join(dir, TILES_FILE), centre, { ...size, zoom })) / 1000
        const measure = `${name} on a ${screen}, zoom ${zoom}`
        rows.push({
          figure: 'map',
          measure,
          unit: 'kB',
          ours,
          peer: most,
          peerName: 'the bar',
          ratio: null,
          isKept: false,
          ceiling: most,
        })
      }
    }
  }
  return { rows }
}
