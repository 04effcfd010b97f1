import { expect, it } from 'vitest'
import { parseCitySource } from './geojson.ts'
import { makeRoadLines } from './road-lines.ts'

const road = (highway: string, lat: number, metres: number) => ({
  type: 'Feature',
  properties: { highway },
  geometry: {
    type: 'LineString',
    coordinates: [
      [0, lat],
      [metres / 111_320, lat],
    ],
  },
})

const source = parseCitySource(
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      road('primary', 0, 2000),
      road('tertiary', 0.001, 50),
      road('residential', 0.002, 600),
      road('residential', 0.003, 100),
      road('residential', 0.004, 50),
    ],
  }),
)

it('draws the network of streets from where cars are looked at, without those that would be dots there', () => {
  const list = makeRoadLines(source)
  const drawnAt = (zoom: number) => list(zoom).map(({ props }) => props.class)
  expect(drawnAt(9)).toEqual(['primary'])
  expect(drawnAt(10)).toEqual(['primary', 'tertiary'])
  expect(drawnAt(11)).toEqual(['primary', 'tertiary', 'residential'])
  expect(drawnAt(12)).toEqual(['primary', 'tertiary', 'residential', 'residential'])
  expect(drawnAt(13)).toHaveLength(5)
})

it('draws the largest street of a town without main roads from afar, until all of its streets are drawn', () => {
  const town = [
    road('residential', 0.5, 600),
    road('service', 0.501, 600),
    road('tertiary', 0.9, 600),
    road('residential', 0.901, 600),
  ]
  const list = makeRoadLines(
    parseCitySource(JSON.stringify({ type: 'FeatureCollection', features: [road('primary', 0, 2000), ...town] })),
  )
  const localAt = (zoom: number) =>
    list(zoom)
      .filter(({ props }) => props.class === 'local')
      .map(({ line }) => line[0]?.[1])
      .toSorted()
  expect([7, 8, 9, 10].map(localAt)).toEqual([[], [0.5, 0.9], [0.5, 0.9], [0.5, 0.9]])
  // at 11 tertiary roads are drawn in full, and the street next to one is not needed
  expect(localAt(11)).toEqual([0.5])
  expect(localAt(12)).toEqual([])
})

it('needs no small streets where a main road is near, nor where a long one only passes by', () => {
  const list = makeRoadLines(
    parseCitySource(
      JSON.stringify({ type: 'FeatureCollection', features: [road('primary', 0, 100_000), road('residential', 0.001, 50_000)] }),
    ),
  )
  expect([8, 9, 10, 11].flatMap((zoom) => list(zoom)).filter(({ props }) => props.class === 'local')).toEqual([])
})
