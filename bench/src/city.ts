// The map that the bench routes on: imported once, kept beside the other caches of the clone.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readDefaultBrief } from '@wayfare/citymap/city-source'
import { getDatasetDir } from '@wayfare/citymap/dataset'
import type { Manifest } from '@wayfare/citymap/dataset'
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
