import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { listWrongAnswers } from './check-answers.ts'
import { listComplaints } from './check-city.ts'
import { makeCityError } from './city-error.ts'
import { readDefaultBrief } from './city-source.ts'
import { getDatasetDir, hashFile, PLACES_FILE, readManifest } from './dataset.ts'
import { importCity } from './import-city.ts'
import { openCity } from './open-city.ts'
import { decodePlaces, encodePlaces } from './places.ts'

type CheckedCity = Parameters<typeof listWrongAnswers>[0]

const readTownBrief = () => readDefaultBrief(() => {}, null)

const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-check-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const dir = getDatasetDir(dataDir, importCity({ dataDir, brief: readTownBrief() }).dataset)
const city = openCity(dir)
const complainWith = (broken: Partial<CheckedCity>): string[] => listWrongAnswers({ ...city, ...broken })
const fail = (message: string) => (): never => {
  throw makeCityError('UNAVAILABLE', message)
}

const halved: CheckedCity['match'] = (question) => {
  const { stretches, gaps } = city.match(question)
  return {
    gaps,
    stretches: stretches.map(({ line, marks }) => ({
      line,
      marks: marks.map((mark) => ({ ...mark, metres: mark.metres / 2 })),
    })),
  }
}

it('has nothing to say of a town that answers', () => {
  expect(listWrongAnswers(city)).toEqual([])
})

it('names a city in which no way is found, and says why', () => {
  expect(complainWith({ route: fail('every road is a ferry') })).toEqual([
    'no way was found between any two points of the city: every road is a ferry',
  ])
  expect(complainWith({ route: (points) => ({ ...city.route(points), distanceM: 10 }) })).toEqual([
    'no way was found between any two points of the city: the answer was wrong',
  ])
})

it('names a city that has no road where its bounds are', () => {
  expect(complainWith({ snap: fail('no road is near') })).toEqual([
    'no way was found between any two points of the city: there is nothing to ask for',
  ])
})

it('is content with one way among places that cannot be reached', () => {
  let asked = 0
  const route: CheckedCity['route'] = (points) => (asked++ < 5 ? fail('an island')() : city.route(points))
  expect(complainWith({ route })).toEqual([])
})

it('names a city whose places are not found by their names', () => {
  expect(complainWith({ search: () => [] })).toEqual(['no place of the city was found by its own name: the answer was wrong'])
})

it('names a city whose points have no words', () => {
  expect(complainWith({ reverse: fail('no street is near') })).toEqual([
    'no point of the city could be told in words: no street is near',
  ])
})

it('names a city on whose roads a drive is not matched', () => {
  expect(complainWith({ match: halved })).toEqual([
    expect.stringMatching(/^a drive of \d+ m was not matched to its roads: the answer was wrong$/),
  ])
  expect(complainWith({ match: fail('out of memory') })).toEqual([expect.stringContaining('out of memory')])
})

it('names the id that two places share, in the files of a city that are otherwise whole', async () => {
  const path = join(dir, PLACES_FILE)
  const [first, second, third, fourth, ...rest] = decodePlaces(readFileSync(path, 'utf8'))
  if (!first || !second || !third || !fourth) throw new Error('the town has names')
  const twins = [first, { ...second, id: first.id }, third, { ...fourth, id: third.id }, ...rest]
  expect(complainWith({ places: [first, { ...second, id: first.id }, third, fourth, ...rest] })).toEqual([
    `two places have the id ${first.id}`,
  ])
  writeFileSync(path, encodePlaces(twins))
  const manifest = readManifest(dir)
  if (!manifest) throw new Error('the town was imported')
  const bytes = readFileSync(path).byteLength
  const files = { ...manifest.files, [PLACES_FILE]: { bytes, sha256: hashFile(path) } }
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, files }))
  expect(await listComplaints(dir)).toEqual([`two places have the id ${first.id} (and so it is with 1 more)`])
})
