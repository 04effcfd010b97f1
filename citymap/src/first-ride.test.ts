import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureDistanceM } from '@wayfare/core/geo'
import { afterAll, expect, it } from 'vitest'
import { suggestRide } from './first-ride.ts'
import { readDefaultBrief } from './city-source.ts'
import { importCity } from './import-city.ts'
import { openCity } from './open-city.ts'
import { getDatasetDir } from './dataset.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'wf-first-ride-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('leads between two places that the city knows and that are a drive apart', () => {
  expect(suggestRide(dataDir)).toBeNull()
  const { dataset } = importCity({ dataDir, brief: readDefaultBrief(() => {}), activate: true })
  const ride = suggestRide(dataDir)
  const { places } = openCity(getDatasetDir(dataDir, dataset))
  const [from, to] = [ride?.from, ride?.to].map((name) => places.find((place) => place.name === name))
  expect(ride?.city).toBe('Göteborg')
  if (!from || !to) throw new Error('they are not in the map')
  expect(measureDistanceM(from, to)).toBeGreaterThan(600)
  expect(measureDistanceM(from, to)).toBeLessThan(3000)
})
