// Sources of a city: the Gothenburg file from the pinned package, the generated town, or an OSM file of the operator.
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Bounds } from '@wayfare/core/geo'
import { foldText } from '@wayfare/core/fold'
import { hashFile, hashSha256, isKeptName } from './dataset.ts'
import { type CitySource, parseCitySource } from './geojson.ts'
import { makeImportError } from './import-error.ts'
import { GOTHENBURG_LANDMARKS, type Landmark } from './landmarks.ts'
import { readOsmSource } from './osm-source.ts'
import { makeTown } from './town.ts'

/**
 * Everything an import needs to know about its city. `country` (ISO 3166-1 alpha-2) and `timeZone` (IANA) are null if the map
 * determines them; `bounds` is the part of the source to use, null for all. `read` parses the source, which is only done when the
 * city must be built, and reports how much (0..1) has been read.
 */
export type CityBrief = {
  dataset: string
  name: string
  country: string | null
  timeZone: string | null
  bounds: Bounds | null
  sourceSha256: string
  isGenerated: boolean
  landmarks: readonly Landmark[]
  read: (onProgress: (fraction: number) => void) => CitySource
}

const GOTHENBURG_SHA256 = 'e43f69b9b18a6b37d6a73fcb95631389be2ebae44cb3b74efc3b493d6033c1e4'

/** Path of the pinned data file, null if the package or the file is missing. */
const findGothenburgFile = (): string | null => {
  try {
    const manifest = createRequire(import.meta.url).resolve('geojson-path-finder/package.json')
    const path = join(dirname(manifest), 'test', 'large-network.json')
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/** The generated town, located where Gothenburg is. */
const makeTownBrief = (): CityBrief => {
  const text = JSON.stringify(makeTown())
  return {
    dataset: 'town',
    name: 'Wayfare Town',
    country: 'SE',
    timeZone: 'Europe/Stockholm',
    bounds: null,
    sourceSha256: hashSha256(text),
    isGenerated: true,
    landmarks: [],
    read: () => parseCitySource(text),
  }
}

/** The city of a fresh installation. Logs one line and falls back to the generated town if the file is not the pinned one. */
export const readDefaultBrief = (log: (line: string) => void, file: string | null = findGothenburgFile()): CityBrief => {
  const bytes = file && existsSync(file) ? readFileSync(file) : null
  const sourceSha256 = bytes ? hashSha256(bytes) : ''
  if (!bytes || sourceSha256 !== GOTHENBURG_SHA256) {
    const problem = bytes ? 'has an unexpected checksum' : 'was not found'
    log(`The map of Gothenburg (geojson-path-finder 2.1.0, test/large-network.json) ${problem}: using a generated town instead`)
    return makeTownBrief()
  }
  return {
    dataset: 'gothenburg',
    name: 'Göteborg',
    country: 'SE',
    timeZone: 'Europe/Stockholm',
    bounds: null,
    sourceSha256,
    isGenerated: false,
    landmarks: GOTHENBURG_LANDMARKS,
    read: () => parseCitySource(bytes.toString('utf8')),
  }
}

/** The default name of a file's city: "new-haven.osm.pbf" is New Haven, as is "new-haven-latest.osm.pbf" or one with a date. */
export const nameOfFile = (file: string): string =>
  basename(file)
    .replace(/\.(osm|pbf|geojson|json)\b/gi, '')
    .replace(/(?<=.)[-_. ](latest|\d{6}|\d{8})$/i, '')
    .split(/[-_. ]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

type FileCity = { dataset: string; name: string; country: string | null; timeZone: string | null; bounds: Bounds | null }

/** GeoJSON begins with a brace, an OSM PBF file with the length of its first block. */
const isGeoJson = (file: string): boolean => {
  const start = Buffer.alloc(16)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, start)
  closeSync(descriptor)
  return start.toString('utf8').trimStart().startsWith('{')
}

/**
 * A city from an OSM PBF file, or from a GeoJSON file of OSM ways (as exported by Overpass), which is read into memory as a
 * whole. Throws an Error if the file cannot be read.
 */
export const readFileBrief = (file: string, city: FileCity): CityBrief => ({
  ...city,
  sourceSha256: hashFile(file),
  isGenerated: false,
  landmarks: [],
  read: (onProgress) =>
    isGeoJson(file) ? parseCitySource(readFileSync(file, 'utf8')) : readOsmSource(file, { bounds: city.bounds, onProgress }),
})

/** What the operator specified about a file's city; the rest comes from the file's name and the map's location. */
export type FileOptions = { [Field in 'name' | 'country' | 'timeZone']?: string | null } & { bounds?: Bounds | null }

/** Most letters of a folder's name: disks allow 255 bytes, a build adds some of its own, and a letter may take four. */
const MOST_LETTERS = 50

/** What tells the folders of two long names apart that begin alike. */
const HASH_LETTERS = 8

const nameFolder = (name: string): string => {
  const folded = foldText(name)
  const letters = [...folded]
  if (letters.length <= MOST_LETTERS) return folded.replaceAll(' ', '-')
  const cut = letters.slice(0, MOST_LETTERS - HASH_LETTERS - 1).join('')
  return `${cut.trim().replaceAll(' ', '-')}-${hashSha256(folded).slice(0, HASH_LETTERS)}`
}

/** The same, under a name for its folder. Throws an ImportError when the name has no letter, an Error when the file cannot be read. */
export const makeFileBrief = (file: string, options: FileOptions): CityBrief => {
  const { country = null, timeZone = null, bounds = null } = options
  const name = options.name ?? nameOfFile(file)
  const folder = nameFolder(name)
  if (folder === '') throw makeImportError('no_name', '--name needs a letter or a digit')
  const dataset = isKeptName(folder) ? `${folder}-2` : folder
  return readFileBrief(file, { dataset, name, country, timeZone, bounds })
}
