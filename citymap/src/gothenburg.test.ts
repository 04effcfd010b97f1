import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { splitDrivenWay } from '@wayfare/core/driven'
import { decodePolyline, isInBounds, type LatLng, measureDistanceM, measureLengthM } from '@wayfare/core/geo'
import createGraph from 'ngraph.graph'
import { aStar } from 'ngraph.path'
import { PMTiles } from 'pmtiles'
import { afterAll, describe, expect, it } from 'vitest'
import { listComplaints, openFileSource } from './check-city.ts'
import { measureView } from './first-view.ts'
import { makePathSearch } from './ch-query.ts'
import { readDefaultBrief } from './city-source.ts'
import { startCity } from './city.ts'
import { getDatasetDir, GRAPH_FILE, HIERARCHY_FILE } from './dataset.ts'
import { makeDijkstra } from '../test/path-oracle.ts'
import { foldText } from '@wayfare/core/fold'
import { countEdges } from './graph.ts'
import { importCity } from './import-city.ts'
import { GOTHENBURG_LANDMARKS } from './landmarks.ts'
import { openCity } from './open-city.ts'
import { decodeGraph, decodeHierarchy } from './stored.ts'
import { makeTurns, type TurnTable } from './turns.ts'
import { driveAlong, type DriveOptions, makeFractions, measureRawLength } from '../test/noisy-drive.ts'

const hasFile = readDefaultBrief(() => {}).dataset === 'gothenburg'
if (!hasFile) console.warn('skipped: geojson-path-finder 2.1.0, test/large-network.json is absent')

const setUp = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-gothenburg-'))
  const manifest = importCity({ dataDir, brief: readDefaultBrief(() => {}) })
  const dir = getDatasetDir(dataDir, manifest.dataset)
  const graph = decodeGraph(readFileSync(join(dir, GRAPH_FILE)))
  const turns = makeTurns(graph, manifest.profile)
  const search = makePathSearch(decodeHierarchy(readFileSync(join(dir, HIERARCHY_FILE))))
  return { dataDir, manifest, dir, graph, turns, search, city: openCity(dir) }
}

/** A linear congruential generator: the same places in each run. */
const makeDice = (seed: number) => {
  let state = seed
  return (sides: number): number => (state = (state * 16_807) % 2_147_483_647) % sides
}

/** The same arcs as a graph of the other library, whose paths run from the end to the start. */
const mirrorTurns = (turns: TurnTable) => {
  const other = createGraph<undefined, number>()
  for (let edge = 0; edge < turns.start.length - 1; edge++)
    for (let arc = turns.start[edge] ?? 0; arc < (turns.start[edge + 1] ?? 0); arc++)
      other.addLink(edge, turns.to[arc] ?? -1, turns.ms[arc] ?? 0)
  return other
}

const spacing = (dice: () => number): number => 5 + 35 * dice()
const lightS = (dice: () => number): number => 30 + 60 * dice()

const listPieces = (polyline: string) => {
  const points = decodePolyline(polyline)
  return points.slice(1).map((point, i) => {
    const before = points[i] ?? point
    return { key: `${before.lat} ${before.lng} ${point.lat} ${point.lng}`, metres: measureDistanceM(before, point) }
  })
}

/** The share (0..1) of a line, by length, that another one drives too. The limit is four fifths of the time; speeds differ. */
const measureShared = (line: string, other: string): number => {
  const driven = new Set(listPieces(other).map(({ key }) => key))
  const all = listPieces(line)
  const sum = (pieces: typeof all): number => pieces.reduce((total, { metres }) => total + metres, 0)
  return sum(all.filter(({ key }) => driven.has(key))) / sum(all)
}

/** The metres measured along these positions. */
const measuredLength = (fixes: ReturnType<typeof driveAlong>): number => {
  const [from, until] = [fixes[0]?.at ?? 0, fixes.at(-1)?.at ?? 0]
  const parts = splitDrivenWay({ fixes, from, until, start: null, end: null }) ?? []
  expect(parts.map(({ kind }) => kind)).toEqual(['measured'])
  return parts.reduce((sum, part) => sum + (part.kind === 'measured' ? part.metres : 0), 0)
}

describe.skipIf(!hasFile)('Gothenburg', () => {
  const { dataDir, manifest, dir, graph, turns, search, city } = hasFile ? setUp() : ({} as ReturnType<typeof setUp>)
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const dice = makeDice(2016)
  const anywhere = (): LatLng => ({
    lat: manifest.bounds.south + (dice(1000) / 1000) * (manifest.bounds.north - manifest.bounds.south),
    lng: manifest.bounds.west + (dice(1000) / 1000) * (manifest.bounds.east - manifest.bounds.west),
  })
  const nearRoad = (): LatLng => {
    for (;;) {
      const point = anywhere()
      try {
        city.snap(point)
        return point
      } catch {
        // In the sea or the woods: try again.
      }
    }
  }
  const placeNamed = (name: string): LatLng => {
    const found = city.places.find((place) => place.kind === 'landmark' && place.name === name)
    if (!found) throw new Error(`no landmark ${name}`)
    return { lat: found.lat, lng: found.lng }
  }

  it('is the pinned data: its size is known', () => {
    expect(manifest).toMatchObject({ dataset: 'gothenburg', country: 'SE', sourceTimestamp: '2016-12-27T10:04:02Z' })
    expect(manifest.componentShare).toBeGreaterThan(0.94)
    expect(manifest.counts.edges).toBe(29_099)
    expect(manifest.counts.drivableKm).toBeGreaterThan(1100)
  })
  it('is fit to serve', async () => {
    expect(await listComplaints(dir)).toEqual([])
  })
  it('has a hierarchy that agrees with Dijkstra on 150 random pairs', () => {
    const oracle = makeDijkstra(turns)
    for (let i = 0; i < 150; i++) {
      const from = [{ vertex: dice(countEdges(graph)), ms: 0 }]
      const to = [{ vertex: dice(countEdges(graph)), ms: 0 }]
      const found = search(from, to)
      expect(found).not.toBeNull()
      expect(found?.ms).toBe(oracle(from, to)?.ms)
    }
  })
  it('has a hierarchy that agrees with ngraph.path', () => {
    const other = mirrorTurns(turns)
    const finder = aStar(other, { oriented: true, distance: (_from, _to, link) => link.data })
    for (let i = 0; i < 15; i++) {
      const [from, to] = [dice(countEdges(graph)), dice(countEdges(graph))]
      const path = finder.find(from, to).map(({ id }) => Number(id))
      const ms = path.slice(1).reduce((sum, before, i) => sum + (other.getLink(before, path[i] ?? -1)?.data ?? Number.NaN), 0)
      expect(search([{ vertex: from, ms: 0 }], [{ vertex: to, ms: 0 }])?.ms).toBe(ms)
    }
  })
  it('routes between any two places near a road', () => {
    let routed = 0
    for (let i = 0; i < 400; i++) {
      const [from, to] = [nearRoad(), nearRoad()]
      const straight = measureDistanceM(city.snap(from).point, city.snap(to).point)
      const route = city.route([from, to])
      expect(route.distanceM).toBeGreaterThanOrEqual(straight - 5)
      if (route.distanceM > 0) routed++
    }
    expect(routed).toBeGreaterThan(395)
  })
  it('knows other ways: at most a quarter longer, mostly on other streets, each named, for every third drive or more', () => {
    let drives = 0
    for (let i = 0; i < 60; i++) {
      const [from, to] = [nearRoad(), nearRoad()]
      const [best, ...others] = city.ways(from, to)
      const { distanceM, durationS, polyline5 } = city.route([from, to])
      expect(best).toMatchObject({ distanceM, durationS, polyline5 })
      expect(others.length).toBeLessThanOrEqual(2)
      if (others.length > 0) drives++
      const ways = [polyline5, ...others.map((way) => way.polyline5)]
      others.forEach((way, at) => {
        expect(way.durationS).toBeLessThanOrEqual(durationS * 1.25 + 1)
        expect(way.via).not.toBe('')
        for (const known of ways.slice(0, at + 1)) expect(measureShared(known, way.polyline5)).toBeLessThan(0.9)
      })
    }
    expect(drives).toBeGreaterThan(20)
  })
  it('takes a taxi from Järntorget to Korsvägen in a believable time', () => {
    const route = city.route([placeNamed('Järntorget'), placeNamed('Korsvägen')])
    expect(route.distanceM).toBeGreaterThan(2300)
    expect(route.distanceM).toBeLessThan(3700)
    expect(route.durationS / 60).toBeGreaterThan(5.5)
    expect(route.durationS / 60).toBeLessThan(9)
  })
  it('knows every landmark of the list, near where it should be', () => {
    const known = city.places.filter(({ kind }) => kind === 'landmark')
    expect(known.map(({ name }) => name)).toEqual(GOTHENBURG_LANDMARKS.map(({ name }) => name))
    known.forEach((place, i) => {
      const [lat, lng] = GOTHENBURG_LANDMARKS[i]?.near ?? [0, 0]
      expect(isInBounds(manifest.bounds, place)).toBe(true)
      expect(measureDistanceM(place, { lat, lng }), place.name).toBeLessThan(250)
      expect(city.snap(place).awayM, place.name).toBeLessThan(150)
    })
  })
  it('finds streets and crossings however they are typed', () => {
    const find = (text: string) => city.places.find(({ folded }) => folded === foldText(text))
    expect(find('vasagatan')?.kind).toBe('street')
    expect(find('LINNEGATAN')?.name).toBe('Linnégatan')
    expect(find('Aschebergsgatan / Vasagatan')?.kind).toBe('crossing')
    expect(city.places.every(({ folded }) => folded !== '' && folded === foldText(folded))).toBe(true)
  })
  it('names the place of a point by its street and what is near', () => {
    const address = city.reverse(placeNamed('Vasaplatsen'))
    expect(['Aschebergsgatan', 'Vasagatan']).toContain(address.street)
    expect(address.near).toBe('Vasaplatsen')
    expect(address.label).toBe(`Vasaplatsen, ${address.street}`)
  })
  it('reads its tiles back, with streets and landmarks in them', async () => {
    const { source, close } = openFileSource(city.tilesPath)
    const archive = new PMTiles(source)
    const { lng, lat } = placeNamed('Brunnsparken')
    const x = Math.floor(((lng + 180) / 360) * 2 ** 15)
    const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** 15)
    const text = Buffer.from((await archive.getZxy(15, x, y))?.data ?? new ArrayBuffer(0)).toString('utf8')
    for (const word of ['road', 'place', 'class', 'Östra Hamngatan', 'Brunnsparken']) expect(text).toContain(word)
    expect(await archive.getMetadata()).toMatchObject({ attribution: '© OpenStreetMap contributors' })
    const overview = await archive.getZxy(8, Math.floor(x / 128), Math.floor(y / 128))
    expect(overview?.data.byteLength).toBeLessThan(10_000)
    close()
  })
  it('fetches no more than 150 kB for a first view, wherever its pages open', async () => {
    const screens = [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]
    for (const zoom of [12, 13, 14, 15])
      for (const screen of screens) {
        const bytes = await measureView(city.tilesPath, city.manifest.centre, { ...screen, zoom })
        expect(bytes, `${screen.width} pixels wide at zoom ${zoom}`).toBeLessThan(150_000)
        expect(bytes).toBeGreaterThan(16_000)
      }
  })
  it('has 100 routes whose length is found again in noisy positions: within 5 % each and 2 % in the median', () => {
    const fractions = makeFractions(1859)
    const routes: { points: LatLng[]; metres: number }[] = []
    while (routes.length < 100) {
      const points = decodePolyline(city.route([nearRoad(), nearRoad()]).polyline5)
      if (measureLengthM(points) > 2000) routes.push({ points, metres: measureLengthM(points) })
    }
    const errorsOf = (options: DriveOptions, measure = measuredLength): number[] =>
      routes.map(({ points, metres }) => measure(driveAlong(points, options, fractions)) / metres - 1).toSorted((a, b) => a - b)
    for (const noiseM of [0, 5, 10])
      for (const lights of [{}, { lightS }]) {
        const errors = errorsOf({ spacing, noiseM, ...lights })
        const title = `${noiseM} m of noise, ${lights.lightS ? 'with' : 'without'} lights`
        expect(Math.abs(errors[50] ?? 1), title).toBeLessThan(0.02)
        expect(
          [errors[0], errors.at(-1)].map((error = 1) => Math.abs(error) < 0.05),
          `${title}: ${errors[0]} ${errors.at(-1)}`,
        ).toEqual([true, true])
      }
    // the error without smoothing
    expect(errorsOf({ spacing, noiseM: 5, lightS }, measureRawLength)[50]).toBeGreaterThan(0.15)
  })
  it('has 60 drives by way of another place whose streets are found again: within 5 % each, 0.5 % in the median', () => {
    const fractions = makeFractions(1912)
    const drives: { points: LatLng[]; metres: number }[] = []
    while (drives.length < 60) {
      const route = city.route([nearRoad(), nearRoad(), nearRoad()])
      if (route.distanceM > 2000) drives.push({ points: decodePolyline(route.polyline5), metres: route.distanceM })
    }
    for (const noiseM of [0, 5, 10]) {
      const errors = drives.map(({ points, metres }) => {
        const fixes = driveAlong(points, { spacing, noiseM, lightS }, fractions)
        const [way] = city.match({ trip: null, stretches: [fixes] }).stretches
        return Math.abs((way?.marks.at(-1)?.metres ?? 0) / metres - 1)
      })
      const sorted = errors.toSorted((a, b) => a - b)
      expect(sorted[30], `${noiseM} m of noise, the median`).toBeLessThan(0.005)
      expect(sorted[57], `${noiseM} m of noise, p95`).toBeLessThan(0.02)
      expect(sorted.at(-1), `${noiseM} m of noise, the worst`).toBeLessThan(0.05)
    }
  })
  it('is served by startCity, errors with their codes', async () => {
    const served = startCity({ dataDir })
    await expect(served.route([anywhere(), anywhere()])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await served.ready).dataset).toBe('gothenburg')
    expect(served.state()).toEqual({ state: 'ready', stage: 'ready', fraction: 1 })
    const points = [placeNamed('Liseberg'), placeNamed('Nordstan')]
    expect(await served.route(points)).toEqual(city.route(points))
    expect(await served.matrix({ sources: points, targets: points })).toEqual(city.matrix({ sources: points, targets: points }))
    expect((await served.search({ text: 'vasagatan', bias: null, limit: 3 }))[0]).toMatchObject({
      id: 's:vasagatan',
      isGuess: false,
    })
    expect(await served.findPlace('s:vasagatan')).toMatchObject({ name: 'Vasagatan' })
    expect(await served.findPlace('s:nowhere')).toBeNull()
    const asked = { trip: 'one', stretches: [points.map((point, i) => ({ ...point, at: i * 60_000, accuracyM: 5 }))] }
    expect(await served.match(asked)).toEqual(city.match(asked))
    expect(served.tilesPath()).toBe(city.tilesPath)
    await expect(served.snap({ lat: 0, lng: 0 })).rejects.toMatchObject({ code: 'OUT_OF_AREA' })
    await served.close()
    await expect(served.reverse(points[0] ?? anywhere())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
