import { computeDestination, type LatLng } from '@wayfare/core/geo'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildHierarchy } from './ch-build.ts'
import type { LineFeature } from './geojson.ts'
import { buildGraph } from './graph-build.ts'
import { type Profile, TAXI_PROFILE } from './profile.ts'
import { makeRouter } from './router.ts'
import { buildSnapIndex, makeSnapper } from './snap.ts'
import type { CarPlace } from './start-place.ts'
import { makeTown, TOWN_PLAN } from './town.ts'
import { makeTurns } from './turns.ts'

const centre: LatLng = { lat: 57.7, lng: 11.97 }
/** The point this many metres east and north of the centre. */
const at = (east: number, north: number): LatLng => computeDestination(computeDestination(centre, 90, east), 0, north)

const way = (name: string, points: readonly LatLng[], tags: Record<string, string> = {}): LineFeature => ({
  type: 'Feature',
  properties: { highway: 'residential', ...(name ? { name } : {}), ...tags },
  geometry: { type: 'LineString', coordinates: points.map(({ lat, lng }) => [lng, lat] as const) },
})

const open = (features: readonly LineFeature[], profile: Profile = TAXI_PROFILE) => {
  const { graph } = buildGraph({ type: 'FeatureCollection', features }, profile)
  const turns = makeTurns(graph, profile)
  return makeRouter(graph, turns, buildHierarchy(turns), makeSnapper(graph, buildSnapIndex(graph)))
}

const tell = (features: readonly LineFeature[], points: readonly CarPlace[], profile?: Profile): string[] =>
  (open(features, profile).route(points, { steps: true }).steps ?? []).map(({ manoeuvre, exit, street }) =>
    [manoeuvre, exit ?? '', street].join(' ').replaceAll('  ', ' ').trim(),
  )

const crossing = [
  way('South', [at(0, -300), at(0, 0)]),
  way('North', [at(0, 0), at(0, 300)]),
  way('East', [at(0, 0), at(300, 0)]),
  way('West', [at(0, 0), at(-300, 0)]),
]

describe('the steps of a route', () => {
  it('name each turn by its side and its street', () => {
    const to = (end: LatLng) => tell(crossing, [at(0, -200), end])
    expect(to(at(-200, 0))).toEqual(['depart South', 'left West', 'arrive West'])
    expect(to(at(200, 0))).toEqual(['depart South', 'right East', 'arrive East'])
    expect(to(at(0, 200))).toEqual(['depart South', 'continue North', 'arrive North'])
  })
  it('are left out where the street only goes on', () => {
    const main = [way('Main', [at(0, -300), at(0, 0), at(0, 300)]), way('Side', [at(0, 0), at(200, 0)])]
    expect(tell(main, [at(0, -200), at(0, 200)])).toEqual(['depart Main', 'arrive Main'])
  })
  it('are left out at a bend, however sharp, where nothing else can be driven', () => {
    const bend = [way('Bend', [at(0, -300), at(0, 0)]), way('Bend', [at(0, 0), at(300, 0)])]
    expect(tell(bend, [at(0, -200), at(200, 0)])).toEqual(['depart Bend', 'arrive Bend'])
    const yard = way('', [at(0, 0), at(0, 60)], { highway: 'service' })
    expect(tell([...bend, yard], [at(0, -200), at(200, 0)])).toEqual(['depart Bend', 'arrive Bend'])
  })
  it('do not mind how crooked the last metres before a junction are drawn', () => {
    const crooked = [
      way('South', [at(0, -300), at(0, -3), at(2, 0)]),
      way('North', [at(2, 0), at(-1, 2), at(0, 30), at(0, 300)]),
      way('East', [at(2, 0), at(300, 0)]),
    ]
    expect(tell(crooked, [at(0, -200), at(0, 200)])).toEqual(['depart South', 'continue North', 'arrive North'])
    expect(tell(crooked, [at(0, -200), at(200, 0)])).toEqual(['depart South', 'right East', 'arrive East'])
  })
  it('tell slight and sharp turns from plain ones, and the sides of a fork', () => {
    const star = (...ends: LatLng[]) => [
      way('From', [at(0, -300), at(0, 0)]),
      ...ends.map((end, i) => way(`Arm ${i}`, [at(0, 0), end])),
    ]
    const arms = star(at(220, 250), at(250, -220), at(-250, 0))
    expect(tell(arms, [at(0, -200), at(110, 125)])[1]).toBe('slightRight Arm 0')
    expect(tell(arms, [at(0, -200), at(125, -110)])[1]).toBe('sharpRight Arm 1')
    const fork = star(at(60, 300), at(-60, 300))
    expect(tell(fork, [at(0, -200), at(30, 150)])[1]).toBe('keepRight Arm 0')
    expect(tell(fork, [at(0, -200), at(-30, 150)])[1]).toBe('keepLeft Arm 1')
  })
  it('say where one has to turn back', () => {
    const dual = [
      way('Ring', [at(-300, 0), at(0, 0), at(300, 0)], { oneway: 'yes' }),
      way('Ring', [at(300, 14), at(0, 14), at(-300, 14)], { oneway: 'yes' }),
      way('', [at(0, 0), at(0, 14)], { oneway: 'yes' }),
      way('Loop', [at(-300, 14), at(-340, 7), at(-300, 0)], { oneway: 'yes' }),
      way('Loop', [at(300, 0), at(340, 7), at(300, 14)], { oneway: 'yes' }),
    ]
    expect(tell(dual, [at(-200, 0), at(-200, 14)])).toEqual(['depart Ring', 'uTurn Ring', 'arrive Ring'])
  })
  it('begin by turning round where the car faces the other way', () => {
    const car = { ...at(0, -200), heading: 180 }
    expect(tell(crossing, [car, at(200, 0)])).toEqual(['depart South', 'uTurn South', 'right East', 'arrive East'])
    expect(tell(crossing, [{ ...car, heading: 0 }, at(200, 0)])).toEqual(['depart South', 'right East', 'arrive East'])
  })
  it('say on which side the place lies', () => {
    expect(tell(crossing, [at(0, -200), at(200, 20)]).at(-1)).toBe('arriveLeft East')
    expect(tell(crossing, [at(0, -200), at(200, -20)]).at(-1)).toBe('arriveRight East')
    expect(tell(crossing, [at(0, -200), at(-200, 20)]).at(-1)).toBe('arriveRight West')
  })
  it('arrive and depart again at a stop on the way', () => {
    expect(tell(crossing, [at(0, -200), at(200, 0), at(0, 200)]).filter((text) => /arrive|depart/.test(text))).toEqual([
      'depart South',
      'arrive East',
      'depart East',
      'arrive North',
    ])
  })
  it('give a turn the name that begins soon after it', () => {
    const late = [...crossing.slice(0, 2), way('', [at(0, 0), at(30, 0)]), way('East', [at(30, 0), at(300, 0)])]
    expect(tell(late, [at(0, -200), at(200, 0)])).toEqual(['depart South', 'right East', 'arrive East'])
  })
})

/** A roundabout with four arms, driven counterclockwise, or clockwise if driving on the left. */
const roundabout = (isLeft: boolean): LineFeature[] => {
  const ring = Array.from({ length: 24 }, (_, i) => computeDestination(centre, (isLeft ? i : -i) * 15, 25))
  const arm = (name: string, bearing: number) =>
    way(name, [computeDestination(centre, bearing, 25), computeDestination(centre, bearing, 300)])
  return [
    way('', [...ring, ...ring.slice(0, 1)], { junction: 'roundabout' }),
    ...['North', 'East', 'South', 'West'].map((name, i) => arm(name, i * 90)),
  ]
}

describe('a roundabout', () => {
  const [north, east, west] = [at(0, 200), at(200, 0), at(-200, 0)]

  it('is one step with the number of its exit', () => {
    const city = roundabout(false)
    const to = (end: LatLng) => tell(city, [at(0, -200), end])
    expect(to(east)).toEqual(['depart South', 'roundabout 1 East', 'arrive East'])
    expect(to(north)).toEqual(['depart South', 'roundabout 2 North', 'arrive North'])
    expect(to(west)).toEqual(['depart South', 'roundabout 3 West', 'arrive West'])
  })
  it('is driven the other way round on the left', () => {
    const city = roundabout(true)
    const to = (end: LatLng) => tell(city, [at(0, -200), end], { ...TAXI_PROFILE, driveOnLeft: true })
    expect(to(west)).toEqual(['depart South', 'roundabout 1 West', 'arrive West'])
    expect(to(north)).toEqual(['depart South', 'roundabout 2 North', 'arrive North'])
    expect(to(east)).toEqual(['depart South', 'roundabout 3 East', 'arrive East'])
  })
})

describe('any route', () => {
  it('has steps whose metres and seconds add up, from a departure to an arrival', () => {
    const { route } = open(
      makeTown().features.filter((feature): feature is LineFeature => feature.geometry.type === 'LineString'),
    )
    const half = ((TOWN_PLAN.size - 1) * TOWN_PLAN.blockM) / 2
    const metres = fc.double({ min: -half, max: half, noNaN: true })
    const spot = fc
      .tuple(metres, metres)
      .map(([east, north]) => computeDestination(computeDestination(TOWN_PLAN.centre, 90, east), 0, north))
    fc.assert(
      fc.property(spot, spot, (from, to) => {
        const { distanceM, durationS, steps = [] } = route([from, to], { steps: true })
        expect(steps.reduce((sum, step) => sum + step.distanceM, 0)).toBe(distanceM)
        expect(Math.abs(steps.reduce((sum, step) => sum + step.durationS, 0) - durationS)).toBeLessThanOrEqual(1)
        expect(steps.every((step) => step.distanceM >= 0 && step.durationS >= 0)).toBe(true)
        expect(steps[0]?.manoeuvre).toBe('depart')
        expect(steps.at(-1)?.manoeuvre).toMatch(/^arrive/)
      }),
      { numRuns: 200 },
    )
  })
})
