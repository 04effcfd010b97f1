import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDefaultBrief } from '@wayfare/citymap/city-source'
import { getDatasetDir } from '@wayfare/citymap/dataset'
import { importCity } from '@wayfare/citymap/import-city'
import { openCity } from '@wayfare/citymap/open-city'
import type { BookingId } from '@wayfare/core/ids'
import {
  computeDestination,
  computePointAlong,
  decodePolyline,
  measureDistanceM,
  measureLengthM,
  type LatLng,
} from '@wayfare/core/geo'
import type { ServerFrame } from '@wayfare/contract/live'
import { getTracking } from '@wayfare/contract/trips'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { jarntorget, korsvagen, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { makeOutage } from '../../adapters/ports.ts'
import type { Deps } from '../../deps.ts'
import { makePositions } from '../../realtime/positions.ts'
import { makeIngest } from './ingest.ts'

const hasFile = readDefaultBrief(() => {}).dataset === 'gothenburg'
if (!hasFile) console.warn('skipped: geojson-path-finder 2.1.0, test/large-network.json is absent')

const openGothenburg = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-ahead-'))
  const { dataset } = importCity({ dataDir, brief: readDefaultBrief(() => {}) })
  return { dataDir, city: openCity(getDatasetDir(dataDir, dataset)) }
}

const makeRoll = (seed: number) => {
  let state = seed
  return (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** Normally distributed noise, the same in each run. */
const makeNoise = (seed: number) => {
  const roll = makeRoll(seed)
  return () => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll())
}

type Told = Pick<Extract<ServerFrame, { type: 'position' }>, 'etaS' | 'ahead'>

const device = 'test-device'
const nearKorsvagen = { lat: 57.7046, lng: 11.9668 }

describe.skipIf(!hasFile)('on the streets of Gothenburg', async () => {
  const { dataDir, city } = hasFile ? openGothenburg() : ({} as ReturnType<typeof openGothenburg>)
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const app = await startApp()
  const trips = makeTrips(app)
  const { router } = app.deps.maps
  let asked = 0
  const route: typeof router.route = async (points, options) => {
    asked += 1
    const { polyline5, ...found } = city.route(points, options)
    return { ...found, polyline: polyline5 }
  }
  router.route = route
  const lineBetween = (from: LatLng, to: LatLng): LatLng[] => decodePolyline(city.route([from, to]).polyline5)

  /** A separate process whose clock follows the drive; collects what it sends to watchers, position by position. */
  const startDrive = (driver: TestUser, id: BookingId) => {
    let now = Date.now()
    const deps: Deps = { ...app.deps, positions: makePositions(), now: () => new Date(now) }
    const ingest = makeIngest(deps)
    const told: Told[] = []
    const end = deps.bus.subscribe(`booking.${id}`, (message) => told.push(message as Told))
    const taken: Promise<unknown>[] = []
    let seq = 0
    /** Drives along the line, reporting every 4 s with 5 m of noise; returns the last event after each position. */
    const along = async (line: readonly LatLng[], metresPerS: number, seed: number): Promise<Told[]> => {
      const noise = makeNoise(seed)
      const news: Told[] = []
      for (let metres = 0; metres <= measureLengthM(line); metres += 4 * metresPerS) {
        const { point } = computePointAlong(line, metres) ?? { point: jarntorget }
        const { lat, lng } = computeDestination(computeDestination(point, 90, 5 * noise()), 0, 5 * noise())
        now += 4000
        seq += 1
        taken.push(ingest.take(driver.id, { device, sentAt: now, fixes: [{ seq, at: now, lat, lng, accuracy: 5 }] }))
        const before = told.length
        await expect.poll(() => told.length, { interval: 1 }).toBeGreaterThan(before)
        await new Promise(setImmediate)
        news.push(told.at(-1) as Told)
      }
      return news
    }
    const finish = async () => {
      end()
      await ingest.flush.now()
      await Promise.all(taken)
    }
    return { along, finish, deps }
  }

  test('minutes only fall while the driver keeps to the route, and agree with the drive; what was driven is not drawn', async () => {
    const { driver, id } = await trips.trip('STARTED')
    const { distanceM, durationS } = city.route([jarntorget, korsvagen])
    const drive = startDrive(driver, id)
    asked = 0
    const line = lineBetween(jarntorget, korsvagen)
    const news = await drive.along(line, distanceM / durationS, 11)
    const etas = news.map(({ etaS }) => etaS ?? Number.NaN)
    // the route is known from the first position on, and it is the only one
    expect(asked).toBeLessThanOrEqual(2)
    etas.forEach((etaS, i) => {
      expect(etaS).toBeLessThanOrEqual(etas[i - 1] ?? Number.POSITIVE_INFINITY)
      // at an even pace: the map's faster and slower streets cancel out only over the whole route
      expect(Math.abs(etaS - (durationS - 4 * i))).toBeLessThan(60)
    })
    news.forEach(({ ahead }, i) => {
      const way = decodePolyline(ahead?.way ?? '')
      const at = computePointAlong(line, (4 * i * distanceM) / durationS)?.point ?? jarntorget
      expect(measureDistanceM(way[0] ?? jarntorget, at)).toBeLessThan(35)
      expect(Math.abs(measureLengthM(way) - (ahead?.metres ?? 0))).toBeLessThan(20)
      expect(ahead?.isThere).toBe((ahead?.metres ?? 0) <= 80)
    })
    expect(news.at(-1)?.ahead?.isThere).toBe(true)
    // the turns come in the order of the route, each getting nearer until the next one is announced
    const turns = news.map(({ ahead }) => ahead?.next ?? null)
    const named = (next: (typeof turns)[number]) => `${next?.manoeuvre} ${next?.street}`
    const order = turns.map(named).filter((name, i, all) => name !== all[i - 1])
    const { steps = [] } = city.route([jarntorget, korsvagen], { steps: true })
    const told = steps.map(({ manoeuvre, street }) => `${manoeuvre} ${street}`)
    expect(order.length).toBeGreaterThan(3)
    expect(told.filter((name) => order.includes(name))).toEqual(order)
    turns.forEach((next, i) => {
      const before = turns[i - 1]
      if (before && named(before) === named(next)) expect(next?.metres).toBeLessThanOrEqual(before.metres + 1)
    })
    await drive.finish()
  })

  test('a driver who leaves the route gets another way within seconds, from where he is and the way he is heading', async () => {
    const { driver, id } = await trips.trip('STARTED')
    const drive = startDrive(driver, id)
    const first = await drive.along(lineBetween(jarntorget, korsvagen).slice(0, 6), 9, 12)
    const wrong = lineBetween(jarntorget, { lat: 57.6905, lng: 11.9322 })
    const news = await drive.along(wrong, 9, 13)
    expect(news.length).toBeGreaterThan(20)
    expect(first.at(-1)?.ahead).not.toBeNull()
    const aheadM = news.map(({ ahead }) => ahead?.metres ?? Number.NaN)
    // he gets further away all the time, and every route begins at his position
    expect(aheadM.at(-1)).toBeGreaterThan((first.at(-1)?.ahead?.metres ?? 0) + 500)
    const strays = news.map(({ ahead }, i) =>
      measureDistanceM(decodePolyline(ahead?.way ?? '')[0] ?? jarntorget, computePointAlong(wrong, i * 36)?.point ?? korsvagen),
    )
    const late = strays.slice(8).filter((metres) => metres > 150)
    expect(late.length / strays.length, strays.map(Math.round).join(' ')).toBeLessThan(0.15)
    await drive.finish()
  })

  test('riders hear of it on their socket and read the same when they look, and a map that is away stops nothing', async () => {
    const url = (await app.listen()).replace('http', 'ws')
    const { connect } = makeConnect(() => url)
    const { rider, driver, id } = await trips.trip('STARTED')
    const watcher = await connect(rider)
    watcher.send({ type: 'subscribe', topic: `booking:${id}` })
    await expect.poll(() => watcher.ofType('subscribed').length).toBe(1)
    const sender = await connect(driver)
    const send = (seq: number, point: LatLng) =>
      sender.send({
        type: 'positions',
        device,
        sentAt: Date.now(),
        fixes: [{ seq, at: Date.now(), lat: point.lat, lng: point.lng }],
      })
    router.route = async () => {
      throw makeOutage('unavailable', 'the map is being prepared')
    }
    send(1, jarntorget)
    await expect.poll(() => watcher.ofType('position').at(-1)).toMatchObject({ etaS: null, ahead: null })
    router.route = route
    await new Promise((resolve) => setTimeout(resolve, 4100))
    send(2, jarntorget)
    await expect.poll(() => watcher.ofType('position').at(-1)?.ahead?.metres).toBeGreaterThan(1500)
    const read = await app.call(getTracking, { id }, { as: rider })
    const heard = watcher.ofType('position').at(-1)
    expect(read).toMatchObject({ etaS: heard?.etaS, ahead: heard?.ahead })
  })

  const roadM = (from: LatLng, to: LatLng): number => Math.min(city.route([from, to]).distanceM, city.route([to, from]).distanceM)

  /** A place near the pickup as the crow flies but far by road: across water, or a divided street. */
  const findAcross = (pickup: LatLng): LatLng | null => {
    const roll = makeRoll(5)
    for (let i = 0; i < 400; i++) {
      const { point } = city.snap(computeDestination(pickup, 360 * roll(), 40 + 35 * roll()))
      if (measureDistanceM(point, pickup) < 75 && roadM(point, pickup) > 250) return point
    }
    return null
  }

  test('a driver who has just driven past the door is there, and is not led around the block to it', async () => {
    const roll = makeRoll(11)
    const pairs: { door: LatLng; beyond: LatLng }[] = []
    for (let i = 0; i < 400 && pairs.length < 1; i++) {
      const door = city.snap(computeDestination(nearKorsvagen, 360 * roll(), 900 * roll())).point
      const beyond = computePointAlong(lineBetween(door, korsvagen), 40)?.point ?? door
      if (city.route([door, beyond]).distanceM < 50 && city.route([beyond, door]).distanceM > 300) pairs.push({ door, beyond })
    }
    const [pair] = pairs
    if (!pair) throw new Error('no one-way street in the middle of Gothenburg')
    const aheadFrom = async (place: LatLng) => {
      const { driver, id } = await trips.trip('STARTED')
      await app.db.updateTable('booking').set({ dropLat: pair.door.lat, dropLng: pair.door.lng }).where('id', '=', id).execute()
      const drive = startDrive(driver, id)
      const line = [place, computeDestination(place, 90, 1)]
      const told = [...(await drive.along(line, 1, 21)), ...(await drive.along(line, 1, 22))].at(-1)
      await drive.finish()
      return told?.ahead
    }
    expect(await aheadFrom(pair.beyond)).toMatchObject({ isThere: true, way: '' })
    expect(decodePolyline((await aheadFrom(computeDestination(pair.door, 0, 900)))?.way ?? '').length).toBeGreaterThan(1)
  })

  test('whoever is near by the crow and far by the road has not arrived; who has just driven past the door has', async () => {
    const roll = makeRoll(3)
    const pairs: { pickup: LatLng; across: LatLng }[] = []
    for (let i = 0; i < 60 && pairs.length < 1; i++) {
      const pickup = city.snap(computeDestination(nearKorsvagen, 360 * roll(), 900 * roll())).point
      const across = findAcross(pickup)
      if (across) pairs.push({ pickup, across })
    }
    const [pair] = pairs
    if (!pair) throw new Error('no such place in the middle of Gothenburg')
    const arriveAt = async (place: LatLng) => {
      const { driver, id } = await trips.trip('ACCEPTED')
      await app.db
        .updateTable('booking')
        .set({ pickupLat: pair.pickup.lat, pickupLng: pair.pickup.lng })
        .where('id', '=', id)
        .execute()
      await app.make.position(driver, place)
      await trips.arrive(driver, id)
      const row = await app.db.selectFrom('booking').select('arrivedAwayM').where('id', '=', id).executeTakeFirst()
      return row?.arrivedAwayM
    }
    expect(await arriveAt(pair.across)).toBe(roadM(pair.across, pair.pickup))
    expect(await arriveAt(pair.pickup)).toBeNull()
    // 40 m on, where a one-way street may force a long way back
    const beyond = computePointAlong(lineBetween(pair.pickup, korsvagen), 40)?.point ?? pair.pickup
    expect(await arriveAt(beyond)).toBeNull()
  })
})
