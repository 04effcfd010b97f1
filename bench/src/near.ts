// Finds the twelve nearest of 100,000 drivers: the grid in memory against PostgreSQL (GiST) and Redis (GEOSEARCH), over a
// connection and by the store's processor time alone; and measures the cost of keeping positions up to date.
import { performance } from 'node:perf_hooks'
import type { LatLng } from '@wayfare/core/geo'
import { makePositions, type DriverPosition } from '@wayfare/server/realtime/positions'
import { Client } from 'pg'
import { startDatabase } from './database.ts'
import { rememberStop } from './leftovers.ts'
import { computeMedian, computeQuantile, type Measurement, type Row } from './measure.ts'
import { limit, listDrivers, listMoves, makePlaces, noon, radiusM } from './nearest.ts'
import { startRedis } from './redis.ts'

const questions = 300
const inOneBatch = 500
const firstRadiusM = 500

/** Degrees of longitude are shorter than those of latitude: the plane of the index is stretched for the town's. */
const shrink = Math.cos((57.7 * Math.PI) / 180)

type Store = {
  name: string
  /** the numbers of the nearest drivers, nearest first */
  near: (point: LatLng) => Promise<number[]> | number[]
  put: (drivers: readonly DriverPosition[]) => Promise<unknown> | undefined
  /** processor time of the store so far (ms) */
  cpuMs: () => number
}

const makeGrid = (): Store => {
  const positions = makePositions()
  return {
    name: 'grid',
    near: (point) => positions.near(point, { radiusM, limit, oldest: noon - 120_000 }).map(({ seq }) => seq),
    put: (drivers) => {
      for (const driver of drivers) positions.put(driver)
      return undefined
    },
    cpuMs: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
  }
}

const makeGist = async (): Promise<Store> => {
  const { url, cpuMs } = await startDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  rememberStop(() => client.end())
  await client.query(`create unlogged table bench_place (driver integer primary key, place point not null);
    create index bench_place_near on bench_place using gist (place)`)
  const near = async ({ lat, lng }: LatLng): Promise<number[]> => {
    const { rows } = await client.query<{ driver: number }>({
      name: 'near',
      text: `select driver from bench_place order by place <-> point($1, $2) limit ${limit}`,
      values: [lng * shrink, lat],
    })
    return rows.map(({ driver }) => driver)
  }
  const put = (drivers: readonly DriverPosition[]) =>
    client.query({
      name: 'put',
      text: `insert into bench_place select driver, point(x, y) from unnest($1::int[], $2::float8[], $3::float8[]) given (driver, x, y)
        on conflict (driver) do update set place = excluded.place`,
      values: [drivers.map(({ seq }) => seq), drivers.map(({ lng }) => lng * shrink), drivers.map(({ lat }) => lat)],
    })
  return { name: 'PostgreSQL, GiST', near, put, cpuMs }
}

const makeGeoset = async (): Promise<Store | null> => {
  const started = await startRedis()
  if (!started) return null
  const { redis, cpuMs } = started
  const within = async ({ lat, lng }: LatLng, metres: number): Promise<number[]> => {
    const around = ['FROMLONLAT', String(lng), String(lat), 'BYRADIUS', String(metres), 'm', 'ASC', 'COUNT', String(limit)]
    const [found] = await redis.ask([['GEOSEARCH', 'places', ...around]])
    return Array.isArray(found) ? found.map(Number) : []
  }
  // it sorts everything within the radius, so callers start with a small one
  const near = async (point: LatLng): Promise<number[]> => {
    for (let metres = firstRadiusM; ; metres *= 2) {
      const found = await within(point, Math.min(metres, radiusM))
      if (found.length >= limit || metres >= radiusM) return found
    }
  }
  const put = (drivers: readonly DriverPosition[]) =>
    redis.ask(drivers.map(({ seq, lat, lng }) => ['GEOADD', 'places', String(lng), String(lat), String(seq)]))
  return { name: 'Redis, GEOSEARCH', near, put, cpuMs }
}

const putAll = async ({ put }: Store, drivers: readonly DriverPosition[]): Promise<void> => {
  for (let at = 0; at < drivers.length; at += inOneBatch) await put(drivers.slice(at, at + inOneBatch))
}

/** Each store rounds positions a little, so only drivers at nearly the same distance may be swapped. */
const checkSame = async (ours: Store, peer: Store, points: readonly LatLng[]): Promise<void> => {
  let shared = 0
  for (const point of points) {
    const [mine, theirs] = [await ours.near(point), await peer.near(point)]
    shared += mine.filter((driver) => theirs.includes(driver)).length
  }
  const share = shared / (points.length * limit)
  if (share < 0.95) throw new Error(`${peer.name} finds ${Math.round(share * 100)} % of the drivers that the grid finds`)
}

type Times = { nearUs: number; nearCpuUs: number; putCpuUs: number }

const askAll = async ({ near, cpuMs }: Store, points: readonly LatLng[]) => {
  const times: number[] = []
  const cpuBefore = cpuMs()
  for (const point of points) {
    const since = performance.now()
    await near(point)
    times.push((performance.now() - since) * 1000)
  }
  return { nearUs: computeQuantile(times, 0.5), nearCpuUs: ((cpuMs() - cpuBefore) * 1000) / points.length }
}

const measureStore = async (store: Store, points: readonly LatLng[], moves: readonly DriverPosition[]): Promise<Times> => {
  // many at once, since the system counts processor time in hundredths of a second
  const asked = await askAll(store, Array.from({ length: 10 }, () => points).flat())
  const cpuBefore = store.cpuMs()
  await putAll(store, moves)
  return { ...asked, putCpuUs: ((store.cpuMs() - cpuBefore) * 1000) / moves.length }
}

const titles: Record<keyof Times, string> = {
  nearUs: 'twelve nearest, as asked, p50',
  nearCpuUs: 'the same: processor time of the store',
  putCpuUs: 'a driver moved: processor time of the store',
}

export const measureNear = async (isQuick: boolean): Promise<Measurement> => {
  const drivers = listDrivers()
  const steps = [listMoves(drivers), drivers]
  const points = Array.from({ length: questions }, makePlaces(41))
  const ours = makeGrid()
  const peers = [await makeGist(), await makeGeoset()].filter((store) => store !== null)
  for (const store of [ours, ...peers]) await putAll(store, drivers)
  for (const peer of peers) await checkSame(ours, peer, points.slice(0, 50))
  const all = new Map<string, Times[]>([ours, ...peers].map(({ name }) => [name, []]))
  for (let round = 0; round < (isQuick ? 2 : 5); round++) {
    for (const store of [ours, ...peers])
      all.get(store.name)?.push(await measureStore(store, points, steps[round % 2] ?? drivers))
  }
  const medianOf = (name: string, measure: keyof Times): number =>
    computeMedian((all.get(name) ?? []).map((times) => times[measure]))
  const rows = peers.flatMap(({ name }) =>
    (Object.keys(titles) as (keyof Times)[]).map((measure): Row => {
      const [mine, theirs] = [medianOf(ours.name, measure), medianOf(name, measure)]
      const line = { figure: 'near', measure: `${titles[measure]} (${name})`, unit: 'us', peerName: name }
      return { ...line, ours: mine, peer: theirs, ratio: theirs / mine, isKept: false, isOfCaches: true }
    }),
  )
  return { rows }
}
