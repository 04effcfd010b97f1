// A ride in a city of one's own: the extract is imported as an operator imports it, served by the real engine, and driven over the API.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readFileBrief } from '@wayfare/citymap/city-source'
import { importCity } from '@wayfare/citymap/import-city'
import { getReceipt } from '@wayfare/contract/bookings-receipt'
import { sendPositions } from '@wayfare/contract/trips'
import {
  computeDestination,
  computePointAlong,
  decodePolyline,
  measureDistanceToSegmentM,
  measureLengthM,
  type LatLng,
} from '@wayfare/core/geo'
import { afterAll, describe, expect, test } from 'vitest'
import { makeCityMaps } from '../src/adapters/maps-city.ts'
import type { Maps } from '../src/adapters/ports.ts'
import { getIngest } from '../src/features/trips/ingest.ts'
import { startApp } from './harness.ts'
import { makeTrips } from './trips.ts'

const extract = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'osm', 'porto-centre.osm.pbf')
const hasFile = existsSync(extract)
if (!hasFile) console.warn('skipped: porto-centre.osm.pbf is absent')

/** From the Avenida dos Aliados up to Trindade, round by the Marquês, and down again to São Bento: not the quickest way. */
const aliados = { lat: 41.14815, lng: -8.61105, add: 'Avenida dos Aliados' }
const bento = { lat: 41.14562, lng: -8.61065, add: 'São Bento' }
const between = [
  { lat: 41.1522, lng: -8.6097 },
  { lat: 41.1608, lng: -8.6045 },
  { lat: 41.1525, lng: -8.6002 },
]

/** Normal noise, the same each run. */
const makeNoise = (seed: number) => {
  let state = seed
  const roll = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  return () => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll())
}

const everyMs = 2000
const metresInStep = 27

/** What a phone tells of a drive along the line that ends now, 5 m off on each axis. */
const listFixes = (line: readonly LatLng[], seed: number) => {
  const noise = makeNoise(seed)
  const steps = Math.ceil(measureLengthM(line) / metresInStep)
  return Array.from({ length: steps + 1 }, (_, i) => {
    const point = computePointAlong(line, Math.min(i * metresInStep, measureLengthM(line)))?.point ?? aliados
    const { lat, lng } = computeDestination(computeDestination(point, 90, 5 * noise()), 0, 5 * noise())
    return { lat, lng, accuracy: 5, seq: i + 1, at: Date.now() - (steps - i) * everyMs }
  })
}

const strayM = (point: LatLng, line: readonly LatLng[]): number =>
  Math.min(...line.slice(1).map((to, i) => measureDistanceToSegmentM(point, line[i] ?? to, to)))

describe.skipIf(!hasFile)('in Porto', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-porto-'))
  const app = await startApp()
  const trips = makeTrips(app)
  const serve = async (): Promise<Maps> => {
    const city = { dataset: 'porto', name: 'Porto', country: null, timeZone: null, bounds: null }
    importCity({ dataDir, brief: readFileBrief(extract, city) })
    const maps = makeCityMaps({ dataDir, log: app.deps.log })
    while (maps.basemap.describe().state === 'preparing') await pause(50)
    return Object.assign(app.deps.maps, maps)
  }
  const { router, close } = hasFile ? await serve() : app.deps.maps
  afterAll(async () => {
    await close?.()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('a ride driven by hand is billed within 3 % of what was driven, and the receipt has the street', async () => {
    for (const seed of [1, 2, 3]) {
      const stops = [aliados, ...between, bento]
      const legs = await Promise.all(stops.slice(1).map((to, i) => router.route([stops[i] ?? to, to])))
      const line = legs.flatMap(({ polyline }) => decodePolyline(polyline))
      const drivenM = measureLengthM(line)
      const carType = await app.make.carType()
      const [rider, driver] = await Promise.all([app.make.rider(), app.make.driver({ carType, at: aliados })])
      const booking = await trips.book(rider, carType, { pickup: aliados, drop: bento })
      const { id } = booking
      expect(drivenM).toBeGreaterThan(1.5 * booking.estimateDistance)
      await trips.run(booking, { rider, driver }, 'STARTED')
      await trips.drivenFor(id, 12 * 60_000)
      await getIngest(app.deps).handle({ type: 'UserChanged', userId: driver.id })
      const fixes = listFixes(line, seed)
      for (let i = 0; i < fixes.length; i += 200) {
        const batch = { device: 'test-device', sentAt: Date.now(), fixes: fixes.slice(i, i + 200) }
        expect(await app.call(sendPositions, batch, { as: driver })).toMatchObject({ refused: 0 })
      }
      await app.make.position(driver, fixes.at(-1) ?? bento)
      const reached = await trips.reach(driver, id)
      expect(Math.abs(reached.distance / drivenM - 1), `${reached.distance} of ${drivenM}`).toBeLessThan(0.03)
      expect(reached).toMatchObject({ distanceSource: 'matched', distanceEstimated: 0 })
      const besides = decodePolyline(reached.coords).map((point) => strayM(point, line))
      expect(Math.max(...besides)).toBeLessThan(40)
      expect(besides.toSorted((a, b) => a - b)[besides.length >> 1]).toBeLessThan(1.5)
      await trips.collect(driver, id)
      const receipt = await app.call(getReceipt, { id }, { as: rider })
      expect(receipt).toMatchObject({ distance: reached.distance, distanceSource: 'matched', total: reached.tripCost })
      expect(receipt.way?.polyline).toBe(reached.coords)
    }
  })
})
