// Several processes serve one city: another one that is activated at the one is served by all, and one that lacks it says so.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import { listCarTypes } from '@wayfare/contract/catalog'
import { activateCity } from '@wayfare/contract/cities'
import { getBasemap, routePlaces, searchPlaces } from '@wayfare/contract/places'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import { getSystem } from '@wayfare/contract/system'
import { makeFileBrief } from '@wayfare/citymap/city-source'
import { getDatasetDir, writeCurrent } from '@wayfare/citymap/dataset'
import { importCity } from '@wayfare/citymap/import-city'
import { computeDestination, type LatLng } from '@wayfare/core/geo'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTownFile } from '../../citymap/test/town-file.ts'
import { cloneDatabase } from './database.ts'
import { makeConnect } from './live.ts'
import { makeProcesses, type ServerProcess } from './processes.ts'

const centres = { hometown: { lat: 57.7008, lng: 11.9746 }, porto: { lat: 41.15, lng: -8.62 } }
type Name = keyof typeof centres

const build = (dataDir: string, name: Name): void => {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, `${name}.osm.pbf`)
  writeFileSync(file, makeTownFile({ centre: centres[name] }))
  importCity({ dataDir, brief: makeFileBrief(file, {}) })
}

/** All know both cities, but for the one in the south. */
const layMaps = (dataDir: string): void => {
  build(dataDir, 'hometown')
  writeCurrent(dataDir, 'hometown')
  if (!dataDir.endsWith('south')) build(dataDir, 'porto')
}

const clone = await cloneDatabase()
const processes = makeProcesses(clone.url, layMaps)
let [east, west] = [] as unknown as [ServerProcess, ServerProcess]
const tokens = { admin: '', rider: '' }
const { connect } = makeConnect(() => west.origin.replace('http', 'ws'))

const enter = async (userType: string): Promise<string> => {
  const person = (await east.call(getSession, {})).demoSignIns.find((one) => one.userType === userType)
  return (await east.call(signIn, { email: person?.email ?? '', password: person?.password ?? '' })).token ?? ''
}

beforeAll(async () => {
  ;[east, west] = [await processes.start('east'), await processes.start('west')]
  for (const role of ['admin', 'rider'] as const) tokens[role] = await enter(role)
  const { settings } = await east.call(getAllSettings, {}, { token: tokens.admin })
  await east.call(saveSettings, { ...settings, restrictCountry: '' }, { token: tokens.admin })
}, 240_000)
afterAll(async () => {
  await processes.close()
  await clone.drop()
})

const near = (at: LatLng, metres: number) => ({ ...computeDestination(at, 90, metres), add: 'somewhere' })
const nameAt = async (server: ServerProcess): Promise<string> => (await server.call(getBasemap, {})).name
const readyAt = async ({ origin }: ServerProcess) => {
  const response = await fetch(`${origin}/api/health/ready`)
  return { status: response.status, body: await response.json() }
}

/** Map, tiles, search and routes are those of the one city. */
const checkServes = async (server: ServerProcess, name: Name): Promise<void> => {
  const { tilesUrl } = await server.call(getBasemap, {})
  const tiles = Buffer.from(await (await fetch(`${server.origin}${tilesUrl}`)).arrayBuffer())
  expect(tiles.equals(readFileSync(join(getDatasetDir(server.dataDir, name), 'city.pmtiles')))).toBe(true)
  const { places } = searchPlaces.output.parse(await (await fetch(`${server.origin}/api/places?text=linden`)).json())
  expect(places.map(({ placeId }) => placeId.split(':')[1])).toContain(name)
  const ends = { start: centres[name], dest: computeDestination(centres[name], 90, 300) }
  const { distanceM } = await server.call(routePlaces, ends, { token: tokens.rider })
  expect(distanceM).toBeGreaterThan(200)
}

it(
  'what an admin activates at the one is served by the other within seconds, whose pages are told',
  { timeout: 240_000 },
  async () => {
    const page = await connect(null)
    await page.subscribe('settings')
    await checkServes(west, 'hometown')
    await east.call(activateCity, { dataset: 'porto' }, { token: tokens.admin })
    await expect.poll(() => nameAt(west), { timeout: 5000 }).toBe('Porto')
    await checkServes(west, 'porto')
    await checkServes(east, 'porto')
    const toldLast = () =>
      page
        .ofType('event')
        .flatMap(({ event }) => (event.name === 'basemap' ? [event.basemap.name] : []))
        .at(-1)
    await expect.poll(toldLast, { timeout: 5000 }).toBe('Porto')
  },
)

it('one that was down meanwhile serves it from its first answer on', { timeout: 240_000 }, async () => {
  const [name, dataset] = (await nameAt(west)) === 'Porto' ? (['Hometown', 'hometown'] as const) : (['Porto', 'porto'] as const)
  await west.stop()
  await east.call(activateCity, { dataset }, { token: tokens.admin })
  west = await processes.start('west')
  expect(await nameAt(west)).toBe(name)
  await checkServes(west, dataset)
})

it('a command beside the one changes both', { timeout: 240_000 }, async () => {
  const cli = fileURLToPath(new URL('../../citymap/dist/cli.js', import.meta.url))
  for (const [name, dataset] of [
    ['Hometown', 'hometown'],
    ['Porto', 'porto'],
  ] as const) {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'use-city', dataset, '--data', west.dataDir])
    expect(stdout).toContain(`${dataset} is served now`)
    await expect.poll(() => nameAt(east), { timeout: 5000 }).toBe(name)
  }
})

it('one that lacks it says so and books nothing, until the city is imported there', { timeout: 240_000 }, async () => {
  const south = await processes.start('south')
  expect(await nameAt(south)).toBe('Hometown')
  expect(south.said()).toContain('the city that the others serve cannot be served here')
  expect(await readyAt(south)).toMatchObject({ status: 503, body: { checks: { map: { status: 'failing' } } } })
  const { checks } = await south.call(getSystem, {}, { token: tokens.admin })
  expect(checks).toContainEqual({ name: 'map', state: 'failing', trouble: 'city_missing' })
  const { carTypes } = await south.call(listCarTypes, {})
  const [pickup, drop] = [near(centres.hometown, 0), near(centres.hometown, 300)]
  const trip = { pickup, drop, carType: carTypes[0]?.id ?? ('' as never), tripDate: Date.now() + 48 * 3_600_000 }
  const { quote, estimateFare } = await south.call(quoteBooking, trip, { token: tokens.rider })
  const refused = await south.send(createBooking, { quote, estimateFare }, { token: tokens.rider, key: 'south' })
  expect(refused.key).toBe('quote_expired')

  build(south.dataDir, 'porto')
  await expect.poll(() => nameAt(south), { timeout: 15_000 }).toBe('Porto')
  await checkServes(south, 'porto')
  await expect.poll(async () => (await readyAt(south)).status, { timeout: 5000 }).toBe(200)
})
