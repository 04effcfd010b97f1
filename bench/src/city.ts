// The map that the bench routes on: imported once, and kept with the clone's other caches.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readDefaultBrief, readFileBrief } from '@wayfare/citymap/city-source'
import { getDatasetDir, type Manifest } from '@wayfare/citymap/dataset'
import { importCity } from '@wayfare/citymap/import-city'

/** The cache for what need not be made anew for each run: the map and the database's files. */
export const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/wayfare-bench', import.meta.url))

type PreparedCity = { dataDir: string; dir: string; manifest: Manifest }

/** Prepares Gothenburg for opening. Throws if its source is missing: figures for another map would not be comparable. */
export const prepareCity = (): PreparedCity => {
  const dataDir = join(cacheDir, 'city')
  mkdirSync(dataDir, { recursive: true })
  const brief = readDefaultBrief(() => {})
  if (brief.isGenerated) throw new Error('The bench needs the map of Gothenburg (package geojson-path-finder 2.1.0).')
  const manifest = importCity({ dataDir, brief })
  return { dataDir, dir: getDatasetDir(dataDir, manifest.dataset), manifest }
}

/** OpenStreetMap extracts that are measured too if present. */
const extracts = fileURLToPath(new URL('../../../shared/data/osm', import.meta.url))

/** Lists all available maps by name. */
export const listCities = (): { name: string; dataDir: string; dir: string }[] => {
  const { dataDir, dir } = prepareCity()
  const files = existsSync(extracts) ? readdirSync(extracts).filter((file) => file.endsWith('.osm.pbf')) : []
  if (files.length === 0) console.log(`There are no extracts (*.osm.pbf) in ${extracts}: only Gothenburg is measured.`)
  const others = files.toSorted().map((file) => {
    const dataset = file.replace('.osm.pbf', '')
    const city = { dataset, name: dataset, country: null, timeZone: null, bounds: null }
    importCity({ dataDir, brief: readFileBrief(join(extracts, file), city), activate: false })
    return { name: dataset, dataDir, dir: getDatasetDir(dataDir, dataset) }
  })
  return [{ name: 'gothenburg', dataDir, dir }, ...others]
}
