// Imports a city once: builds graph, hierarchy, snap index, places and tiles, and keeps them until source or format change.
import { buildHierarchy } from './ch-build.ts'
import type { CityBrief } from './city-source.ts'
import {
  ATTRIBUTION,
  getDatasetDir,
  findDamage,
  FORMAT_VERSION,
  GRAPH_FILE,
  HIERARCHY_FILE,
  LICENSE_FILE,
  PLACES_FILE,
  readCurrent,
  readPrevious,
  readManifest,
  hashSha256,
  SNAP_FILE,
  sweepBuilds,
  TILES_FILE,
  writeCurrent,
  writeDataset,
  type Manifest,
} from './dataset.ts'
import { type CitySource, isLine } from './geojson.ts'
import { makeImportError } from './import-error.ts'
import { buildGraph } from './graph-build.ts'
import { findGraphBounds } from './graph.ts'
import { encodePlaces, listPlaces, type PlaceRow } from './places.ts'
import { type Profile, TAXI_PROFILE } from './profile.ts'
import { drivesOnLeft, findRegion } from './region.ts'
import { buildSnapIndex, findCentre, makeSnapper } from './snap.ts'
import { encodeGraph, encodeHierarchy, encodeSnapIndex } from './stored.ts'
import { buildTiles, TILE_SCHEMA } from './tiles.ts'
import { makeTurns } from './turns.ts'

/** Receives the stage and the progress of the whole import (0..1, never decreasing). */
type Progress = (stage: string, fraction: number) => void

type ImportOptions = {
  dataDir: string
  brief: CityBrief
  profile?: Profile
  onProgress?: Progress
  activate?: boolean
  /** uses another folder if the city that is served, or the previous one, has the same name */
  beside?: boolean
}

const LICENSE_TEXT = `The map data in this folder is derived from OpenStreetMap.

${ATTRIBUTION}

graph.bin, ch.bin, snap.bin, places.ndjson and city.pmtiles are derivative databases of OpenStreetMap data. They are made
available under the Open Database License 1.0: https://opendatacommons.org/licenses/odbl/1-0/
Whoever offers them to the public must keep this notice and credit the contributors: https://www.openstreetmap.org/copyright

The rows of kind "landmark" in places.ndjson take their names from a list of the Wayfare project.
`
const TOWN_TEXT = 'The map data in this folder is a town made up by a program. It may be used freely.\n'

/**
 * Increased when the same source yields different roads or places than before: the default city is then rebuilt, an imported one
 * only when its file is imported again; until then the old one is still served.
 */
const RULES_VERSION = 2

/** A hash that changes with everything the files depend on. */
const buildKeyOf = ({ sourceSha256, landmarks, name, country, timeZone, bounds }: CityBrief, profile: Profile): string => {
  const versions = [FORMAT_VERSION, TILE_SCHEMA, RULES_VERSION]
  return hashSha256(JSON.stringify([...versions, sourceSha256, profile, landmarks, name, country, timeZone, bounds]))
}

/** The dataset's manifest, if it was built from the same input and every file is intact; else null. */
const findCached = (dataDir: string, dataset: string, buildKey: string): Manifest | null => {
  const dir = getDatasetDir(dataDir, dataset)
  const manifest = readManifest(dir)
  return manifest && manifest.buildKey === buildKey && findDamage(dir, manifest) === null ? manifest : null
}

/** The name itself, or with a number appended if the folder of that name must not be touched. */
const findFreeName = ({ dataDir, brief }: ImportOptions, buildKey: string): string => {
  const kept = new Set([readCurrent(dataDir), readPrevious(dataDir)])
  for (let number = 1; ; number++) {
    const name = number === 1 ? brief.dataset : `${brief.dataset}-${number}`
    if (!kept.has(name) || readManifest(getDatasetDir(dataDir, name))?.buildKey === buildKey) return name
  }
}

const countKind = (places: readonly PlaceRow[], kind: PlaceRow['kind']): number =>
  places.filter((place) => place.kind === kind).length

/**
 * Country and time zone as specified by the operator, else by the map; most roads count, since an extract has some ways beyond a
 * border or along a coast. Throws an ImportError if the source is empty.
 */
const locateCity = ({ country, timeZone }: CityBrief, { features }: CitySource): { country: string; timeZone: string } => {
  if (features.length === 0) throw makeImportError('empty_area', 'nothing of the source lies in the area that is wanted')
  const lines = features.filter(isLine)
  if (lines.length === 0) throw makeImportError('no_roads', 'the source holds no drivable way')
  const roads = lines.filter(({ properties }) => properties['highway'] !== undefined)
  const region = findRegion(roads.map(({ geometry: { coordinates } }) => ({ lng: coordinates[0][0], lat: coordinates[0][1] })))
  return { country: country ?? region.country, timeZone: timeZone ?? region.timeZone }
}

const build = ({ dataDir, brief, onProgress = () => {} }: ImportOptions, basis: Profile, buildKey: string): Manifest => {
  onProgress('reading', 0)
  const source = brief.read((fraction) => onProgress('reading', 0.1 * fraction))
  onProgress('graph', 0.1)
  const { country, timeZone } = locateCity(brief, source)
  const profile = { ...basis, driveOnLeft: drivesOnLeft(country) }
  const { graph, stats } = buildGraph(source, profile)
  const { componentShare, ...roads } = stats
  const bounds = findGraphBounds(graph)
  onProgress('hierarchy', 0.25)
  const hierarchy = buildHierarchy(makeTurns(graph, profile), (fraction) => onProgress('hierarchy', 0.25 + 0.3 * fraction))
  onProgress('places', 0.55)
  const snapIndex = buildSnapIndex(graph)
  const places = listPlaces(source, brief.landmarks, { name: brief.name, country, bounds })
  onProgress('tiles', 0.65)
  const tiles = buildTiles({ source, places, bounds, name: brief.name }, (fraction) => onProgress('tiles', 0.65 + 0.3 * fraction))
  onProgress('writing', 0.95)
  const draft: Omit<Manifest, 'files'> = {
    formatVersion: FORMAT_VERSION,
    dataset: brief.dataset,
    name: brief.name,
    country,
    timeZone,
    bounds,
    centre: findCentre(graph, makeSnapper(graph, snapIndex)),
    attribution: ATTRIBUTION,
    licence: brief.isGenerated ? 'CC0-1.0' : 'ODbL-1.0',
    isGenerated: brief.isGenerated,
    sourceSha256: brief.sourceSha256,
    sourceTimestamp: source.timestamp ?? null,
    buildKey,
    profile,
    componentShare,
    counts: {
      ...roads,
      arcs: hierarchy.arcFrom.length,
      streets: countKind(places, 'street'),
      crossings: countKind(places, 'crossing'),
      landmarks: countKind(places, 'landmark'),
      addresses: countKind(places, 'address'),
      tiles: tiles.tiles,
    },
  }
  return writeDataset(dataDir, draft, {
    [GRAPH_FILE]: encodeGraph(graph),
    [HIERARCHY_FILE]: encodeHierarchy(hierarchy),
    [SNAP_FILE]: encodeSnapIndex(snapIndex),
    [PLACES_FILE]: encodePlaces(places),
    [TILES_FILE]: tiles.bytes,
    [LICENSE_FILE]: brief.isGenerated ? TOWN_TEXT : LICENSE_TEXT,
  })
}

/**
 * Imports the city unless an intact dataset of it exists already; a damaged or incomplete one is rebuilt. Activates it if
 * `activate` is true or none is active. Blocks its thread for some seconds: call it in a worker. Throws an Error if the source
 * cannot be read or has no roads.
 */
export const importCity = (given: ImportOptions): Manifest => {
  const { dataDir, profile = TAXI_PROFILE } = given
  sweepBuilds(dataDir)
  const buildKey = buildKeyOf(given.brief, profile)
  const dataset = given.beside ? findFreeName(given, buildKey) : given.brief.dataset
  const options = { ...given, brief: { ...given.brief, dataset } }
  const manifest = findCached(dataDir, dataset, buildKey) ?? build(options, profile, buildKey)
  if (options.activate === true || readCurrent(dataDir) === null) writeCurrent(dataDir, manifest.dataset)
  options.onProgress?.('done', 1)
  return manifest
}
