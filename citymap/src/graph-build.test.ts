import { measureDistanceM } from '@wayfare/core/geo'
import { describe, expect, it } from 'vitest'
import type { CitySource, LineFeature, Position } from './geojson.ts'
import { buildGraph } from './graph-build.ts'
import { countEdges, countPieces, measurePieceM } from './graph.ts'
import { readDriveProfile, TAXI_PROFILE } from './profile.ts'
import { makeTown } from './town.ts'

const way = (coordinates: Position[], tags: Record<string, string> = {}): LineFeature => ({
  type: 'Feature',
  properties: { highway: 'residential', ...tags },
  geometry: { type: 'LineString', coordinates },
})
const city = (...features: LineFeature[]): CitySource => ({ type: 'FeatureCollection', features })

describe('the graph', () => {
  it('of a town has one piece a block and one edge a direction', () => {
    const size = 6
    const { graph, stats } = buildGraph(makeTown({ size, blockM: 100, centre: { lat: 57.7, lng: 11.97 } }), TAXI_PROFILE)
    expect(graph.nodeCount).toBe(size * size)
    expect(countPieces(graph)).toBe(2 * size * (size - 1))
    const oneWayStreets = 2
    expect(countEdges(graph)).toBe((4 * size - oneWayStreets) * (size - 1))
    expect(stats.componentShare).toBe(1)
    expect(measurePieceM(graph, 0)).toBeCloseTo(100, 0)
  })
  it('joins ways only at shared vertices: a bridge crosses without a turn', () => {
    const below = way([
      [11.9, 57.7],
      [11.92, 57.7],
    ])
    const above = way(
      [
        [11.91, 57.69],
        [11.91, 57.71],
      ],
      { bridge: 'yes', layer: '1' },
    )
    const { graph } = buildGraph(city(below, above), TAXI_PROFILE)
    expect(countPieces(graph)).toBe(1)
    const crossing = way([
      [11.91, 57.69],
      [11.91, 57.7],
      [11.91, 57.71],
    ])
    const level = buildGraph(
      city(
        way([
          [11.9, 57.7],
          [11.91, 57.7],
          [11.92, 57.7],
        ]),
        crossing,
      ),
      TAXI_PROFILE,
    )
    expect(countPieces(level.graph)).toBe(4)
  })
  it('keeps the shape points of a bend and measures along them', () => {
    const bend: Position[] = [
      [11.9, 57.7],
      [11.91, 57.705],
      [11.92, 57.7],
    ]
    const { graph } = buildGraph(city(way(bend)), TAXI_PROFILE)
    const straight = measureDistanceM({ lat: 57.7, lng: 11.9 }, { lat: 57.7, lng: 11.92 })
    expect(graph.shapeLat.length).toBe(3)
    expect(measurePieceM(graph, 0)).toBeGreaterThan(straight)
  })
  it('drops what cannot be left again', () => {
    const ring = way([
      [11.9, 57.7],
      [11.91, 57.7],
      [11.91, 57.71],
      [11.9, 57.7],
    ])
    const trap = way(
      [
        [11.91, 57.7],
        [11.93, 57.7],
      ],
      { oneway: 'yes' },
    )
    const { graph, stats } = buildGraph(city(ring, trap), TAXI_PROFILE)
    expect(graph.names).toEqual([])
    expect(stats.componentShare).toBeLessThan(1)
    for (let i = 0; i < graph.shapeLng.length; i++) expect(graph.shapeLng[i]).toBeLessThan(11.92)
  })
  it('refuses a source without a road', () => {
    expect(() =>
      buildGraph(
        city(
          way(
            [
              [11.9, 57.7],
              [11.91, 57.7],
            ],
            { highway: 'footway' },
          ),
        ),
        TAXI_PROFILE,
      ),
    ).toThrow(/no drivable way/)
  })
})

const drive = (tags: Record<string, string>) => readDriveProfile({ highway: 'secondary', ...tags }, TAXI_PROFILE)

describe('driveOf', () => {
  it('reads one-way tags in all their spellings', () => {
    expect(drive({})).toMatchObject({ forward: true, backward: true })
    expect(drive({ oneway: 'yes' })).toMatchObject({ forward: true, backward: false })
    expect(drive({ oneway: '-1' })).toMatchObject({ forward: false, backward: true })
    expect(drive({ junction: 'roundabout' })).toMatchObject({ forward: true, backward: false })
    expect(drive({ highway: 'motorway' })).toMatchObject({ backward: false })
    expect(drive({ highway: 'motorway', oneway: 'no' })).toMatchObject({ backward: true })
  })
  it('lets the most special access tag decide', () => {
    expect(drive({ access: 'private' })).toBeNull()
    expect(drive({ access: 'no', motor_vehicle: 'destination' })).not.toBeNull()
    expect(drive({ access: 'yes', motor_vehicle: 'no' })).toBeNull()
    expect(drive({ highway: 'footway' })).toBeNull()
    expect(drive({ highway: 'service', area: 'yes' })).toBeNull()
  })
  it('is let in by no permit, uniform or badge, and by nothing that a list leaves out', () => {
    for (const rule of ['military', 'permit', 'residents', 'employees', 'bus', 'agricultural;forestry', 'forestry; delivery'])
      expect(drive({ motor_vehicle: rule }), rule).toBeNull()
    expect(drive({ access: 'military' })).toBeNull()
    expect(drive({ motor_vehicle: 'agricultural;destination' })).not.toBeNull()
    expect(drive({ access: 'permit', motor_vehicle: 'yes' })).not.toBeNull()
  })
  it('minds a sign that stands at one end of a street only', () => {
    expect(drive({ 'motor_vehicle:backward': 'no' })).toMatchObject({ forward: true, backward: false })
    expect(drive({ 'vehicle:forward': 'no' })).toMatchObject({ forward: false, backward: true })
    expect(drive({ 'vehicle:forward': 'no', 'motorcar:forward': 'destination' })).toMatchObject({ forward: true, backward: true })
    expect(drive({ 'access:forward': 'no', 'access:backward': 'no' })).toBeNull()
    expect(drive({ oneway: 'yes', 'vehicle:forward': 'no' })).toBeNull()
  })
  it('never drives faster than the sign allows', () => {
    expect(drive({ maxspeed: '30' })?.kmh).toBe(27)
    expect(drive({ maxspeed: '70' })?.kmh).toBe(55)
    expect(drive({ maxspeed: 'signals' })?.kmh).toBe(40)
    expect(drive({ maxspeed: '20 mph' })?.kmh).toBeCloseTo(28.97, 1)
  })
})
