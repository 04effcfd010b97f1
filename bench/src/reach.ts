// How long "reached" takes at the end of a ride of two hours with a position each second: asked over HTTP, with the map's own thread
// and PostgreSQL, after the positions have come in as they would while it was driven.
import { performance } from 'node:perf_hooks'
import { isUnderWay, statuses } from '@wayfare/core/booking'
import { openCity } from '@wayfare/citymap/open-city'
import { makeCityMaps } from '@wayfare/server/adapters/maps-city'
import { makeApp } from '@wayfare/server/app'
import { getIngest } from '@wayfare/server/features/trips/ingest'
import { makeLimits } from '@wayfare/server/http/limits'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareCity } from './city.ts'
import { quietLog, startDatabase } from './database.ts'
import { makeDataDir, rememberStop } from './leftovers.ts'
import { computeMedian, makeDice, type Measurement, type Row } from './measure.ts'
import { device, insertTown, makeLocalDeps, makeTemplate, placeDrivers, type Person } from './town.ts'
import { reportDrive } from './track-drive.ts'
import { listDrivenRoutes } from './track-ways.ts'

const seconds = 7200
const inOneBatch = 100

/** One way after the other until there are two hours of them. */
const listPositions = (dir: string, seed: number) => {
  const city = openCity(dir)
  const dice = makeDice(seed)
  const line = listDrivenRoutes(city, dice, 30).flatMap(({ points }) => points)
  return reportDrive(line, { noiseM: 5, alikeS: 30, everyS: 1 }, dice).slice(0, seconds)
}

const setUp = async () => {
  const { dataDir, dir } = prepareCity()
  const { url, open } = await startDatabase()
  const database = await open()
  const town = await insertTown(database.db, { riders: 1, drivers: 10, online: true })
  const local = await makeLocalDeps(database, url, makeDataDir())
  const clock = { now: Date.now() }
  const deps = { ...local.deps, now: () => new Date(clock.now) }
  placeDrivers(deps, town)
  const template = await makeTemplate(deps, town)
  const maps = makeCityMaps({ dataDir, log: quietLog })
  rememberStop(async () => maps.close?.())
  while (maps.basemap.describe().state === 'preparing') await pause(50)
  Object.assign(deps.maps, { router: maps.router, geocoder: maps.geocoder })
  const { auth, refreshSettings } = local
  const app = await makeApp({ deps, auth, refreshSettings, limits: makeLimits(() => Date.now(), 1_000_000) })
  rememberStop(() => app.fastify.close())
  return { dir, database, deps, clock, town, template, app }
}
type Ground = Awaited<ReturnType<typeof setUp>>

/** A trip that began two hours ago, of a driver who has none. */
const startTrip = async ({ database: { db }, template }: Ground, driver: Person, id: string, startedAt: Date): Promise<void> => {
  const row = await db
    .selectFrom('booking')
    .selectAll()
    .where('id', '=', template as never)
    .executeTakeFirstOrThrow()
  const trip = {
    status: statuses.find(isUnderWay),
    driverId: driver.actor.id,
    acceptedAt: startedAt,
    driverArriveAt: startedAt,
  } as const
  const columns = { ...row, ...trip, id, quoteId: null, createdAt: startedAt, tripStartAt: startedAt }
  for (const [name, value] of Object.entries(columns))
    if (value !== null && typeof value === 'object' && !(value instanceof Date))
      Object.assign(columns, { [name]: JSON.stringify(value) })
  await db
    .insertInto('booking')
    .values(columns as never)
    .execute()
}

/** How long the driver waits, and how much processor time the server and its map spend on it (ms). */
type Reached = { waited: number; worked: number }

const driveTrip = async (ground: Ground, driver: Person, i: number): Promise<Reached> => {
  const { deps, clock, app } = ground
  const id = `BENCH${String(i).padStart(7, '0')}`
  const fixes = listPositions(ground.dir, 2027 + i)
  const shift = Date.now() - (fixes.at(-1)?.at ?? 0) - 2000
  await startTrip(ground, driver, id, new Date((fixes[0]?.at ?? 0) + shift))
  const { take, handle, flush } = getIngest(deps)
  await handle({ type: 'UserChanged', userId: driver.actor.id })
  for (let from = 0; from < fixes.length; from += inOneBatch) {
    const batch = fixes.slice(from, from + inOneBatch).map(({ lat, lng, at, accuracyM }, k) => ({
      seq: from + k + 1,
      at: at + shift,
      lat,
      lng,
      accuracy: accuracyM,
    }))
    clock.now = (batch.at(-1)?.at ?? 0) + 500
    const taken = take(driver.actor.id, { device, sentAt: clock.now, fixes: batch })
    await pause(5)
    await flush.now()
    const { refused } = await taken
    if (refused > 0) throw new Error(`${refused} positions were refused`)
  }
  clock.now = Date.now()
  // as a driver stops before he presses the button
  await pause(1000)
  const headers = { authorization: `Bearer ${driver.token}` }
  const since = performance.now()
  const before = process.cpuUsage()
  const response = await app.fastify.inject({ method: 'POST', url: `/api/bookings/${id}/reach`, headers, payload: {} })
  const waited = performance.now() - since
  const spent = process.cpuUsage(before)
  const worked = (spent.user + spent.system) / 1000
  const { distance, distanceSource } = response.json<{ distance: number; distanceSource: string }>()
  if (response.statusCode !== 200 || distanceSource !== 'matched') throw new Error(`reached was answered ${response.body}`)
  console.log(
    `reached after ${fixes.length} positions and ${(distance / 1000).toFixed(1)} km: ${waited.toFixed(1)} ms, ${worked.toFixed(1)} ms of processor time`,
  )
  return { waited, worked }
}

export const measureReach = async (isQuick: boolean): Promise<Measurement> => {
  const ground = await setUp()
  const times: Reached[] = []
  for (const [i, driver] of ground.town.drivers.slice(0, isQuick ? 3 : 10).entries())
    times.push(await driveTrip(ground, driver, i))
  const row = { figure: 'reach', unit: 'ms', peer: null, peerName: '', ratio: null, isKept: false }
  const rows: Row[] = [
    {
      ...row,
      measure: 'reached after 7,200 positions: p50',
      ours: computeMedian(times.map(({ waited }) => waited)),
      ceiling: 50,
    },
    { ...row, measure: 'reached after 7,200 positions: processor time', ours: computeMedian(times.map(({ worked }) => worked)) },
  ]
  return { rows }
}
