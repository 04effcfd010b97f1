// A city of one's own as a new operator gets it: imported, served instead of the one before, booked in by what people type, and driven.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getReceipt } from '@wayfare/contract/bookings-receipt'
import { activateCity, importCity, listCities } from '@wayfare/contract/cities'
import { getBasemap, resolvePlace, searchPlaces } from '@wayfare/contract/places'
import { sendPositions } from '@wayfare/contract/trips'
import {
  computeDestination,
  computePointAlong,
  decodePolyline,
  measureDistanceToSegmentM,
  measureLengthM,
  type LatLng,
} from '@wayfare/core/geo'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeCityMaps } from '../src/adapters/maps-city.ts'
import type { Maps } from '../src/adapters/ports.ts'
import { getIngest } from '../src/features/trips/ingest.ts'
import { startApp } from './harness.ts'
import { makeTrips } from './trips.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'osm')
const extracts = ['monaco.osm.pbf', 'porto-centre.osm.pbf']
const missing = extracts.filter((name) => !existsSync(join(folder, name)))
if (missing.length > 0) console.warn(`skipped: there is no extract ${missing.join(', ')} in ${folder}`)

/** From the Praça da Liberdade up to Trindade, round by the Marquês, and down again: not the quickest way. */
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
    const point = computePointAlong(line, Math.min(i * metresInStep, measureLengthM(line)))?.point ??
      line[0] ?? { lat: 0, lng: 0 }
    const { lat, lng } = computeDestination(computeDestination(point, 90, 5 * noise()), 0, 5 * noise())
    return { lat, lng, accuracy: 5, seq: i + 1, at: Date.now() - (steps - i) * everyMs }
  })
}

const strayM = (point: LatLng, line: readonly LatLng[]): number =>
  Math.min(...line.slice(1).map((to, i) => measureDistanceToSegmentM(point, line[i] ?? to, to)))

describe.skipIf(missing.length > 0)('a new operator', async () => {
  const app = await startApp({ settings: { restrictCountry: '' } })
  const trips = makeTrips(app)
  const admin = await app.make.admin()

  const open = (): Maps => {
    const maps = makeCityMaps({ dataDir: app.deps.config.dataDir, folders: [folder], log: app.deps.log })
    onTestFinished(() => maps.close?.())
    return Object.assign(app.deps.maps, maps)
  }

  const importExtract = async (file: string, name: string): Promise<string> => {
    await app.call(importCity, { file, name }, { as: admin })
    await expect.poll(async () => (await app.call(listCities, {}, { as: admin })).work, { timeout: 120_000 }).toBeNull()
    const { last } = await app.call(listCities, {}, { as: admin })
    expect(last).toMatchObject({ file, problem: null })
    return last?.dataset ?? ''
  }
  const serve = async (file: string, name: string): Promise<void> => {
    await app.call(activateCity, { dataset: await importExtract(file, name) }, { as: admin })
    expect(await app.call(getBasemap, {})).toMatchObject({ name, state: 'ready' })
  }
  const find = async (text: string) => {
    const [first] = (await app.call(searchPlaces, { text })).places
    if (!first) throw new Error(`nothing is found for ${text}`)
    const { coords, address } = await app.call(resolvePlace, { placeId: first.placeId })
    return { name: first.structuredFormatting.mainText, isGuess: first.isGuess, stop: { ...coords, add: address } }
  }

  test('goes from Monaco to Porto, where a ride is found by number and by a slip, and billed as it was driven', async () => {
    const { router } = open()
    await serve('monaco.osm.pbf', 'Monaco')
    await serve('porto-centre.osm.pbf', 'Porto')
    const from = await find('Praça da Liberdade 39')
    expect(from).toMatchObject({ name: 'Praça da Liberdade 39', isGuess: false })
    const to = await find('mouzino da silveira')
    expect(to).toMatchObject({ name: 'Rua de Mouzinho da Silveira', isGuess: true })
    const ends = { pickup: from.stop, drop: to.stop }
    const stops = [ends.pickup, ...between, ends.drop]
    const legs = await Promise.all(stops.slice(1).map((stop, i) => router.route([stops[i] ?? stop, stop])))
    const line = legs.flatMap(({ polyline }) => decodePolyline(polyline))
    const drivenM = measureLengthM(line)

    for (const seed of [1, 2, 3]) {
      const carType = await app.make.carType()
      const [rider, driver] = await Promise.all([app.make.rider(), app.make.driver({ carType, at: ends.pickup })])
      const booking = await trips.book(rider, carType, ends)
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
      await app.make.position(driver, fixes.at(-1) ?? ends.drop)
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
  }, 300_000)
})
