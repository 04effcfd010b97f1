import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import * as contract from '@wayfare/contract/cities'
import { getBasemap, routePlaces, searchPlaces } from '@wayfare/contract/places'
import { listAudit } from '@wayfare/contract/audit'
import { askForCity, readWantedAnswer } from '@wayfare/citymap/wanted-city'
import { importCity } from '@wayfare/citymap/import-city'
import { makeFileBrief } from '@wayfare/citymap/city-source'
import { computeDestination } from '@wayfare/core/geo'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeConnect } from '../../../test/live.ts'
import { startApp } from '../../../test/harness.ts'
import { makeTownFile } from '../../../../citymap/test/town-file.ts'
import { makeTrips, reason } from '../../../test/trips.ts'
import { makeCityMaps } from '../../adapters/maps-city.ts'
import { watchCities } from './commands-wanted.ts'

const app = await startApp({ settings: { restrictCountry: '' } })
const { call, refusal, make } = app
const admin = await make.admin()
const dataDir = app.deps.config.dataDir
const maps = join(dataDir, 'maps')
const folder = join(dataDir, 'extracts')

const gothenburg = { lat: 57.7008, lng: 11.9746 }
const porto = { lat: 41.15, lng: -8.62 }
const add = 'somewhere'

const list = () => call(contract.listCities, {}, { as: admin })
const activate = (dataset: string) => call(contract.activateCity, { dataset }, { as: admin })
const built = async (): Promise<contract.CityOutcome> => {
  await expect.poll(async () => (await list()).work, { timeout: 30_000 }).toBeNull()
  const { last } = await list()
  if (!last) throw new Error('nothing was built')
  return last
}
const importFile = async (name: string, bytes: Buffer, options: object = {}) => {
  writeFileSync(join(folder, name), bytes)
  await call(contract.importCity, { file: name, ...options }, { as: admin })
  return built()
}
let address = ''
const { connect } = makeConnect(() => address)
const isReady = () => app.deps.maps.basemap.describe().state === 'ready'
const leftovers = () => readdirSync(maps).filter((name) => name.startsWith('.'))

beforeAll(async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'hometown.osm.pbf'), makeTownFile({ centre: gothenburg, size: 20, blockM: 100 }))
  importCity({ dataDir, brief: makeFileBrief(join(folder, 'hometown.osm.pbf'), {}) })
  await app.db.insertInto('cancelReason').values({ value: 0, label: reason }).execute()
  const own = makeCityMaps({ dataDir, folders: [folder], log: app.deps.log })
  Object.assign(app.deps.maps, own)
  while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 20))
  address = (await app.listen()).replace('http', 'ws')
})

describe('an import', () => {
  it('takes a file of an allowed folder, beside the city that is served', async () => {
    const outcome = await importFile('porto-town.osm.pbf', makeTownFile({ centre: porto }), { name: 'Porto' })
    expect(outcome).toMatchObject({ file: 'porto-town.osm.pbf', dataset: 'porto', problem: null })
    const { active, cities, files } = await list()
    expect(active).toBe('hometown')
    expect(cities.find(({ dataset }) => dataset === 'porto')).toMatchObject({
      name: 'Porto',
      country: 'PT',
      timeZone: 'Europe/Lisbon',
      isDemo: false,
      counts: { streets: 16 },
    })
    expect(files?.map(({ file }) => file)).toEqual(['hometown.osm.pbf', 'porto-town.osm.pbf'])
    expect(leftovers()).toEqual([])
  })

  it('takes an upload part after part, and a part that comes twice once', async () => {
    const file = makeTownFile({ centre: { lat: 48.1, lng: 11.5 } })
    const { upload } = await call(contract.beginCityUpload, { name: 'munich.osm.pbf', bytes: file.length }, { as: admin })
    const half = Math.floor(file.length / 2)
    const send = (offset: number, bytes: Buffer) =>
      call(contract.addCityPart, { upload, offset }, { as: admin, file: { bytes, type: 'application/octet-stream' } })
    expect(await send(0, file.subarray(0, half))).toEqual({ received: half })
    expect(await send(0, file.subarray(0, half))).toEqual({ received: half })
    expect(await refusal(contract.importCity, { upload }, { as: admin })).toMatchObject({ key: 'not_found' })
    await send(half, file.subarray(half))
    await call(contract.importCity, { upload, country: 'DE' }, { as: admin })
    expect(await built()).toMatchObject({ file: 'munich.osm.pbf', dataset: 'munich', problem: null })
    expect((await call(contract.listCities, {}, { as: admin })).cities.map(({ name }) => name)).toContain('Munich')
    expect(leftovers()).toEqual([])
  })

  it.each([
    ['half a GeoJSON file', 'not_geojson', Buffer.from('{"type":"FeatureCollection","features":['), {}],
    ['no map at all', 'not_pbf', Buffer.from('PK\u0003\u0004 a zip file, and no map at all'), {}],
    ['cut off', 'damaged', makeTownFile({ centre: porto }).subarray(0, -10), {}],
    ['elsewhere', 'empty_area', makeTownFile({ centre: porto }), { bbox: [1, 1, 2, 2] }],
  ])('that is %s is told as %s, and leaves nothing', async (_what, problem, bytes, options) => {
    const before = (await list()).cities.length
    expect(await importFile('bad.osm.pbf', bytes, options)).toMatchObject({ problem, dataset: null })
    expect((await list()).cities).toHaveLength(before)
    expect(leftovers()).toEqual([])
    expect(isReady()).toBe(true)
  })

  it('is cancelled in the middle, one at a time, and leaves nothing', async () => {
    writeFileSync(join(folder, 'large.osm.pbf'), makeTownFile({ centre: porto, size: 60 }))
    await call(contract.importCity, { file: 'large.osm.pbf' }, { as: admin })
    expect(await refusal(contract.importCity, { file: 'large.osm.pbf' }, { as: admin })).toMatchObject({ key: 'city_busy' })
    await expect.poll(async () => (await list()).work?.stage).toBe('hierarchy')
    await call(contract.cancelCity, {}, { as: admin })
    expect(await built()).toMatchObject({ problem: 'cancelled', dataset: null })
    expect(existsSync(join(maps, 'large'))).toBe(false)
    expect(leftovers()).toEqual([])
  })

  it.each(['../secret', '/etc/passwd', '.upload-x.osm.pbf', 'none.osm.pbf', 'secret'])(
    'opens no other file: %s',
    async (file) => {
      expect(await refusal(contract.importCity, { file }, { as: admin })).toMatchObject({ status: 404 })
    },
  )

  it('is an admin’s alone', async () => {
    const rider = await make.rider()
    expect(await refusal(contract.listCities, {}, { as: rider })).toMatchObject({ status: 403 })
    expect(await refusal(contract.importCity, { file: 'x' }, { as: await make.fleetAdmin() })).toMatchObject({ status: 403 })
  })
})

describe('another city', () => {
  afterEach(async () => {
    if ((await list()).active !== 'hometown') await activate('hometown')
  })

  it('answers map, search and routes at once, and one goes back', async () => {
    const before = await call(getBasemap, {})
    expect((await activate('porto')).city).toMatchObject({ name: 'Porto' })
    const after = await call(getBasemap, {})
    expect(after).toMatchObject({ name: 'Porto', state: 'ready' })
    expect(after.tilesUrl).not.toBe(before.tilesUrl)
    expect((await call(searchPlaces, { text: 'Oak' })).places[0]?.description).toContain('Porto')
    const route = { start: porto, dest: computeDestination(porto, 45, 300) }
    expect((await call(routePlaces, route, { as: admin })).distanceM).toBeGreaterThan(200)
    expect(await list()).toMatchObject({ active: 'porto', previous: 'hometown' })
    await call(contract.rollBackCity, {}, { as: admin })
    expect(await list()).toMatchObject({ active: 'hometown', previous: 'porto' })
    const { entries } = await call(listAudit, { kind: 'city' }, { as: admin })
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'cities.rollBack', object: 'hometown', before: { active: 'porto' } },
      { action: 'cities.activate', object: 'porto', before: { active: 'hometown' }, after: { active: 'porto' } },
    ])
  })

  it('is swapped under load without one question that fails', async () => {
    const over = new AbortController()
    let asked = 0
    const ask = async () => {
      while (!over.signal.aborted) {
        const { center } = await call(getBasemap, {})
        const found = await call(searchPlaces, { text: 'elm' })
        expect(found.places.length).toBeGreaterThan(0)
        const dest = computeDestination(center ?? porto, 45, 250)
        // asked during the switch, the other city has no road there: that is a valid answer
        await call(routePlaces, { start: center ?? porto, dest }, { as: admin }).catch((error: { key?: string }) => {
          expect(error.key).toBe('out_of_area')
        })
        asked++
      }
    }
    const asking = [ask(), ask(), ask(), ask()]
    for (const dataset of ['porto', 'hometown', 'porto']) await activate(dataset)
    over.abort()
    await Promise.all(asking)
    expect(asked).toBeGreaterThan(20)
  })

  it('reaches open pages as an event', async () => {
    const visitor = await connect(null)
    await visitor.subscribe('settings')
    await activate('porto')
    // events of earlier activations may still arrive
    await expect
      .poll(() => visitor.ofType('event').findLast(({ event }) => event.name === 'basemap')?.event)
      .toMatchObject({ basemap: { name: 'Porto', state: 'ready' } })
  })

  it('is refused when it is damaged, and the one before goes on', async () => {
    const file = join(maps, 'munich', 'graph.bin')
    rmSync(file)
    expect(await refusal(contract.activateCity, { dataset: 'munich' }, { as: admin })).toMatchObject({
      status: 422,
      key: 'city_unfit',
      details: { reason: expect.stringContaining('graph.bin') },
    })
    expect(await list()).toMatchObject({ active: 'hometown' })
    expect((await call(searchPlaces, { text: 'oak' })).places.length).toBeGreaterThan(0)
    // a failed attempt does not block the next one
    await activate('porto')
  })

  it('of an older version is named, not served, and can go', async () => {
    mkdirSync(join(maps, 'ancient'))
    writeFileSync(join(maps, 'ancient', 'manifest.json'), '{"formatVersion":0}')
    expect((await list()).outdated).toEqual(['ancient'])
    expect(await refusal(contract.activateCity, { dataset: 'ancient' }, { as: admin })).toMatchObject({ key: 'city_unfit' })
    await call(contract.removeCity, { dataset: 'ancient' }, { as: admin })
    expect((await list()).outdated).toEqual([])
  })

  it('cannot be removed while it is served, nor be one that is not there', async () => {
    expect(await refusal(contract.removeCity, { dataset: 'hometown' }, { as: admin })).toMatchObject({ key: 'city_active' })
    expect(await refusal(contract.removeCity, { dataset: 'nowhere' }, { as: admin })).toMatchObject({ status: 404 })
    expect(await refusal(contract.activateCity, { dataset: '.hidden' }, { as: admin })).toMatchObject({ status: 400 })
  })
})

describe('what is booked', () => {
  const trips = makeTrips(app)
  const stops = { pickup: { ...gothenburg, add }, drop: { ...computeDestination(gothenburg, 45, 400), add } }
  const inTwoDays = () => app.deps.now().getTime() + 48 * 3_600_000

  it('keeps the city while a trip is on, and later bookings keep one that holds them', async () => {
    const { rider, driver, carType } = await trips.cast({})
    const booking = await trips.bookWith(rider, carType, { ...stops, tripDate: inTwoDays() })
    expect(await refusal(contract.activateCity, { dataset: 'porto' }, { as: admin })).toMatchObject({
      status: 409,
      key: 'city_in_use',
      details: { running: [], outside: [{ id: booking.id, pickup: add }] },
    })
    expect(await list()).toMatchObject({ active: 'hometown' })
    await trips.cancel(rider, booking.id)
    const now = await trips.book(rider, carType, stops)
    expect(await refusal(contract.activateCity, { dataset: 'porto' }, { as: admin })).toMatchObject({
      details: { running: [{ id: now.id }], outside: [] },
    })
    await trips.run(now, { rider, driver }, 'STARTED')
    expect(await refusal(contract.activateCity, { dataset: 'porto' }, { as: admin })).toMatchObject({ key: 'city_in_use' })
    await make.position(driver, now.drop)
    await trips.reach(driver, now.id)
    await trips.collect(driver, now.id)
    // finished trips no longer prevent a switch
    const before = await trips.get(rider, now.id)
    await activate('porto')
    expect(await trips.get(rider, now.id)).toEqual(before)
    await activate('hometown')
  })

  it('is not booked on a map that was served before', async () => {
    const { rider, carType } = await trips.cast({})
    const quote = await call(quoteBooking, { ...stops, carType, tripDate: inTwoDays() }, { as: rider })
    await activate('porto')
    const order = { quote: quote.quote, estimateFare: quote.estimateFare }
    const words = () => app.lines.filter(({ message }) => message.startsWith('an estimate was made on another map'))
    expect(await refusal(createBooking, order, { as: rider })).toMatchObject({ key: 'quote_expired' })
    expect(words()).toEqual([])
    // with several processes, another one may serve a different map permanently, so a warning is logged
    vi.spyOn(app.deps.config, 'bus', 'get').mockReturnValue('postgres')
    expect(await refusal(createBooking, order, { as: rider })).toMatchObject({ key: 'quote_expired' })
    expect(words()).toMatchObject([{ level: 'warn' }])
    vi.restoreAllMocks()
    await activate('hometown')
  })

  it('is booked at an estimate that was asked for while the map was opened', async () => {
    const { rider, carType } = await trips.cast({})
    const { basemap } = app.deps.maps
    const opening = vi.spyOn(basemap, 'describe')
    opening.mockReturnValueOnce({ ...basemap.describe(), state: 'preparing', tilesUrl: null })
    const { quote, estimateFare } = await call(quoteBooking, { ...stops, carType, tripDate: inTwoDays() }, { as: rider })
    opening.mockRestore()
    const booking = await call(createBooking, { quote, estimateFare }, { as: rider })
    expect(booking.status).toBe('NEW')
    await trips.cancel(rider, booking.id)
  })

  it('is booked just after a start, while the map is opened', async () => {
    const { rider, carType } = await trips.cast({})
    const { quote, estimateFare } = await call(quoteBooking, { ...stops, carType, tripDate: inTwoDays() }, { as: rider })
    const { basemap } = app.deps.maps
    const opening = vi.spyOn(basemap, 'describe').mockReturnValue({ ...basemap.describe(), state: 'preparing', tilesUrl: null })
    const booking = await call(createBooking, { quote, estimateFare }, { as: rider })
    expect(booking.status).toBe('NEW')
    opening.mockRestore()
    await trips.cancel(rider, booking.id)
  })
})

describe('a command beside the server', () => {
  it('asks, and the server decides by the same rule', async () => {
    const watch = watchCities(app.deps)
    askForCity(dataDir, 'porto')
    await expect.poll(() => readWantedAnswer(dataDir)?.state).toBe('done')
    expect(readWantedAnswer(dataDir)).toEqual({ dataset: 'porto', state: 'done', problem: null })
    askForCity(dataDir, 'nowhere')
    await expect.poll(() => readWantedAnswer(dataDir)?.state).toBe('done')
    expect(readWantedAnswer(dataDir)?.problem).toContain('no dataset nowhere')
    await watch.stop()
  })
})
