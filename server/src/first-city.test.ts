import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listDatasetNames, readActiveCity, readCurrent, writeCurrent } from '@wayfare/citymap/dataset'
import { makeTown } from '@wayfare/citymap/town'
import { afterAll, expect, it } from 'vitest'
import { importFirstCity } from './first-city.ts'

const dirs: string[] = []
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true, force: true })))

/** A data folder in which the start is told of this file. */
const begin = (contents: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-first-city-'))
  dirs.push(dataDir)
  const cityFile = join(dataDir, 'porto.geojson')
  writeFileSync(cityFile, contents)
  const [said, warned]: [string[], string[]] = [[], []]
  const log = { info: () => {}, warn: (_fields: object, text: string) => void warned.push(text) }
  const tell = { log: log as never, say: (reason: string) => void said.push(reason) }
  const start = (halt = new AbortController().signal) => importFirstCity({ config: { dataDir, cityFile }, ...tell, halt })
  return { dataDir, said, warned, start }
}

const town = JSON.stringify(makeTown({ size: 5, blockM: 150, centre: { lat: 41.15, lng: -8.62 } }))

it('serves the city of the file, and tells how far it is', async () => {
  const { dataDir, said, warned, start } = begin(town)
  expect(await start()).toBe(true)
  expect(readActiveCity(dataDir)).toMatchObject({ name: 'Porto', country: 'PT', timeZone: 'Europe/Lisbon' })
  expect(said.at(-1)).toMatch(/^The city is being imported \(\d+ %\)\.$/)
  expect(warned).toEqual([])
})

it('leaves a city that is served already', async () => {
  const { dataDir, start } = begin(town)
  writeCurrent(dataDir, 'gothenburg')
  expect(await start()).toBe(false)
  expect([readCurrent(dataDir), listDatasetNames(dataDir)]).toEqual(['gothenburg', []])
})

it('goes on without one whose file cannot be used, and warns', async () => {
  const { dataDir, warned, start } = begin('{"type":"FeatureCollection"')
  expect(await start()).toBe(true)
  expect(readCurrent(dataDir)).toBeNull()
  expect(warned).toEqual([expect.stringContaining('could not be imported')])
})

it('ends when the start is told to halt, and leaves nothing behind', async () => {
  const { dataDir, warned, start } = begin(town)
  const halt = new AbortController()
  const started = start(halt.signal)
  halt.abort()
  await expect(started).rejects.toThrow('aborted')
  expect([readCurrent(dataDir), listDatasetNames(dataDir), warned]).toEqual([null, [], []])
})
