import { mostCityBytes } from '@wayfare/contract/cities'
import { describe, expect, test } from 'vitest'
import { findProblems, readBbox } from './use-city-import.ts'

describe('a bounding box as it is typed', () => {
  test.each(['-8.70,41.10,-8.55,41.20', ' -8.7 41.1 -8.55 41.2 ', '-8.7; 41.1; -8.55; 41.2'])('is read: %s', (text) => {
    expect(readBbox(text)).toEqual([-8.7, 41.1, -8.55, 41.2])
  })
  test.each(['', '1,2,3', '-8.5,41.1,-8.7,41.2', '-8.7,41.2,-8.5,41.1', '1,2,3,four', '-190,0,10,10', '0,0,1,91'])(
    'is refused: %s',
    (text) => {
      expect(readBbox(text)).toBeNull()
    },
  )
})

const problemsOf = (bytes: number) => {
  const file = new File([], 'town.osm.pbf')
  Object.defineProperty(file, 'size', { value: bytes })
  return findProblems({ from: 'upload', file, onServer: null, bbox: '' })
}

describe('a file that is chosen', () => {
  test('with nothing in it, as after a download that broke off, is named at once', () => {
    expect(problemsOf(0)).toEqual({ file: 'city_problem_damaged' })
  })
  test('of a whole country, which no upload takes, is named at once', () => {
    expect(problemsOf(mostCityBytes + 1)).toEqual({ file: 'too_large' })
  })
  test.each([1, mostCityBytes])('of %d bytes is fine', (bytes) => {
    expect(problemsOf(bytes)).toEqual({})
  })
})
