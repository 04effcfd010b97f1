import { expect, it } from 'vitest'
import { nameOfFile } from './city-source.ts'

it.each([
  ['/srv/new-haven_centre.osm.pbf', 'New Haven Centre'],
  ['monaco-latest.osm.pbf', 'Monaco'],
  ['Porto_240131.OSM.PBF', 'Porto'],
  ['lund-20261123.geojson', 'Lund'],
  ['latest.osm.pbf', 'Latest'],
  ['district-9.pbf', 'District 9'],
])('names a city after %s: %s', (file, name) => {
  expect(nameOfFile(file)).toBe(name)
})
