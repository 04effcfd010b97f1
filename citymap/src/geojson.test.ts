import { expect, it } from 'vitest'
import { parseCitySource } from './geojson.ts'
import { readDriveProfile, TAXI_PROFILE } from './profile.ts'

const geometry = {
  type: 'LineString',
  coordinates: [
    [-8.62, 41.15],
    [-8.61, 41.15],
  ],
}
const parse = (...properties: (object | null)[]) =>
  parseCitySource(
    JSON.stringify({
      type: 'FeatureCollection',
      features: properties.map((own) => ({ type: 'Feature', properties: own, geometry })),
    }),
  ).features.map((feature) => feature.properties)

it('reads numbers, truths, lists and nothing, as other programs than Overpass write them', () => {
  const written = {
    highway: ['residential', 'tertiary'],
    oneway: true,
    bridge: false,
    maxspeed: 50,
    junction: null,
    access: null,
  }
  const [tags = {}] = parse(written)
  expect(tags).toEqual({ highway: 'residential', oneway: 'yes', bridge: 'no', maxspeed: '50' })
  expect(readDriveProfile(tags, TAXI_PROFILE)).toMatchObject({ kmh: 39, forward: true, backward: false })
})

it('reads a feature without properties, and a text that begins with the mark of its encoding', () => {
  expect(parse(null)).toEqual([{}])
  expect(parseCitySource('\uFEFF{"type":"FeatureCollection","features":[]}').features).toEqual([])
})
