import { describe, expect, it } from 'vitest'
import type { Position } from './geojson.ts'
import { isInRing } from './rings.ts'
import { findSea } from './sea.ts'

const box = { west: 0, east: 10, south: 0, north: 10 }

/** True if this position is water. */
const isWet = (sea: readonly Position[][][], position: Position): boolean =>
  sea.some(([ring, ...holes]) => isInRing(position, ring ?? []) && !holes.some((hole) => isInRing(position, hole)))

/** A coast of many points from north to south. */
const drawLong = (lng: number): Position[] =>
  Array.from({ length: 300_000 }, (_, i): Position => [lng + (i % 2) * 0.01, 12 - (i * 14) / 300_000])

describe('the sea', () => {
  it('lies on the right of the coast', () => {
    const southward: Position[] = [
      [4, 12],
      [4, 5],
      [4, -2],
    ]
    const west = findSea([southward], box)
    expect([isWet(west, [1, 5]), isWet(west, [9, 5])]).toEqual([true, false])
    const east = findSea([southward.toReversed()], box)
    expect([isWet(east, [1, 5]), isWet(east, [9, 5])]).toEqual([false, true])
  })
  it('is joined from several lines, in any order, and keeps its islands', () => {
    const coast: Position[][] = [
      [
        [6, 5],
        [4, 0],
        [4, -1],
      ],
      [
        [4, 11],
        [6, 5],
      ],
      [
        [1, 4],
        [2, 4],
        [2, 5],
        [1, 5],
        [1, 4],
      ],
    ]
    const sea = findSea(coast, box)
    expect(sea).toHaveLength(1)
    expect([isWet(sea, [5, 5]), isWet(sea, [1.5, 4.5]), isWet(sea, [8, 5]), isWet(sea, [0.5, 9.5])]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
  it('may have coasts of more points than a call can have arguments', () => {
    const sea = findSea([drawLong(3), drawLong(7).toReversed()], box)
    expect([1, 5, 9].map((lng) => isWet(sea, [lng, 5]))).toEqual([true, false, true])
  })
  it('is two when land lies between', () => {
    const coast: Position[][] = [
      [
        [3, 11],
        [3, -1],
      ],
      [
        [7, -1],
        [7, 11],
      ],
    ]
    const sea = findSea(coast, box)
    expect(sea).toHaveLength(2)
    expect([1, 5, 9].map((lng) => isWet(sea, [lng, 5]))).toEqual([true, false, true])
  })
  it('is a channel between two coasts', () => {
    const coast: Position[][] = [
      [
        [7, 11],
        [7, -1],
      ],
      [
        [3, -1],
        [3, 11],
      ],
    ]
    expect([1, 5, 9].map((lng) => isWet(findSea(coast, box), [lng, 5]))).toEqual([false, true, false])
  })
  it('goes on to the edge where an extract cut the coast', () => {
    const sea = findSea(
      [
        [
          [4, 9],
          [4, 1],
        ],
      ],
      box,
    )
    expect([isWet(sea, [1, 5]), isWet(sea, [9, 5])]).toEqual([true, false])
  })
  it('is everything round an island, and nothing without a coast', () => {
    const island: Position[] = [
      [4, 4],
      [6, 4],
      [6, 6],
      [4, 6],
      [4, 4],
    ]
    expect([isWet(findSea([island], box), [1, 1]), isWet(findSea([island], box), [5, 5])]).toEqual([true, false])
    expect(findSea([], box)).toEqual([])
  })
})
