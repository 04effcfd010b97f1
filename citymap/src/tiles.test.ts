import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openArchive } from './check-city.ts'
import { parseCitySource } from './geojson.ts'
import type { PlaceRow } from './places.ts'
import { buildTiles } from './tiles.ts'
import { makeTown } from './town.ts'

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
  const { archive, close } = openArchive(join(folder, 'tiles'))
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
