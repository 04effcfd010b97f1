// The folder of one imported city, {data}/maps/{dataset}/, and the file `current` next to it that names the active one.
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Bounds, LatLng } from '@wayfare/core/geo'
import type { Profile } from './profile.ts'

/** Increased with every change of the files below; an older dataset is rebuilt. */
export const FORMAT_VERSION = 3
export const ATTRIBUTION = '© OpenStreetMap contributors'

export const GRAPH_FILE = 'graph.bin'
export const HIERARCHY_FILE = 'ch.bin'
export const SNAP_FILE = 'snap.bin'
export const PLACES_FILE = 'places.ndjson'
export const TILES_FILE = 'city.pmtiles'
export const LICENSE_FILE = 'LICENSE.txt'
const MANIFEST_FILE = 'manifest.json'
const CURRENT_FILE = 'current'
const PREVIOUS_FILE = 'previous'

type Counts = {
  ways: number
  nodes: number
  edges: number
  drivableKm: number
  arcs: number
  streets: number
  crossings: number
  landmarks: number
  addresses: number
  tiles: number
}

/**
 * The description of a dataset. `country` is ISO 3166-1 alpha-2, `timeZone` an IANA name, `bounds` the box of everything
 * drivable, `sourceTimestamp` when the data was exported from OSM (ISO 8601) or null, `componentShare` the share (0..1) of the
 * source's roads, by length, that routes use, `isGenerated` true for the generated town. `files` has the size and checksum of
 * each file.
 */
export type Manifest = {
  formatVersion: number
  dataset: string
  name: string
  country: string
  timeZone: string
  bounds: Bounds
  centre: LatLng
  attribution: string
  licence: string
  isGenerated: boolean
  sourceSha256: string
  sourceTimestamp: string | null
  buildKey: string
  profile: Profile
  componentShare: number
  counts: Counts
  files: Record<string, { bytes: number; sha256: string }>
}

export const hashSha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The checksum of a file, read in chunks: an extract may be larger than memory. */
export const hashFile = (path: string): string => {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(1 << 20)
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

export const getMapsDir = (dataDir: string): string => join(dataDir, 'maps')
export const getDatasetDir = (dataDir: string, dataset: string): string => join(getMapsDir(dataDir), dataset)

/** True if a dataset (null: none chosen yet) comes with the product: the demo's city or the generated town. */
export const isDemoCity = (dataset: string | null): boolean => dataset === null || dataset === 'gothenburg' || dataset === 'town'

/** Files next to the dataset folders, whose names no dataset may have. */
const MARKS = new Set([CURRENT_FILE, PREVIOUS_FILE, 'wanted', 'answer'])

/** True for folder names that no imported city may use: the demo's are rebuilt at the next start, the others are those files. */
export const isKeptName = (dataset: string): boolean => isDemoCity(dataset) || MARKS.has(dataset)

/** The manifest of a dataset folder; null if there is no readable one of this version. */
export const readManifest = (dir: string): Manifest | null => {
  try {
    const manifest = JSON.parse(readFileSync(join(dir, MANIFEST_FILE), 'utf8')) as Manifest
    return manifest.formatVersion === FORMAT_VERSION ? manifest : null
  } catch {
    return null
  }
}

/** Names the first file of a dataset that is missing or changed; null if all are intact. */
export const findDamage = (dir: string, manifest: Manifest): string | null => {
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const path = join(dir, name)
    if (!existsSync(path) || statSync(path).size !== bytes || hashFile(path) !== sha256) return name
  }
  return null
}

/** Writes a file atomically: a reader sees the old one or the new one, never half of it. */
export const replaceFile = (path: string, text: string): void => {
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

const readName = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8').trim() || null : null)

/** Names the active dataset, null if none was chosen. */
export const readCurrent = (dataDir: string): string | null => readName(join(getMapsDir(dataDir), CURRENT_FILE))

/** Names the previously active dataset, null if there was none. */
export const readPrevious = (dataDir: string): string | null => readName(join(getMapsDir(dataDir), PREVIOUS_FILE))

/** The manifest of the active dataset, null if none was chosen or it cannot be read. */
export const readActiveCity = (dataDir: string): Manifest | null => {
  const current = readCurrent(dataDir)
  return current === null ? null : readManifest(getDatasetDir(dataDir, current))
}

/** Makes a dataset the active one, and the former one the previous one. */
export const writeCurrent = (dataDir: string, dataset: string): void => {
  mkdirSync(getMapsDir(dataDir), { recursive: true })
  const before = readCurrent(dataDir)
  if (before !== null && before !== dataset) replaceFile(join(getMapsDir(dataDir), PREVIOUS_FILE), `${before}\n`)
  replaceFile(join(getMapsDir(dataDir), CURRENT_FILE), `${dataset}\n`)
}

/** Names of all dataset folders, including those of older versions. */
export const listDatasetNames = (dataDir: string): string[] => {
  const dir = getMapsDir(dataDir)
  if (!existsSync(dir)) return []
  const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  return folders.map(({ name }) => name).toSorted()
}

/** Manifests of all readable datasets, by name. */
export const listDatasets = (dataDir: string): Manifest[] =>
  listDatasetNames(dataDir).flatMap((name) => readManifest(getDatasetDir(dataDir, name)) ?? [])

/** Removes a dataset; renames it first, so that nobody sees half of it. */
export const removeDataset = (dataDir: string, dataset: string): void => {
  const aside = join(getMapsDir(dataDir), `.build-${dataset}-${process.pid}-0`)
  renameSync(getDatasetDir(dataDir, dataset), aside)
  rmSync(aside, { recursive: true, force: true })
}

/** A build's folder, next to the datasets: `.build-{dataset}-{pid}-{started}`; `-old` is the dataset being replaced. */
const BUILD = /^\.build-(.+)-(\d+)-(\d+)(-old)?$/

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Removes what killed builds left behind, or those builds for which `isOver` is true. If a build died while replacing a dataset,
 * it had moved the old one aside, which is moved back.
 */
export const sweepBuilds = (dataDir: string, isOver: (pid: number) => boolean = (pid) => !isRunning(pid)): void => {
  const dir = getMapsDir(dataDir)
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir)) {
    const [, dataset, pid, , old] = BUILD.exec(name) ?? []
    if (dataset === undefined || !isOver(Number(pid))) continue
    if (old && !existsSync(join(dir, dataset))) renameSync(join(dir, name), join(dir, dataset))
    else rmSync(join(dir, name), { recursive: true, force: true })
  }
}

/**
 * Writes the files of a dataset into a temporary folder, adds sizes and checksums to the manifest, and moves the folder into
 * place. If another process has just put the same dataset there, that one is kept, since it may be open already. Returns the
 * manifest of the dataset in place. A failure, such as a full disk, leaves nothing behind.
 */
export const writeDataset = (
  dataDir: string,
  draft: Omit<Manifest, 'files'>,
  contents: Record<string, Uint8Array | string>,
): Manifest => {
  const parent = getMapsDir(dataDir)
  mkdirSync(parent, { recursive: true })
  const temporary = join(parent, `.build-${draft.dataset}-${process.pid}-${Date.now()}`)
  try {
    mkdirSync(temporary)
    const files: Manifest['files'] = {}
    for (const [name, bytes] of Object.entries(contents)) {
      writeFileSync(join(temporary, name), bytes)
      files[name] = { bytes: Buffer.byteLength(bytes), sha256: hashSha256(bytes) }
    }
    const manifest: Manifest = { ...draft, files }
    writeFileSync(join(temporary, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
    const final = getDatasetDir(dataDir, draft.dataset)
    const rival = readManifest(final)
    if (rival?.buildKey === manifest.buildKey && findDamage(final, rival) === null) return rival
    const old = `${temporary}-old`
    if (existsSync(final)) renameSync(final, old)
    renameSync(temporary, final)
    rmSync(old, { recursive: true, force: true })
    return manifest
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
