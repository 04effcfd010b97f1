// Checks whether a dataset is fit to serve, for the command `check-city`; returns a list of complaints.
import { openSync, closeSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { PMTiles, zxyToTileId, tileIdToZxy, type Source } from 'pmtiles'
import { listWrongAnswers } from './check-answers.ts'
import { findDamage, readManifest, TILES_FILE, type Manifest } from './dataset.ts'
import { openCity, type OpenCity } from './open-city.ts'

/**
 * If the main component has less than this share of the roads, by length, it is a fragment: a ferry, two towns or a broken file.
 * Small extracts lose the one-way roads that leave them: of Monaco and of Porto's centre 85 % connect.
 */
const MIN_COMPONENT_SHARE = 0.75

/** A PMTiles source that reads ranges of a local file, like HTTP Range. Close it when done. */
export const openFileSource = (path: string): { source: Source; close: () => void } => {
  const file = openSync(path, 'r')
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => {
      const buffer = Buffer.alloc(length)
      const read = readSync(file, buffer, 0, length, offset)
      return { data: buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + read) as ArrayBuffer }
    },
  }
  return { source, close: () => closeSync(file) }
}

/** The same, as an archive. */
const openArchive = (path: string): { archive: PMTiles; close: () => void } => {
  const { source, close } = openFileSource(path)
  return { archive: new PMTiles(source), close }
}

/** Checks the number of tiles in the archive, and that the tile in the middle of the city can be read back. */
const complainAboutTiles = async (dir: string, manifest: Manifest): Promise<string[]> => {
  const { archive, close } = openArchive(join(dir, TILES_FILE))
  try {
    const header = await archive.getHeader()
    const { lat, lng } = manifest.centre
    const z = header.maxZoom
    const x = Math.floor(((lng + 180) / 360) * 2 ** z)
    const radians = (lat * Math.PI) / 180
    const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z)
    const middle = await archive.getZxy(...tileIdToZxy(zxyToTileId(z, x, y)))
    if (header.numAddressedTiles !== manifest.counts.tiles)
      return ['the tile file holds another number of tiles than its manifest']
    return middle && middle.data.byteLength > 0 ? [] : ['the tile in the middle of the city cannot be read back']
  } catch (error) {
    return [`the tile file cannot be read back: ${String(error)}`]
  } finally {
    close()
  }
}

const open = (dir: string): OpenCity | string => {
  try {
    return openCity(dir)
  } catch (error) {
    return `the city cannot be opened: ${String(error)}`
  }
}

/** Everything that is wrong with a dataset folder, one sentence each; empty if it is fit to serve. */
export const listComplaints = async (dir: string): Promise<string[]> => {
  const manifest = readManifest(dir)
  if (!manifest) return ['there is no manifest of this format version']
  const damaged = findDamage(dir, manifest)
  if (damaged) return [`${damaged} is missing or damaged`]
  const complaints: string[] = []
  if (manifest.componentShare < MIN_COMPONENT_SHARE)
    complaints.push(`the largest connected part holds only ${Math.round(manifest.componentShare * 100)} % of the roads`)
  if (manifest.counts.streets === 0) complaints.push('no street has a name')
  const city = open(dir)
  complaints.push(...(typeof city === 'string' ? [city] : listWrongAnswers(city)))
  return [...complaints, ...(await complainAboutTiles(dir, manifest))]
}
