import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { expect, it } from 'vitest'
import { openFileSource } from './check-city.ts'
import { parseCitySource } from './geojson.ts'
import type { PlaceRow } from './places.ts'
import { buildTiles } from './tiles.ts'
import { readOsmSource } from './osm-source.ts'
import { makeTown } from './town.ts'
import { encodePbf } from '../test/write-pbf.ts'

const centre = { lat: 41.15, lng: -8.62 }
const bounds = { north: 41.152, south: 41.148, west: -8.622, east: -8.618 }

const landmark = (name: string, weight: number): PlaceRow => ({
  id: name,
  kind: 'landmark',
  name,
  secondary: '',
  folded: name.toLowerCase(),
  words: name.toLowerCase(),
  street: null,
  number: null,
  weight,
  ...centre,
})

it('names the city from afar, what everybody knows nearer by, and the rest in its streets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wayfare-tiles-'))
  const source = parseCitySource(JSON.stringify(makeTown({ size: 4, blockM: 150, centre })))
  const places = [landmark('Known', 100), landmark('Other', 90)]
  writeFileSync(join(folder, 'tiles'), buildTiles({ source, places, bounds, name: 'Porto' }).bytes)
  const { source: file, close } = openFileSource(join(folder, 'tiles'))
  const archive = new PMTiles(file)
  const namesAt = async (z: number): Promise<string[]> => {
    const x = Math.floor(((centre.lng + 180) / 360) * 2 ** z)
    const y = Math.floor(((1 - Math.asinh(Math.tan((centre.lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)
    const text = Buffer.from((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer(0)).toString('utf8')
    return ['Porto', 'Known', 'Other'].filter((name) => text.includes(name))
  }
  expect([await namesAt(8), await namesAt(10), await namesAt(11), await namesAt(13)]).toEqual([
    ['Porto'],
    ['Porto', 'Known'],
    ['Known'],
    ['Known', 'Other'],
  ])
  close()
  rmSync(folder, { recursive: true })
})

/** In logical order, as people write them: the map library shapes the letters and reverses their order. */
const streetNames = ['شارع الملك فيصل', 'רחוב יפו', 'شارع صلاح الدين 25', 'דרך שכם (King St 7)']

it('keeps names of every script as they are written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wayfare-scripts-'))
  const nodes = streetNames.flatMap((_, i) => [
    { id: 2 * i + 1, lat: 31.777 + i / 1000, lng: 35.221 },
    { id: 2 * i + 2, lat: 31.777 + i / 1000, lng: 35.225 },
  ])
  const ways = streetNames.map((name, i) => ({ id: i + 1, refs: [2 * i + 1, 2 * i + 2], tags: { highway: 'primary', name } }))
  writeFileSync(join(folder, 'town.osm.pbf'), encodePbf({ nodes, ways }))
  const source = readOsmSource(join(folder, 'town.osm.pbf'), { bounds: null })
  const around = { south: 31.775, north: 31.783, west: 35.22, east: 35.227 }
  const name = 'القدس ירושלים'
  writeFileSync(join(folder, 'tiles'), buildTiles({ source, places: [], bounds: around, name }).bytes)
  const { source: file, close } = openFileSource(join(folder, 'tiles'))
  const archive = new PMTiles(file)
  const textOf = async (z: number): Promise<string> => {
    const x = Math.floor(((35.223 + 180) / 360) * 2 ** z)
    const y = Math.floor(((1 - Math.asinh(Math.tan((31.779 * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)
    return Buffer.from((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer(0)).toString('utf8')
  }
  expect(await textOf(8)).toContain(name)
  const drawn = await textOf(13)
  for (const street of streetNames) expect(drawn).toContain(street)
  close()
  rmSync(folder, { recursive: true })
})
