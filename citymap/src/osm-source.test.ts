import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encodePbf, type OsmData } from '../test/write-pbf.ts'
import { buildGraph } from './graph-build.ts'
import { readOsmSource } from './osm-source.ts'
import { readPbfFile } from './pbf-file.ts'
import { TAXI_PROFILE } from './profile.ts'
import { makeTurns } from './turns.ts'

const dir = mkdtempSync(join(tmpdir(), 'wayfare-osm-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
let files = 0
const writeFile = (bytes: Uint8Array): string => {
  const path = join(dir, `${++files}.osm.pbf`)
  writeFileSync(path, bytes)
  return path
}
const readData = (data: OsmData, options = {}) => readOsmSource(writeFile(encodePbf(data)), options)

/** A grid of nodes about 100 m apart: node 11 is row 1, column 1. Ids beyond 32 bits, as in OSM. */
const BASE = 10_000_000_000
const node = (row: number, column: number, tags?: Record<string, string>) => ({
  id: BASE + row * 10 + column,
  lat: 41.15 + row / 1000,
  lng: -8.6 + column / 1000,
  ...(tags ? { tags } : {}),
})
const grid = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => node(row, column)))
const refs = (...ids: number[]): number[] => ids.map((id) => BASE + id)
const road = { highway: 'residential' }

/** The geometry that a closed way gets. */
const kindOf = (tags: Record<string, string>) =>
  readData({ nodes: grid, ways: [{ id: 1, refs: refs(0, 1, 11, 10, 0), tags }] }).features.map(({ geometry }) => geometry.type)

describe('an OSM PBF file', () => {
  it('gives lines, areas and points with their tags and positions', () => {
    const source = readData({
      nodes: [...grid, node(5, 5, { amenity: 'cafe', name: 'Café São Bento' }), node(5, 6, { amenity: 'bench' })],
      ways: [
        { id: 7, refs: refs(0, 1, 2), tags: { ...road, name: 'Rua das Flores' } },
        { id: 8, refs: refs(10, 11, 21, 20, 10), tags: { building: 'yes', 'addr:housenumber': '12' } },
        { id: 9, refs: refs(30, 31), tags: { power: 'line' } },
      ],
    })
    expect(source.timestamp).toBe('2023-11-14T22:13:20.000Z')
    expect(source.features).toEqual([
      {
        type: 'Feature',
        id: 7,
        properties: { highway: 'residential', name: 'Rua das Flores' },
        geometry: {
          type: 'LineString',
          coordinates: [
            [-8.6, 41.15],
            [-8.599, 41.15],
            [-8.598, 41.15],
          ],
        },
      },
      expect.objectContaining({ id: 8, geometry: expect.objectContaining({ type: 'Polygon' }) }),
    ])
    expect(source.points?.map(({ properties }) => properties['name'])).toEqual(['Café São Bento'])
  })
  it('gives a roundabout, or a street around a square, as the line that cars drive on, whatever is told of what lies within', () => {
    expect(kindOf({ ...road, junction: 'roundabout', landuse: 'grass' })).toEqual(['LineString'])
    expect(kindOf({ ...road, name: 'Praça', place: 'square' })).toEqual(['LineString'])
    const areas: Record<string, string>[] = [
      { ...road, area: 'yes' },
      { highway: 'pedestrian', place: 'square' },
      { highway: 'service', amenity: 'parking' },
    ]
    for (const tags of areas) expect(kindOf(tags)).toEqual(['Polygon'])
  })
  it('is none of these when it holds the history of a map: every street as often as it was changed', () => {
    const bytes = encodePbf({ nodes: grid, ways: [{ id: 1, refs: refs(0, 1), tags: road }] }, [
      'OsmSchema-V0.6',
      'DenseNodes',
      'HistoricalInformation',
    ])
    expect(() => readOsmSource(writeFile(bytes))).toThrow(expect.objectContaining({ problem: 'history' }))
  })
  it('cuts ways where the extract ends and where the wanted part ends', () => {
    const ways = [{ id: 1, refs: [...refs(0, 1), 5, ...refs(2, 3)], tags: road }]
    expect(readData({ nodes: grid, ways }).features.map(({ geometry }) => geometry.coordinates.length)).toEqual([2, 2])
    const bounds = { south: 41.1, north: 41.2, west: -8.6005, east: -8.5985 }
    expect(readData({ nodes: grid, ways }, { bounds }).features.map(({ geometry }) => geometry.coordinates.length)).toEqual([2])
  })
  it('puts a multipolygon together from ways of either direction, with its hole', () => {
    const { features } = readData({
      nodes: grid,
      ways: [
        { id: 1, refs: refs(0, 3) },
        { id: 2, refs: refs(33, 3) },
        { id: 3, refs: refs(33, 30, 0) },
        { id: 4, refs: refs(11, 12, 22, 21, 11) },
      ],
      relations: [
        {
          id: 5,
          tags: { type: 'multipolygon', natural: 'water' },
          members: [1, 2, 3, 4].map((ref) => ({ type: 'way' as const, ref, role: ref === 4 ? 'inner' : 'outer' })),
        },
      ],
    })
    expect(features).toHaveLength(1)
    expect(features[0]?.geometry.coordinates.map((ring) => (ring as unknown[]).length)).toEqual([5, 5])
  })
  it('leaves an area out whose ring does not close', () => {
    const relations = [
      { id: 5, tags: { type: 'multipolygon', natural: 'water' }, members: [{ type: 'way' as const, ref: 1, role: 'outer' }] },
    ]
    expect(readData({ nodes: grid, ways: [{ id: 1, refs: refs(0, 3, 33) }], relations }).features).toEqual([])
  })
})

const restriction = (kind: string, from: number, to: number, more: Record<string, string> = {}) => ({
  id: 9,
  tags: { type: 'restriction', restriction: kind, ...more },
  members: [
    { type: 'way' as const, ref: from, role: 'from' },
    { type: 'node' as const, ref: BASE + 11, role: 'via' },
    { type: 'way' as const, ref: to, role: 'to' },
  ],
})
/** A restriction that names several ways. */
const several = (kind: string, members: { ref: number; role: string }[]) => ({
  ...restriction(kind, 0, 0),
  members: [
    ...members.map((member) => ({ type: 'way' as const, ...member })),
    { type: 'node' as const, ref: BASE + 11, role: 'via' },
  ],
})
/** The streets that one may turn into when coming from the south. */
const listWaysOn = (data: OsmData): string[] => {
  const { graph } = buildGraph(readData(data), TAXI_PROFILE)
  const turns = makeTurns(graph, TAXI_PROFILE)
  const nameOf = (edge: number): string => graph.names[graph.pieceName[graph.edgePiece[edge] ?? -1] ?? -1] ?? ''
  const piece = graph.pieceName.indexOf(graph.names.indexOf('south'))
  const edge = graph.pieceForward[piece] ?? -1
  return Array.from(turns.to.subarray(turns.start[edge], turns.start[edge + 1]), nameOf).toSorted()
}

describe('signs', () => {
  /** Roads from the centre, node 11, in four directions; ways 1 west, 2 east, 3 south, 4 north. */
  const cross: OsmData = {
    nodes: grid,
    ways: [
      { id: 1, refs: refs(10, 11), tags: { ...road, name: 'west' } },
      { id: 2, refs: refs(11, 12), tags: { ...road, name: 'east' } },
      { id: 3, refs: refs(1, 11), tags: { ...road, name: 'south' } },
      { id: 4, refs: refs(11, 21), tags: { ...road, name: 'north' } },
    ],
  }
  it('of all turns stay those that no sign forbids', () => {
    expect(listWaysOn(cross)).toEqual(['east', 'north', 'west'])
    expect(listWaysOn({ ...cross, relations: [restriction('no_left_turn', 3, 1)] })).toEqual(['east', 'north'])
    expect(listWaysOn({ ...cross, relations: [restriction('only_straight_on', 3, 4)] })).toEqual(['north'])
  })
  it('at several ways into a street, or out of one, are signs for each', () => {
    const into = [1, 3].map((ref) => ({ ref, role: 'from' }))
    expect(listWaysOn({ ...cross, relations: [several('no_entry', [...into, { ref: 4, role: 'to' }])] })).toEqual([
      'east',
      'west',
    ])
    const out = [1, 2].map((ref) => ({ ref, role: 'to' }))
    expect(listWaysOn({ ...cross, relations: [several('no_exit', [{ ref: 3, role: 'from' }, ...out])] })).toEqual(['north'])
  })
  it('for other vehicles, or that except cars, forbid nothing', () => {
    const all = ['east', 'north', 'west']
    expect(listWaysOn({ ...cross, relations: [restriction('no_left_turn', 3, 1, { except: 'bicycle;motorcar' })] })).toEqual(all)
    const trucks = { ...restriction('', 3, 1), tags: { type: 'restriction', 'restriction:hgv': 'no_left_turn' } }
    expect(listWaysOn({ ...cross, relations: [trucks] })).toEqual(all)
  })
  it('that a bollard stands in the way, and a gate does not', () => {
    const edgesWith = (barrier: string): number => {
      const nodes = grid.map((at) => (at.id === BASE + 12 ? { ...at, tags: { barrier } } : at))
      const ways = [{ id: 1, refs: refs(10, 11, 12, 13), tags: road }]
      return buildGraph(readData({ nodes, ways }), TAXI_PROFILE).graph.edgeFrom.length
    }
    // the road behind the bollard is a separate piece, cut off from the main component
    expect(edgesWith('gate')).toBe(2)
    const graph = buildGraph(
      readData({
        nodes: grid.map((at) => (at.id === BASE + 12 ? { ...at, tags: { barrier: 'bollard' } } : at)),
        ways: [...(cross.ways ?? []), { id: 5, refs: refs(12, 13), tags: { ...road, name: 'behind' } }],
      }),
      TAXI_PROFILE,
    ).graph
    expect(graph.names).not.toContain('behind')
  })
})

const complain = (bytes: Uint8Array) => () => readPbfFile(writeFile(bytes), {})

describe('a file that cannot be read', () => {
  const whole = encodePbf({ nodes: grid, ways: [{ id: 1, refs: refs(0, 1), tags: road }] })

  it('is named for what is wrong with it', () => {
    expect(complain(new Uint8Array())).toThrow('the file is empty')
    expect(complain(Buffer.from('PK\u0003\u0004 a zip file, and no map at all'))).toThrow('not an OSM PBF file')
    expect(complain(whole.subarray(0, whole.length - 10))).toThrow('ends in the middle')
    expect(complain(encodePbf({ nodes: grid }, ['OsmSchema-V0.6', 'Sort.Unheard_of']))).toThrow('requires "Sort.Unheard_of"')
  })
  it('is never read to the end when bytes in it changed', () => {
    for (let at = 0; at < whole.length; at += 7) {
      const changed = Uint8Array.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0x55
      // it may still be valid, or is refused with a sentence; nothing else may happen
      try {
        readPbfFile(writeFile(changed), { node: () => {}, way: () => {}, relation: () => {} })
      } catch (error) {
        expect((error as Error).message).toMatch(/^the file /)
      }
    }
  })
})

const extracts = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'osm')
const porto = join(extracts, 'porto-metro.osm.pbf')
if (!existsSync(porto)) console.warn('skipped: porto-metro.osm.pbf is absent')

describe.skipIf(!existsSync(porto))('the extract of Porto', () => {
  it('has the roads and restrictions that its makers counted', () => {
    const source = readOsmSource(porto)
    expect(source.features.filter(({ properties }) => properties['highway']).length).toBeGreaterThan(43_000)
    const { graph, stats } = buildGraph(source, TAXI_PROFILE)
    expect(stats.componentShare).toBeGreaterThan(0.98)
    expect(graph.ruleFrom.length).toBeGreaterThan(300)
  })
})
