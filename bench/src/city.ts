// The map that the bench routes on: imported once, kept beside the other caches of the clone.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readDefaultBrief, readFileBrief } from '@wayfare/citymap/city-source'
import { getDatasetDir, type Manifest } from '@wayfare/citymap/dataset'
import { importCity } from '@wayfare/citymap/import-city'

/** Where the bench keeps what it need not make each time: the map and the database's files. */
export const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/wayfare-bench', import.meta.url))

type PreparedCity = { dataDir: string; dir: string; manifest: Manifest }

/** Gothenburg, ready to be opened. Throws when its source is missing: figures of another map compare with nothing. */
export const prepareCity = (): PreparedCity => {
  const dataDir = join(cacheDir, 'city')
  mkdirSync(dataDir, { recursive: true })
  const brief = readDefaultBrief(() => {})
  if (brief.isGenerated) throw new Error('The bench needs the map of Gothenburg (package geojson-path-finder 2.1.0).')
  const manifest = importCity({ dataDir, brief })
  return { dataDir, dir: getDatasetDir(dataDir, manifest.dataset), manifest }
}

/** Extracts of OpenStreetMap that are measured as well where they are there. */
const extracts = fileURLToPath(new URL('../../../shared/data/osm', import.meta.url))

/** Every map at hand, by name. */
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
