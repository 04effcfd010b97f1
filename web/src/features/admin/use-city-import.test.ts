import { describe, expect, test } from 'vitest'
import { readBbox } from './use-city-import.ts'

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
