import { computeDestination, type LatLng } from '@wayfare/core/geo'
import { describe, expect, it } from 'vitest'
import type { LineFeature } from './geojson.ts'
import { buildGraph } from './graph-build.ts'
import type { Graph } from './graph.ts'
import { type Profile, TAXI_PROFILE } from './profile.ts'
import { findTurnMs, makeTurns, reverseTurns } from './turns.ts'

const centre: LatLng = { lat: 57.7, lng: 11.97 }
const at = (degrees: number, metres = 200): LatLng => (metres === 0 ? centre : computeDestination(centre, degrees, metres))

const way = (name: string, points: readonly LatLng[], tags: Record<string, string> = {}): LineFeature => ({
  type: 'Feature',
  properties: { highway: 'residential', name, ...tags },
  geometry: { type: 'LineString', coordinates: points.map(({ lat, lng }) => [lng, lat] as const) },
})

const build = (profile: Profile, features: readonly LineFeature[]) => {
  const { graph } = buildGraph({ type: 'FeatureCollection', features }, profile)
  return { graph, turns: makeTurns(graph, profile) }
}

/** The edges of a named street, into the central node and out of it. */
const edgesOf = (graph: Graph, name: string) => {
  const piece = graph.pieceName.indexOf(graph.names.indexOf(name))
  const [forward, backward] = [graph.pieceForward[piece] ?? -1, graph.pieceBackward[piece] ?? -1]
  return { forward, backward }
}

/** Seconds that the turn costs in addition to driving the next edge; null if it is not allowed. */
const turnS = ({ graph, turns }: ReturnType<typeof build>, from: number, to: number): number | null => {
  for (let arc = turns.start[from] ?? 0; arc < (turns.start[from + 1] ?? 0); arc++)
    if (turns.to[arc] === to) return ((turns.ms[arc] ?? 0) - (graph.edgeMs[to] ?? 0)) / 1000
  return null
}

const junction = [
  way('South', [at(180), at(0, 0)]),
  way('North', [at(0, 0), at(0)]),
  way('East', [at(0, 0), at(90)]),
  way('West', [at(0, 0), at(270)]),
]

const turnsFromSouth = (profile: Profile) => {
  const city = build(profile, junction)
  const from = edgesOf(city.graph, 'South').forward
  return Object.fromEntries(['North', 'East', 'West'].map((name) => [name, turnS(city, from, edgesOf(city.graph, name).forward)]))
}

describe('a turn at a junction', () => {
  const { junctionS, turnS: bendS, acrossS } = TAXI_PROFILE

  it('costs more to the left where one drives on the right', () => {
    expect(turnsFromSouth(TAXI_PROFILE)).toEqual({
      North: junctionS,
      East: junctionS + bendS,
      West: junctionS + bendS + acrossS,
    })
  })
  it('costs more to the right where one drives on the left', () => {
    expect(turnsFromSouth({ ...TAXI_PROFILE, driveOnLeft: true })).toEqual({
      North: junctionS,
      East: junctionS + bendS + acrossS,
      West: junctionS + bendS,
    })
  })
  it('goes back only at a dead end, for its own price', () => {
    const city = build(TAXI_PROFILE, junction)
    const [south, north] = [edgesOf(city.graph, 'South'), edgesOf(city.graph, 'North')]
    expect(turnS(city, south.forward, south.backward)).toBeNull()
    expect(turnS(city, north.forward, north.backward)).toBe(TAXI_PROFILE.uTurnS)
  })
  it('is measured by how the streets lie at the junction, whichever way they were drawn and however they bend', () => {
    const bent = (degrees: number) => [at(degrees), computeDestination(at(degrees, 40), degrees + 90, 60), at(degrees, 40)]
    const drawn = [
      way('South', [at(0, 0), ...bent(180).toReversed()]),
      way('North', [...bent(0), at(0, 0)]),
      way('East', [...bent(90), at(0, 0)]),
      way('West', [...bent(270), at(0, 0)]),
    ]
    const city = build(TAXI_PROFILE, drawn)
    const from = edgesOf(city.graph, 'South').backward
    const cost = (name: string) => turnS(city, from, edgesOf(city.graph, name).backward)
    expect(['North', 'East', 'West'].map(cost)).toEqual([junctionS, junctionS + bendS, junctionS + bendS + acrossS])
  })
  it('costs what the table says, and is no turn where there is none', () => {
    const { graph, turns } = build(TAXI_PROFILE, junction)
    const [south, east] = [edgesOf(graph, 'South'), edgesOf(graph, 'East')]
    expect(findTurnMs(turns, south.forward, east.forward)).toBe(
      (junctionS + bendS) * 1000 + (graph.edgeMs[east.forward] ?? Number.NaN),
    )
    expect(findTurnMs(turns, south.forward, south.backward)).toBeNaN()
    expect(findTurnMs(turns, south.backward, east.forward)).toBeNaN()
  })
  it('costs nothing where only two streets meet, however sharp the bend, nor at the end of a driveway', () => {
    const bend = [way('South', [at(180), at(0, 0)]), way('West', [at(0, 0), at(270)])]
    const fromTheMiddle = [way('South', [at(0, 0), at(180)]), way('West', [at(0, 0), at(270)])]
    const middle = build(TAXI_PROFILE, fromTheMiddle)
    expect(turnS(middle, edgesOf(middle.graph, 'South').backward, edgesOf(middle.graph, 'West').forward)).toBe(0)
    for (const features of [bend, [...bend, way('Drive', [at(0, 0), at(90)], { highway: 'service' })]]) {
      const city = build(TAXI_PROFILE, features)
      expect(turnS(city, edgesOf(city.graph, 'South').forward, edgesOf(city.graph, 'West').forward)).toBe(0)
    }
  })
})

/** Counterclockwise, curved as gently as a real one. */
const arc = (from: number, to: number) => Array.from({ length: (from - to) / 15 + 1 }, (_, i) => at(from - i * 15, 20))

const ring = (tags: Record<string, string>) => [
  way('Approach', [at(180), at(180, 20)]),
  way('First', arc(180, 90), tags),
  way('Second', arc(90, 0), tags),
  way('Rest', arc(360, 180), tags),
  way('Exit', [at(90, 20), at(90)]),
  way('Ahead', [at(0, 20), at(0)]),
]

const roundaboutCosts = (tags: Record<string, string>) => {
  const city = build(TAXI_PROFILE, ring(tags))
  const edge = (name: string) => edgesOf(city.graph, name).forward
  const { turnS: bendS } = TAXI_PROFILE
  return {
    entering: (turnS(city, edge('Approach'), edge('First')) ?? 0) - bendS,
    round: [turnS(city, edge('First'), edge('Second')), turnS(city, edge('Second'), edge('Rest'))],
    wrongWay: edgesOf(city.graph, 'First').backward,
  }
}

describe('a roundabout', () => {
  const { junctionS } = TAXI_PROFILE

  it('costs a junction when one enters it and none while one drives round, and leads one way only', () => {
    expect(roundaboutCosts({ junction: 'roundabout' })).toEqual({ entering: junctionS, round: [0, 0], wrongWay: -1 })
  })
  it('is told from a ring of one-way streets, which is a junction each time', () => {
    expect(roundaboutCosts({ oneway: 'yes' })).toEqual({ entering: junctionS, round: [junctionS, junctionS], wrongWay: -1 })
  })
})

describe('the arcs turned round', () => {
  it('are the same arcs at the same price', () => {
    const { graph, turns } = build(TAXI_PROFILE, junction)
    const list = ({ start, to, ms }: typeof turns, isBack: boolean) =>
      Array.from(graph.edgeMs.keys()).flatMap((from) =>
        Array.from({ length: (start[from + 1] ?? 0) - (start[from] ?? 0) }, (_, i) => {
          const arc = (start[from] ?? 0) + i
          return isBack ? `${to[arc]} ${from} ${ms[arc]}` : `${from} ${to[arc]} ${ms[arc]}`
        }),
      )
    expect(list(reverseTurns(turns), true).toSorted()).toEqual(list(turns, false).toSorted())
  })
})
