import { expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { makeFileBrief, nameOfFile } from './city-source.ts'

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

it('gives a city of a long name a folder that a disk can hold and that can be asked for', () => {
  const file = fileURLToPath(import.meta.url)
  // as many letters as a name may have; each takes three bytes
  const { name, dataset } = makeFileBrief(file, { name: 'กรุงเทพมหานคร'.repeat(7).slice(0, 80) })
  expect(name).toHaveLength(80)
  expect(Buffer.byteLength(`.build-${dataset}-2147483647-1795000000000-old`)).toBeLessThan(255)
  expect(makeFileBrief(file, { name: 'x'.repeat(200) }).dataset.length).toBeLessThan(120)
})

it('gives cities of long names that begin alike folders of their own', () => {
  const file = fileURLToPath(import.meta.url)
  const long = 'Metropolitan area of the united communes of the upper valley'
  const folderOf = (name: string): string => makeFileBrief(file, { name }).dataset
  expect(folderOf(`${long}, north`)).not.toBe(folderOf(`${long}, south`))
  expect(folderOf(`${long}, north`)).toBe(folderOf(`${long.toUpperCase()} - NORTH`))
  expect(folderOf('New Haven')).toBe('new-haven')
})
