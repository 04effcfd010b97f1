import { describe, expect, it } from 'vitest'
import { dissolveAreas } from './dissolve.ts'
import type { Position } from './geojson.ts'

/** A house with these corners, in ten-thousandths of a degree. */
const house = (west: number, south: number, east: number, north: number): Position[] =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map(([x = 0, y = 0]) => [x / 10_000, y / 10_000])

const areaOf = (ring: readonly Position[]): number =>
  Math.round(ring.slice(1).reduce((sum, [x, y], i) => sum + ((ring[i]?.[0] ?? 0) * y - x * (ring[i]?.[1] ?? 0)) / 2, 0) * 1e8)

describe('areas that share walls', () => {
  it('are one, whichever way each was drawn, and cover as much as before', () => {
    const terrace = [[house(0, 0, 1, 2)], [house(1, 0, 2, 2).toReversed()], [house(2, 0, 3, 2)]]
    const found = dissolveAreas(terrace)
    expect(found.map((rings) => rings.map(areaOf))).toEqual([[6]])
  })
  it('keep the yard between them as a hole', () => {
    const wings = [[house(0, 0, 1, 3)], [house(2, 0, 3, 3)], [[...house(1, 0, 2, 1)]], [[...house(1, 2, 2, 3)]]].map((rings) =>
      // the long wings have the corners of the short ones
      rings.map((ring) =>
        ring.flatMap((corner, i): Position[] => {
          const next = ring[i + 1]
          return next && Math.abs(next[1] - corner[1]) > 2e-4
            ? [
                corner,
                [corner[0], corner[1] + (next[1] - corner[1]) / 3],
                [corner[0], corner[1] + ((next[1] - corner[1]) * 2) / 3],
              ]
            : [corner]
        }),
      ),
    )
    const found = dissolveAreas(wings)
    expect(found.map((rings) => rings.map(areaOf))).toEqual([[9, -1]])
  })
  it('leave alone those that touch at a corner or not at all', () => {
    const apart = [[house(0, 0, 1, 1)], [house(1, 1, 2, 2)], [house(5, 5, 6, 6)]]
    expect(
      dissolveAreas(apart)
        .flat()
        .map(areaOf)
        .reduce((sum, area) => sum + area, 0),
    ).toBe(3)
    expect(dissolveAreas([])).toEqual([])
  })
})
