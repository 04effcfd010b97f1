// The cities on the disk: their list, a new one out of a file, and another one in the place of the one that is served.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CityFacts, CityShelf } from '@wayfare/contract/cities'
import { pickOwnSpeeds } from '@wayfare/core/road-speeds'
import { isCityError, startCity, type City, type Manifest } from '@wayfare/citymap/city'
import {
  getDatasetDir,
  isDemoCity,
  listDatasetNames,
  readCurrent,
  readManifest,
  readPrevious,
  removeDataset,
  writeCurrent,
} from '@wayfare/citymap/dataset'
import { answerWantedCity, takeWantedCity } from '@wayfare/citymap/wanted-city'
import { makeCityBuilds } from './maps-city-build.ts'
import { makeCityFiles } from './maps-city-files.ts'
import { makeCityUploads } from './maps-city-uploads.ts'
import type { Cities, Followed, OpenedCity } from './ports-cities.ts'
import { makeOutage } from './ports.ts'

type ShelfOptions = {
  dataDir: string
  /** whose extracts may be imported; null: none */
  folders: readonly string[] | null
  log: { info: (fields: object, message: string) => void; warn: (fields: object, message: string) => void }
  /** from now on it answers every question */
  serve: (city: City) => { before: City; undo: () => void }
}

const builtAtOf = (dir: string): number => {
  const path = join(dir, 'manifest.json')
  return existsSync(path) ? Math.round(statSync(path).mtimeMs) : 0
}

const describeCity = (dataDir: string, manifest: Manifest): CityFacts => {
  const { dataset, name, country, timeZone, bounds, centre, attribution, sourceTimestamp, componentShare, counts, profile } =
    manifest
  return {
    dataset,
    name,
    country,
    timeZone,
    bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
    center: centre,
    attribution,
    dataDate: sourceTimestamp?.slice(0, 10) ?? null,
    builtAt: builtAtOf(getDatasetDir(dataDir, dataset)),
    bytes: Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0),
    isDemo: isDemoCity(dataset),
    connectedShare: componentShare,
    speeds: pickOwnSpeeds(profile.speeds),
    counts: {
      roadKm: counts.drivableKm,
      streets: counts.streets,
      places: counts.landmarks + counts.crossings,
      houseNumbers: counts.addresses,
    },
  }
}

const listShelf = (dataDir: string): CityShelf => {
  const names = listDatasetNames(dataDir)
  const manifests = names.map((name) => ({ name, manifest: readManifest(getDatasetDir(dataDir, name)) }))
  const previous = readPrevious(dataDir)
  return {
    active: readCurrent(dataDir),
    previous: previous !== null && names.includes(previous) ? previous : null,
    cities: manifests.flatMap(({ manifest }) => (manifest ? [describeCity(dataDir, manifest)] : [])),
    outdated: manifests.flatMap(({ name, manifest }) => (manifest ? [] : [name])),
  }
}

const isOutside = async (city: City, point: { lat: number; lng: number }): Promise<boolean> => {
  try {
    await city.snap(point)
    return false
  } catch (error) {
    if (isCityError(error) && error.code === 'OUT_OF_AREA') return true
    throw error
  }
}

/** One city at a time is opened. */
type Turn = { take: () => boolean; leave: () => void; isTaken: () => boolean }

const makeTurn = (): Turn => {
  let isTaken = false
  return {
    take: () => !isTaken && (isTaken = true),
    leave: () => void (isTaken = false),
    isTaken: () => isTaken,
  }
}

/** How far this process has followed the others; undone where a switch was. */
type Standing = { read: () => Followed; write: (followed: Followed) => void }

const makeStanding = (): Standing => {
  let standing: Followed = { version: null, missing: null }
  return { read: () => standing, write: (followed) => void (standing = followed) }
}

/** Lets it answer what it was asked before it goes. */
const retire = async (city: City): Promise<void> => {
  await city.drain()
  await city.close()
}

type Held = { turn: Turn; standing: Standing }

/** An opened city that may be served: its turn ends when it is, for good, or when it is let go. */
const makeOpened = (options: ShelfOptions & Held, city: City, manifest: Manifest): OpenedCity => {
  const { dataDir, log, serve, turn, standing } = options
  let replaced: City | null = null
  return {
    facts: describeCity(dataDir, manifest),
    findOutside: async (points) => {
      const outside = await Promise.all(points.map((point) => isOutside(city, point)))
      return points.flatMap((_point, at) => (outside[at] ? [at] : []))
    },
    serve: (version) => {
      const [before, followed] = [readCurrent(dataDir), standing.read()]
      writeCurrent(dataDir, manifest.dataset)
      const { before: old, undo } = serve(city)
      standing.write({ version, missing: null })
      replaced = old
      return () => {
        undo()
        standing.write(followed)
        if (before !== null) writeCurrent(dataDir, before)
        replaced = null
      }
    },
    settle: () => {
      const old = replaced
      turn.leave()
      if (!old) return
      retire(old).catch((error: unknown) => log.warn({ err: error }, 'the city before did not go cleanly'))
    },
    close: async () => {
      turn.leave()
      await city.close()
    },
  }
}

export const makeCities = (options: ShelfOptions): Cities => {
  const { dataDir, folders, log } = options
  const [turn, standing] = [makeTurn(), makeStanding()]
  const builds = makeCityBuilds(dataDir)
  return {
    list: () => listShelf(dataDir),
    open: async (dataset) => {
      if (!turn.take()) return null
      const city = startCity({ dataDir, dataset, log: (line) => log.info({}, line) })
      try {
        const manifest = await city.ready
        return makeOpened({ ...options, turn, standing }, city, manifest)
      } catch (error) {
        turn.leave()
        await city.close()
        throw makeOutage('refused', error instanceof Error ? error.message : String(error))
      }
    },
    remove: (dataset) => {
      if (turn.isTaken() || dataset === readCurrent(dataDir) || !listDatasetNames(dataDir).includes(dataset)) return false
      removeDataset(dataDir, dataset)
      return true
    },
    ...builds,
    uploads: makeCityUploads(dataDir),
    files: makeCityFiles(folders),
    takeWanted: () => takeWantedCity(dataDir),
    answerWanted: (dataset, problem) => answerWantedCity(dataDir, { dataset, state: 'done', problem }),
    followed: standing.read,
    noteFollowed: (followed) => {
      if ((followed.version ?? 0) >= (standing.read().version ?? 0)) standing.write(followed)
    },
  }
}
