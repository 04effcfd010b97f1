import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDefaultBrief } from '@wayfare/citymap/city-source'
import { getDatasetDir } from '@wayfare/citymap/dataset'
import { importCity } from '@wayfare/citymap/import-city'
import { openCity } from '@wayfare/citymap/open-city'
import { getReceipt } from '@wayfare/contract/bookings-receipt'
import {
  computeDestination,
  computePointAlong,
  decodePolyline,
  measureDistanceToSegmentM,
  measureLengthM,
  type LatLng,
} from '@wayfare/core/geo'
import { afterAll, describe, expect, test } from 'vitest'
import { makeOutage } from '../../adapters/ports.ts'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { findBookingRow } from '../bookings/queries.ts'
import { getIngest, recallTrip } from './ingest.ts'
import { findDriven } from './queries-driven.ts'

const hasFile = readDefaultBrief(() => {}).dataset === 'gothenburg'
if (!hasFile) console.warn('skipped: geojson-path-finder 2.1.0, test/large-network.json is absent')

const openGothenburg = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-driven-'))
  const { dataset } = importCity({ dataDir, brief: readDefaultBrief(() => {}) })
  return { dataDir, city: openCity(getDatasetDir(dataDir, dataset)) }
}

/** Normally distributed noise, the same in each run. */
const makeNoise = (seed: number) => {
  let state = seed
  const roll = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  return () => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll())
}

const everyMs = 4000
const metresInStep = 45

/** The positions of a drive along the line that ends now, with 5 m of noise on each axis. */
const positionsOf = (line: readonly LatLng[], seed: number) => {
  const noise = makeNoise(seed)
  const steps = Math.ceil(measureLengthM(line) / metresInStep)
  return Array.from({ length: steps + 1 }, (_, i) => {
    const { point } = computePointAlong(line, i * metresInStep) ?? { point: jarntorget }
    const { lat, lng } = computeDestination(computeDestination(point, 90, 5 * noise()), 0, 5 * noise())
    return { lat, lng, accuracy: 5, seq: i + 1, at: Date.now() - (steps - i) * everyMs }
  })
}

const strayM = (point: LatLng, line: readonly LatLng[]): number =>
  Math.min(...line.slice(1).map((to, i) => measureDistanceToSegmentM(point, line[i] ?? to, to)))

describe.skipIf(!hasFile)('on the streets of Gothenburg', async () => {
  const { dataDir, city } = hasFile ? openGothenburg() : ({} as ReturnType<typeof openGothenburg>)
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const app = await startApp()
  const trips = makeTrips(app)
  const { router } = app.deps.maps
  router.match = async (question) => city.match(question)

  const send = async (driver: TestUser, fixes: ReturnType<typeof positionsOf>) => {
    // does what the reader of events would do at the start
    await getIngest(app.deps).handle({ type: 'UserChanged', userId: driver.id })
    for (let i = 0; i < fixes.length; i += 50) {
      const batch = { device: 'test-device', sentAt: Date.now(), fixes: fixes.slice(i, i + 50) }
      await trips.tell(driver, batch)
    }
  }
  /** Not the fastest way, and returns to a place passed before. */
  const detour = (): LatLng[] =>
    [
      [jarntorget, { lat: 57.6905, lng: 11.9522 }],
      [
        { lat: 57.6905, lng: 11.9522 },
        { lat: 57.7046, lng: 11.9668 },
      ],
      [{ lat: 57.7046, lng: 11.9668 }, korsvagen],
    ].flatMap((ends) => decodePolyline(city.route(ends).polyline5))

  test('a ride with 5 m of noise is billed within 2 % of what was driven, and the way on the receipt is the street', async () => {
    for (const seed of [1, 2, 3]) {
      const line = detour()
      const { rider, driver, id } = await trips.trip('STARTED')
      await trips.drivenFor(id, 15 * 60_000)
      await send(driver, positionsOf(line, seed))
      const { distance, distanceSource, coords } = await trips.reach(driver, id)
      expect(distanceSource).toBe('matched')
      expect(Math.abs(distance / measureLengthM(line) - 1), `${distance} of ${measureLengthM(line)}`).toBeLessThan(0.02)
      const drawn = decodePolyline(coords)
      expect(Math.max(...drawn.map((point) => strayM(point, line)))).toBeLessThan(40)
      // on the street itself, not beside it because of the noise
      const besides = drawn.map((point) => strayM(point, line)).toSorted((a, b) => a - b)
      expect(besides[besides.length >> 1]).toBeLessThan(1.5)
      await trips.collect(driver, id)
      expect(await app.call(getReceipt, { id }, { as: rider })).toMatchObject({ distance, distanceSource: 'matched' })
    }
  })

  test('a ride that was followed costs the same as one that is measured at its end, whatever comes late', async () => {
    const line = detour()
    const { driver, id } = await trips.trip('STARTED')
    await trips.drivenFor(id, 15 * 60_000)
    const fixes = positionsOf(line, 6)
    await send(driver, fixes)
    const memory = recallTrip(app.deps, id)
    await expect.poll(() => memory.known?.fixes.length ?? 0).toBeGreaterThanOrEqual(100)
    const first = memory.known?.fixes[0]
    const row = await findBookingRow(app.db, id)
    if (!row) throw new Error('the trip is there')
    const over = { until: Date.now(), end: null, isSaid: false }
    const followed = await findDriven(app.deps, row, over, memory)
    // earlier fixes are not read again
    expect(memory.known?.fixes[0]).toBe(first)
    expect(followed).toMatchObject({ fixCount: fixes.length, source: 'matched' })
    expect(await findDriven(app.deps, row, over)).toEqual(followed)
    const { lat, lng } = fixes[30] ?? jarntorget
    const late = { bookingId: id, device: 'test-device', seq: 9999n, status: 'STARTED' as const, lat, lng, accuracyM: 5 }
    const at = new Date((fixes[30]?.at ?? 0) + 1000)
    await app.db
      .insertInto('trackPoint')
      .values({ ...late, at, receivedAt: new Date(Date.now() - 60_000) })
      .execute()
    const again = await findDriven(app.deps, row, over, memory)
    expect(again.fixCount).toBe(fixes.length + 1)
    expect(again).toEqual(await findDriven(app.deps, row, over))
  })

  test('after a restart a trip is measured with its next position, and not only when it ends', async () => {
    const { driver, id } = await trips.trip('STARTED')
    await trips.drivenFor(id, 15 * 60_000)
    const fixes = positionsOf(detour(), 8)
    const stored = fixes.slice(0, -1).map(({ lat, lng, accuracy, seq, at }) => {
      const taken = new Date(at)
      const sent = { bookingId: id, device: 'test-device', seq: BigInt(seq), status: 'STARTED' as const, lat, lng }
      return { ...sent, accuracyM: accuracy, at: taken, receivedAt: taken }
    })
    await app.db.insertInto('trackPoint').values(stored).execute()
    const asked: number[] = []
    router.match = async (question) => {
      if (question.trip === id) asked.push(question.stretches.flat().length)
      return city.match(question)
    }
    await send(driver, fixes.slice(-1))
    await expect.poll(() => asked).toEqual([fixes.length])
    router.match = async (question) => city.match(question)
  })

  test('when the map cannot be asked, the smoothed positions count', async () => {
    const line = detour()
    const { driver, id } = await trips.trip('STARTED')
    await trips.drivenFor(id, 15 * 60_000)
    router.match = async () => {
      throw makeOutage('unavailable', 'the map is being prepared')
    }
    await send(driver, positionsOf(line, 4))
    const { distance, distanceSource } = await trips.reach(driver, id)
    expect(distanceSource).toBe('measured')
    expect(Math.abs(distance / measureLengthM(line) - 1)).toBeLessThan(0.05)
    router.match = async (question) => city.match(question)
  })

  test('a clock hours off, positions twice, out of order and astray, and a tunnel leave the distance as it is', async () => {
    const line = detour()
    const { driver, id } = await trips.trip('STARTED')
    await trips.drivenFor(id, 15 * 60_000)
    const hours = 7 * 3_600_000
    const all = positionsOf(line, 7)
    const [from, until] = [Math.floor(all.length * 0.4), Math.floor(all.length * 0.4) + 20]
    const seen = all.filter((_, i) => i < from || i > until)
    const told = seen.map((fix, i) => ({ ...fix, seq: 2 * i + 1, at: fix.at + hours }))
    const astray = told
      .filter((_, i) => i % 15 === 7)
      .map((fix) => ({ ...fix, ...computeDestination(fix, 45, 3000), seq: fix.seq + 1, at: fix.at + 1000 }))
    const fixes = [...told, ...astray].toSorted((a, b) => a.seq - b.seq)
    await getIngest(app.deps).handle({ type: 'UserChanged', userId: driver.id })
    let refused = 0
    for (let i = 0; i < fixes.length; i += 60) {
      const batch = { device: 'test-device', sentAt: Date.now() + hours, fixes: fixes.slice(i, i + 60).toReversed() }
      refused += (await trips.tell(driver, batch)).refused
      expect(await trips.tell(driver, batch)).toMatchObject({ taken: 0 })
    }
    expect(refused).toBe(astray.length)
    const { distance, distanceSource, distanceEstimated } = await trips.reach(driver, id)
    expect(distanceSource).toBe('partly_estimated')
    expect(Math.abs((distanceEstimated ?? 0) - 22 * metresInStep)).toBeLessThan(150)
    expect(Math.abs(distance / measureLengthM(line) - 1), `${distance} of ${measureLengthM(line)}`).toBeLessThan(0.03)
  })

  test('over a gap of up to ten minutes the quickest way leads on from the street that was driven', async () => {
    const line = decodePolyline(city.route([jarntorget, korsvagen]).polyline5)
    for (const silentMs of [22 * everyMs, 600_000]) {
      const { driver, id } = await trips.trip('STARTED')
      await trips.drivenFor(id, 25 * 60_000)
      const longer = silentMs - 22 * everyMs
      const fixes = positionsOf(line, 5)
      // received when they were taken: any later, they would be too old to be accepted
      const before = fixes.slice(0, 20).map(({ lat, lng, accuracy, seq, at }) => {
        const taken = new Date(at - longer)
        const sent = { bookingId: id, device: 'test-device', seq: BigInt(seq), status: 'STARTED' as const, lat, lng }
        return { ...sent, accuracyM: accuracy, at: taken, receivedAt: taken }
      })
      await app.db.insertInto('trackPoint').values(before).execute()
      await send(driver, fixes.slice(41))
      const { distance, distanceSource, distanceEstimated } = await trips.reach(driver, id)
      expect(distanceSource).toBe('partly_estimated')
      expect(Math.abs((distanceEstimated ?? 0) - 22 * metresInStep), `${silentMs} ms`).toBeLessThan(60)
      expect(Math.abs(distance / measureLengthM(line) - 1)).toBeLessThan(0.03)
    }
  })
})
