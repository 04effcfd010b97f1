// What a first look at each map fetches, where and as near as the product opens: no machine makes it faster or slower.
import { join } from 'node:path'
import { readManifest, TILES_FILE } from '@wayfare/citymap/dataset'
import { measureView } from '@wayfare/citymap/first-view'
import { listCities } from './city.ts'
import type { Measurement, Row } from './measure.ts'

const screens = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }
/** Between these the pages open: a place to choose at 12, cities at 13, a driver at 14, two points near each other at 15. */
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
