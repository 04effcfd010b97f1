import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listComplaints } from './check-city.ts'
import { makeFileBrief, nameOfFile, readDefaultBrief, readFileBrief } from './city-source.ts'
import { runCommand } from './commands.ts'
import { getDatasetDir, hashSha256, isDemoCity, listDatasets, type Manifest, readCurrent, readManifest } from './dataset.ts'
import { makeEngine } from './engine.ts'
import { importCity } from './import-city.ts'
import { openCity } from './open-city.ts'
import { TAXI_PROFILE } from './profile.ts'
import { TILE_SCHEMA } from './tiles.ts'
import { makeTown } from './town.ts'
import { readNextCity } from './wanted-city.ts'

const folders: string[] = []
let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wayfare-city-'))
  folders.push(dataDir)
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A short line at the latitude of the Øresund. */
const lineOf = (properties: object, lng: number) => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'LineString',
    coordinates: [
      [lng, 55.6],
      [lng + 0.001, 55.6],
    ],
  },
})

const readTownBrief = () => readDefaultBrief(() => {}, null)

/** Imports the town and returns the stages that ran. */
const importTown = (): { manifest: Manifest; stages: string[]; dir: string } => {
  const stages = new Set<string>()
  const manifest = importCity({ dataDir, brief: readTownBrief(), onProgress: (stage) => stages.add(stage) })
  return { manifest, stages: [...stages], dir: getDatasetDir(dataDir, manifest.dataset) }
}

describe('an import', () => {
  it('builds every file once and returns at once the second time', () => {
    const first = importTown()
    expect(first.stages).toEqual(['reading', 'graph', 'hierarchy', 'places', 'tiles', 'writing', 'done'])
    expect(first.manifest).toMatchObject({ dataset: 'town', country: 'SE', timeZone: 'Europe/Stockholm', isGenerated: true })
    expect(first.manifest.counts).toMatchObject({ nodes: 400, streets: 40, crossings: 400 })
    expect(readCurrent(dataDir)).toBe('town')
    const second = importTown()
    expect(second.stages).toEqual(['done'])
    expect(second.manifest).toEqual(first.manifest)
  })
  it('tells progress that never falls and ends at one', () => {
    const fractions: number[] = []
    importCity({ dataDir, brief: readTownBrief(), onProgress: (_, fraction) => fractions.push(fraction) })
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
  })
  it('is repeated when a file is damaged, cut or gone', () => {
    const { dir } = importTown()
    const damages: (() => void)[] = [
      () => writeFileSync(join(dir, 'ch.bin'), readFileSync(join(dir, 'ch.bin')).subarray(100)),
      () => writeFileSync(join(dir, 'graph.bin'), readFileSync(join(dir, 'graph.bin')).fill(7, 5000, 5001)),
      () => rmSync(join(dir, 'city.pmtiles')),
      () => writeFileSync(join(dir, 'manifest.json'), '{'),
    ]
    for (const damage of damages) {
      damage()
      expect(importTown().stages).toContain('tiles')
      expect(importTown().stages).toEqual(['done'])
    }
  })
  it('is repeated when the profile changes', () => {
    const { manifest } = importTown()
    const profile = { ...manifest.profile, junctionS: 9 }
    expect(importCity({ dataDir, brief: readTownBrief(), profile }).buildKey).not.toBe(manifest.buildKey)
  })
  it('is repeated when an earlier version made the city of the same file by other rules', () => {
    const { dir, manifest } = importTown()
    const { formatVersion, sourceSha256, profile, name, country, timeZone } = manifest
    const before = [formatVersion, TILE_SCHEMA, sourceSha256, profile, [], name, country, timeZone, null]
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, buildKey: hashSha256(JSON.stringify(before)) }))
    expect(importTown().stages).toContain('graph')
  })
  it('has its middle among its streets, also where the middle of its box is a bay', () => {
    const [west, east] = [-8.7, -8.4].map((lng) => makeTown({ size: 4, blockM: 150, centre: { lat: 41.2, lng } }))
    const [from, to] = [west, east].map((town) => (town?.features[0]?.geometry.coordinates[0] ?? []) as [number, number])
    const shore = { ...lineOf({ highway: 'primary', name: 'Shore Road' }, 0) }
    const bend = [
      [from?.[0], 41],
      [to?.[0], 41],
    ]
    const road = { ...shore, geometry: { type: 'LineString', coordinates: [from, ...bend, to] } }
    const file = join(dataDir, 'bay.geojson')
    const features = [...(west?.features ?? []), ...(east?.features ?? []), road]
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
    const { centre, dataset } = importCity({ dataDir, brief: makeFileBrief(file, {}) })
    expect(openCity(getDatasetDir(dataDir, dataset)).snap(centre).awayM).toBeLessThan(1)
    expect(centre.lat).toBeCloseTo(41.2, 2)
  })
  it('gives a city that routes, and a notice beside the tiles', () => {
    const { dir, manifest } = importTown()
    const city = openCity(dir)
    expect(city.route([manifest.centre, { ...manifest.centre, lat: manifest.centre.lat + 0.004 }]).distanceM).toBeGreaterThan(400)
    expect(city.places.length).toBe(440)
    expect(statSync(city.tilesPath).size).toBeGreaterThan(127)
    expect(readFileSync(join(dir, 'LICENSE.txt'), 'utf8')).toContain('made up by a program')
  })
})

describe('the default city', () => {
  it('is the generated town, with one line in the log, when the file is absent or another one', () => {
    const lines: string[] = []
    expect(readDefaultBrief((line) => lines.push(line), null).dataset).toBe('town')
    expect(readDefaultBrief((line) => lines.push(line), join(dataDir, 'missing.json')).dataset).toBe('town')
    const wrong = join(dataDir, 'wrong.json')
    writeFileSync(wrong, '{}')
    expect(readDefaultBrief((line) => lines.push(line), wrong).dataset).toBe('town')
    expect(lines.length).toBe(3)
    expect(lines[2]).toContain('unexpected checksum')
  })
})

describe('the commands', () => {
  it('import, check, list and choose a city from a file', async () => {
    const file = join(dataDir, 'small.geojson')
    writeFileSync(file, JSON.stringify(makeTown({ size: 4, blockM: 150, centre: { lat: 41.15, lng: -8.62 } })))
    const out: string[] = []
    const run = (...args: string[]) => runCommand([...args, '--data', dataDir], (line) => out.push(line))
    expect(await run('check-city')).toBe(1)
    await expect(run('import-city', file, '--name', '?!')).rejects.toThrow(/--name/)
    await expect(run('import-city', file, '--bbox', '-8.6,41.2,-8.7,41.1')).rejects.toThrow(/--bbox/)
    await expect(run('import-city', file, '--country', 'Portugal')).rejects.toThrow(/--country/)
    await expect(run('import-city', file, '--time-zone', 'Lisbon time')).rejects.toThrow(/--time-zone/)
    await expect(run('import-city', file, '--speed', 'alley=25')).rejects.toThrow(/--speed/)
    await expect(run('import-city', file, '--speed', 'residential=fast')).rejects.toThrow(/--speed/)
    expect(await run('import-city', file, '--name', 'São João', '--speed', 'residential=21')).toBe(0)
    expect(readManifest(getDatasetDir(dataDir, 'sao-joao'))).toMatchObject({
      name: 'São João',
      country: 'PT',
      timeZone: 'Europe/Lisbon',
      profile: { speeds: { ...TAXI_PROFILE.speeds, residential: 21 } },
    })
    expect(await run('check-city')).toBe(0)
    expect(await run('use-city', 'atlantis')).toBe(1)
    out.length = 0
    expect(await run('list-cities')).toBe(0)
    expect(out.join()).toContain('* sao-joao  São João, PT')
    expect(await run('fly')).toBe(1)
  })
  it('name a city by its file and know where it lies, the side of the road too', async () => {
    const file = join(dataDir, 'new-haven_centre.geojson')
    writeFileSync(file, JSON.stringify(makeTown({ size: 4, blockM: 150, centre: { lat: 51.51, lng: -0.12 } })))
    expect(await runCommand(['import-city', file, '--data', dataDir], () => {})).toBe(0)
    const manifest = readManifest(getDatasetDir(dataDir, 'new-haven-centre'))
    expect(manifest).toMatchObject({ name: 'New Haven Centre', country: 'GB', timeZone: 'Europe/London' })
    expect(manifest?.profile.driveOnLeft).toBe(true)
  })
  it('know where it lies by most of its roads, whatever comes first in the file', async () => {
    const town = makeTown({ size: 4, blockM: 150, centre: { lat: 55.68, lng: 12.57 } })
    const [sound, road] = [lineOf({ natural: 'coastline' }, 12.8), lineOf({ highway: 'residential', name: 'Storgatan' }, 13)]
    const file = join(dataDir, 'copenhagen.geojson')
    writeFileSync(file, JSON.stringify({ ...town, features: [road, sound, ...town.features] }))
    expect(await runCommand(['import-city', file, '--data', dataDir], () => {})).toBe(0)
    const manifest = readManifest(getDatasetDir(dataDir, 'copenhagen'))
    expect(manifest).toMatchObject({ country: 'DK', timeZone: 'Europe/Copenhagen' })
  })
  it('leave the names of the demo to it, which would be built over them at the next start', async () => {
    const file = join(dataDir, 'gothenburg-latest.geojson')
    writeFileSync(file, JSON.stringify(makeTown({ size: 4, blockM: 150, centre: { lat: 57.71, lng: 11.97 } })))
    expect(await runCommand(['import-city', file, '--data', dataDir, '--name', 'Gothenburg'], () => {})).toBe(0)
    const imported = readManifest(getDatasetDir(dataDir, readCurrent(dataDir) ?? ''))
    const served: unknown[] = []
    makeEngine({ dataDir }, (message) => void (message.type === 'ready' && served.push(message.manifest))).start()
    expect(served).toEqual([imported])
    expect(isDemoCity(readCurrent(dataDir))).toBe(false)
  })
  it.each(['current', 'Wanted'])('leave the name %s to the file that is called so', async (name) => {
    const file = join(dataDir, `${name}.geojson`)
    writeFileSync(file, JSON.stringify(makeTown({ size: 4, blockM: 150, centre: { lat: 57.71, lng: 11.97 } })))
    importTown()
    writeFileSync(join(dataDir, 'maps', 'wanted'), 'town\n')
    expect(await runCommand(['import-city', file, '--data', dataDir], () => {})).toBe(0)
    expect([readCurrent(dataDir), readNextCity(dataDir)?.dataset]).toEqual(['town', 'town'])
    expect(listDatasets(dataDir).map((city) => city.name)).toContain(nameOfFile(file))
  })
  it('complain about a city in fragments and without names', async () => {
    const town = makeTown({ size: 4, blockM: 150, centre: { lat: 41.15, lng: -8.62 } })
    const island = makeTown({ size: 4, blockM: 150, centre: { lat: 41.25, lng: -8.62 } })
    const features = [...town.features, ...island.features].map((feature) => ({
      ...feature,
      properties: { highway: 'residential' },
    }))
    const file = join(dataDir, 'islands.geojson')
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
    const brief = readFileBrief(file, {
      dataset: 'islands',
      name: 'Islands',
      country: 'PT',
      timeZone: 'Europe/Lisbon',
      bounds: null,
    })
    importCity({ dataDir, brief })
    const complaints = await listComplaints(getDatasetDir(dataDir, 'islands'))
    expect(complaints).toEqual(['the largest connected part holds only 50 % of the roads', 'no street has a name'])
  })
})
