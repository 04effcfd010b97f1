// The folder of one imported city, {data}/maps/{dataset}/, and the file `current` beside it that names the active one.
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

/** Raised with every change of the files below: an older dataset is built anew. */
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
 * What a dataset is. `country` is ISO 3166-1 alpha-2, `timeZone` an IANA name, `bounds` the box of everything drivable,
 * `sourceTimestamp` when OSM was read (ISO 8601) or null, `componentShare` the part (0..1) of the source's roads, by length, that
 * routes use, `isGenerated` whether this is the made-up town. `files` names each file with its size and checksum.
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

/** The checksum of a file, read in pieces: an extract may be larger than memory. */
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

/** Whether a dataset (null: none was chosen yet) is what comes with the product: the demo's city or the made-up town. */
export const isDemoCity = (dataset: string | null): boolean => dataset === null || dataset === 'gothenburg' || dataset === 'town'

/** Files beside the folders of the datasets, which none of them may be named like. */
const MARKS = new Set([CURRENT_FILE, PREVIOUS_FILE, 'wanted', 'answer'])

/** Whether no dataset of a file may have this folder: a demo's would be built over at the next start, a mark's would take its place. */
export const isKeptName = (dataset: string): boolean => isDemoCity(dataset) || MARKS.has(dataset)

/** The manifest of a dataset folder; null when there is none that can be read. */
export const readManifest = (dir: string): Manifest | null => {
  try {
    const manifest = JSON.parse(readFileSync(join(dir, MANIFEST_FILE), 'utf8')) as Manifest
    return manifest.formatVersion === FORMAT_VERSION ? manifest : null
  } catch {
    return null
  }
}

/** Names the first file of a dataset that is missing or changed; null when all are whole. */
export const findDamage = (dir: string, manifest: Manifest): string | null => {
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const path = join(dir, name)
    if (!existsSync(path) || statSync(path).size !== bytes || hashFile(path) !== sha256) return name
  }
  return null
}

/** Writes a file so that a reader sees the old one or the new one, never half of it. */
export const replaceFile = (path: string, text: string): void => {
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

const readName = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8').trim() || null : null)

/** Names the active dataset, null when none was chosen. */
export const readCurrent = (dataDir: string): string | null => readName(join(getMapsDir(dataDir), CURRENT_FILE))

/** Names the dataset that was active before the one that is, null when there was none. */
export const readPrevious = (dataDir: string): string | null => readName(join(getMapsDir(dataDir), PREVIOUS_FILE))

/** The manifest of the active dataset, null when none was chosen or it cannot be read. */
export const readActiveCity = (dataDir: string): Manifest | null => {
  const current = readCurrent(dataDir)
  return current === null ? null : readManifest(getDatasetDir(dataDir, current))
}

/** Makes a dataset the active one, and the one before it the previous one. */
export const writeCurrent = (dataDir: string, dataset: string): void => {
  mkdirSync(getMapsDir(dataDir), { recursive: true })
  const before = readCurrent(dataDir)
  if (before !== null && before !== dataset) replaceFile(join(getMapsDir(dataDir), PREVIOUS_FILE), `${before}\n`)
  replaceFile(join(getMapsDir(dataDir), CURRENT_FILE), `${dataset}\n`)
}

/** Names of all dataset folders, those of older versions too. */
export const listDatasetNames = (dataDir: string): string[] => {
  const dir = getMapsDir(dataDir)
  if (!existsSync(dir)) return []
  const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  return folders.map(({ name }) => name).toSorted()
}

/** Manifests of all datasets that can be read, by name. */
export const listDatasets = (dataDir: string): Manifest[] =>
  listDatasetNames(dataDir).flatMap((name) => readManifest(getDatasetDir(dataDir, name)) ?? [])

/** Removes a dataset: renamed first, so that nobody sees half of it. */
export const removeDataset = (dataDir: string, dataset: string): void => {
  const aside = join(getMapsDir(dataDir), `.build-${dataset}-${process.pid}-0`)
  renameSync(getDatasetDir(dataDir, dataset), aside)
  rmSync(aside, { recursive: true, force: true })
}

/** A build's folder, beside the datasets: `.build-{dataset}-{pid}-{started}`, and while it takes the place of another, that one as `-old`. */
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
 * Removes what builds left behind that were killed, or those that `isOver` says are. One that died while it took another's place had
 * moved that one aside: it goes back.
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
 * Writes the files of a dataset into a temporary folder, adds sizes and checksums to the manifest, and puts the folder in
 * its place. When another process has just put the same dataset there, that one stays: it may be open already.
 * Returns the manifest of what is there. What fails, as on a full disk, leaves nothing.
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
