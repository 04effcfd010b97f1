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
      road('primary', 0, 50),
      road('tertiary', 0.01, 50),
      road('residential', 0.02, 600),
      road('residential', 0.03, 100),
      road('residential', 0.04, 50),
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
