// Measures how long "reached" takes at the end of a two-hour ride with a position each second: requested over HTTP, with the map
// thread and PostgreSQL, after the positions have arrived as they would during the drive.
import { performance } from 'node:perf_hooks'
import { isUnderWay, statuses } from '@wayfare/core/booking'
import { openCity } from '@wayfare/citymap/open-city'
import { makeCityMaps } from '@wayfare/server/adapters/maps-city'
import { makeApp } from '@wayfare/server/app'
import { getIngest } from '@wayfare/server/features/trips/ingest'
import { makeLimits } from '@wayfare/server/http/limits'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@wayfare/server/db/open'
import { prepareCity } from './city.ts'
import { quietLog, startDatabase } from './database.ts'
import { makeDataDir, rememberStop } from './leftovers.ts'
import { computeMedian, makeDice, type Measurement, type Row } from './measure.ts'
import { device, insertTown, makeLocalDeps, makeTemplate, placeDrivers, type Person } from './town.ts'
import { reportDrive } from './track-drive.ts'
import { listDrivenRoutes } from './track-ways.ts'

const seconds = 7200
const inOneBatch = 100

/** Lists positions along one route after another until there are two hours of them. */
const listPositions = (dir: string, seed: number) => {
  const city = openCity(dir)
  const dice = makeDice(seed)
  const line = listDrivenRoutes(city, dice, 30).flatMap(({ points }) => points)
  return reportDrive(line, { noiseM: 5, alikeS: 30, everyS: 1 }, dice).slice(0, seconds)
}

/** Starts the server with a fresh map thread that has not matched anything yet. */
const startServer = async ({ database, url, dataDir }: { database: Database; url: string; dataDir: string }) => {
  const { deps: local, auth, refreshSettings, close } = await makeLocalDeps(database, url, makeDataDir())
  const clock = { now: Date.now() }
  const maps = makeCityMaps({ dataDir, log: quietLog })
  const deps = { ...local, now: () => new Date(clock.now), maps: { ...local.maps, router: maps.router, geocoder: maps.geocoder } }
  while (maps.basemap.describe().state === 'preparing') await pause(50)
  const app = await makeApp({ deps, auth, refreshSettings, limits: makeLimits(() => Date.now(), 1_000_000) })
  const stop = rememberStop(async () => {
    await app.fastify.close()
    await maps.close?.()
    await close()
  })
  return { deps, clock, app, stop }
}

const setUp = async () => {
  const { dataDir, dir } = prepareCity()
  const { url, open } = await startDatabase()
  const database = await open()
  const town = await insertTown(database.db, { riders: 1, drivers: 10, online: true })
  const start = () => startServer({ database, url, dataDir })
  const server = await start()
  placeDrivers(server.deps, town)
  const template = await makeTemplate(server.deps, town)
  return { dir, database, town, template, start, server }
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

/** How long the driver waits, and the processor time that the server and its map spend (ms). */
type Reached = { waited: number; worked: number }

type Server = Ground['server']
type Batch = Parameters<ReturnType<typeof getIngest>['take']>[1]['fixes']

const tell = async ({ deps, clock }: Server, driver: Person, fixes: Batch): Promise<void> => {
  const { take, flush } = getIngest(deps)
  clock.now = (fixes.at(-1)?.at ?? 0) + 500
  const taken = take(driver.actor.id, { device, sentAt: clock.now, fixes })
  await pause(5)
  await flush.now()
  const { refused } = await taken
  if (refused > 0) throw new Error(`${refused} positions were refused`)
}

/** As the reader of events would after the start of a trip, and a process that begins with the driver's first position. */
const meet = ({ deps }: Server, driver: Person): Promise<void> =>
  getIngest(deps).handle({ type: 'UserChanged', userId: driver.actor.id })

/** A server restarted this long (s) before the trip ends knows only what the database has about the trip. */
const restartedBefore = 10

const restart = async (ground: Ground, driver: Person): Promise<void> => {
  await ground.server.stop()
  ground.server = await ground.start()
  await meet(ground.server, driver)
}

const reach = async ({ deps, app }: Server, driver: Person, id: string): Promise<Reached> => {
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
    `reached at ${deps.now().toISOString()} after ${(distance / 1000).toFixed(1)} km: ${waited.toFixed(1)} ms, ${worked.toFixed(1)} ms of processor time`,
  )
  return { waited, worked }
}

const driveTrip = async (ground: Ground, i: number, isRestarted: boolean): Promise<Reached> => {
  const driver = ground.town.drivers[i]
  if (!driver) throw new Error('there are ten drivers')
  const id = `BENCH${String(i).padStart(7, '0')}`
  const told = listPositions(ground.dir, 2027 + i)
  const shift = Date.now() - (told.at(-1)?.at ?? 0) - 2000
  const fixes = told.map(({ lat, lng, at, accuracyM }, k) => ({ seq: k + 1, at: at + shift, lat, lng, accuracy: accuracyM }))
  await startTrip(ground, driver, id, new Date(fixes[0]?.at ?? 0))
  await meet(ground.server, driver)
  const last = isRestarted ? fixes.length - restartedBefore : fixes.length
  for (let from = 0; from < last; from += inOneBatch)
    await tell(ground.server, driver, fixes.slice(from, Math.min(last, from + inOneBatch)))
  if (isRestarted) {
    await restart(ground, driver)
    for (const fix of fixes.slice(last)) await tell(ground.server, driver, [fix])
  }
  ground.server.clock.now = Date.now()
  // the driver stops before pressing the button
  await pause(1000)
  return reach(ground.server, driver, id)
}

const row = { figure: 'reach', unit: 'ms', peer: null, peerName: '', ratio: null, isKept: false }

const listRows = (name: string, times: readonly Reached[]): Row[] => [
  { ...row, measure: `${name}: p50`, ours: computeMedian(times.map(({ waited }) => waited)), ceiling: 50 },
  { ...row, measure: `${name}: processor time`, ours: computeMedian(times.map(({ worked }) => worked)) },
]

export const measureReach = async (isQuick: boolean): Promise<Measurement> => {
  const ground = await setUp()
  const each = isQuick ? 2 : 5
  const [usual, restarted]: [Reached[], Reached[]] = [[], []]
  for (let i = 0; i < each; i++) usual.push(await driveTrip(ground, i, false))
  for (let i = each; i < 2 * each; i++) restarted.push(await driveTrip(ground, i, true))
  return {
    rows: [
      ...listRows('reached after 7,200 positions', usual),
      ...listRows(`the same, ${restartedBefore} s after a restart`, restarted),
    ],
  }
}
