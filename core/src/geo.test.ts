import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/geo.json' with { type: 'json' }
import {
  computeBearing,
  computeBoundsCentre,
  findBounds,
  decodePolyline,
  computeDestination,
  measureDistanceKm,
  interpolatePoint,
  isWithinM,
  measureDistanceM,
  measureDistanceToSegmentM,
  encodePolyline,
  isInBounds,
  isLatLng,
  kmToMiles,
  measureLengthM,
  computePointAlong,
  thinLine,
} from './geo.ts'

const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const inTown = fc.record({
  lat: fc.double({ min: 57.6, max: 57.8, noNaN: true }),
  lng: fc.double({ min: 11.8, max: 12.1, noNaN: true }),
})

describe('distance', () => {
  it('agrees with the golden vectors in kilometres, miles and bearing', () => {
    for (const { from, to, km, miles, bearingDegrees } of vectors.distances) {
      expect(measureDistanceKm(from, to)).toBeCloseTo(km, 6)
      expect(kmToMiles(measureDistanceKm(from, to))).toBeCloseTo(miles, 6)
      expect(computeBearing(from, to)).toBeCloseTo(bearingDegrees, 6)
    }
  })
  it('is symmetric, never negative and zero only at the same place', () => {
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        expect(measureDistanceKm(a, b)).toBeCloseTo(measureDistanceKm(b, a), 9)
        expect(measureDistanceKm(a, b)).toBeGreaterThanOrEqual(0)
        expect(measureDistanceKm(a, a)).toBe(0)
      }),
    )
  })
  it('obeys the triangle inequality', () => {
    fc.assert(
      fc.property(anywhere, anywhere, anywhere, (a, b, c) => {
        expect(measureDistanceKm(a, c)).toBeLessThanOrEqual(measureDistanceKm(a, b) + measureDistanceKm(b, c) + 1e-6)
      }),
    )
  })
  it('keeps its digits between nearly opposite points', () => {
    const halfRound = measureDistanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })
    expect(measureDistanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 - 1e-7 })).toBeCloseTo(halfRound * (1 - 1e-7 / 180), 9)
  })
  it('is measured past the antipode from any place, across the antimeridian', () => {
    const [a, b] = [
      { lat: 10, lng: 30 },
      { lat: -10.5, lng: -149.2 },
    ]
    const halfRound = measureDistanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })
    const fromAntipode = measureDistanceKm({ lat: -10, lng: -150 }, b)
    expect(measureDistanceKm(a, b)).toBeCloseTo(halfRound - fromAntipode, 6)
  })
  it('is within a limit exactly when it is measured so', () => {
    fc.assert(
      fc.property(inTown, inTown, fc.double({ min: 0, max: 20_000, noNaN: true }), (a, b, metres) => {
        expect(isWithinM(a, b, metres)).toBe(measureDistanceM(a, b) <= metres)
      }),
    )
    const [a, b] = [
      { lat: 57.7, lng: 11.9 },
      { lat: 57.71, lng: 11.92 },
    ]
    expect([0, -0.001].map((less) => isWithinM(a, b, measureDistanceM(a, b) + less))).toEqual([true, false])
    expect(isWithinM(a, a, 0)).toBe(true)
  })
  it('turns kilometres into miles', () => {
    expect([kmToMiles(1.609344), kmToMiles(0), kmToMiles(16.09344)]).toEqual([1, 0, 10])
  })
  it('reaches the destination at the asked distance and bearing', () => {
    fc.assert(
      fc.property(
        inTown,
        fc.double({ min: 0, max: 359.9, noNaN: true }),
        fc.double({ min: 10, max: 20_000, noNaN: true }),
        (from, degrees, metres) => {
          const to = computeDestination(from, degrees, metres)
          expect(measureDistanceM(from, to)).toBeCloseTo(metres, 3)
          expect(Math.abs(((computeBearing(from, to) - degrees + 540) % 360) - 180)).toBeLessThan(0.01)
        },
      ),
    )
  })
})

describe('isLatLng', () => {
  it('accepts points on the globe and refuses everything else', () => {
    for (const lat of [-90, 57.7, 90]) for (const lng of [-180, 11.97, 180]) expect(isLatLng({ lat, lng })).toBe(true)
    for (const bad of [
      null,
      undefined,
      'x',
      {},
      { lat: 1 },
      { lat: '1', lng: 2 },
      { lat: 91, lng: 0 },
      { lat: 0, lng: -181 },
      { lat: NaN, lng: 0 },
      { lat: 0, lng: NaN },
      { lat: 0, lng: '2' },
      { lat: 0, lng: 180.001 },
    ])
      expect(isLatLng(bad)).toBe(false)
  })
})

describe('polyline', () => {
  it('agrees with the golden vectors both ways', () => {
    for (const { points, text } of vectors.polylines) {
      expect(encodePolyline(points)).toBe(text)
      expect(decodePolyline(text)).toEqual(points)
    }
  })
  it('gives every point back within half a unit of precision 5', () => {
    fc.assert(
      fc.property(fc.array(anywhere), (points) => {
        const back = decodePolyline(encodePolyline(points))
        expect(back.length).toBe(points.length)
        back.forEach((point, i) => {
          expect(Math.abs(point.lat - (points[i]?.lat ?? 0))).toBeLessThanOrEqual(0.50001e-5)
          expect(Math.abs(point.lng - (points[i]?.lng ?? 0))).toBeLessThanOrEqual(0.50001e-5)
        })
      }),
    )
  })
  it('gives steps of every length back, as streets have them: the shortest to those that take a character more', () => {
    const units = Array.from({ length: 22 }, (_, bits) => [-1, 0, 1].map((more) => 2 ** bits + more)).flat()
    for (const step of [...units, ...units.map((unit) => -unit)]) {
      const points = [
        { lat: 41.15, lng: -8.61 },
        { lat: (4_115_000 + step) / 1e5, lng: (-861_000 - step) / 1e5 },
        { lat: 41.15, lng: -8.61 },
      ]
      expect(decodePolyline(encodePolyline(points))).toEqual(points)
    }
  })
  it('keeps the whole points of a text that was cut', () => {
    const text = encodePolyline([
      { lat: 57.7, lng: 11.9 },
      { lat: 57.8, lng: 12 },
    ])
    expect(decodePolyline(text.slice(0, -1))).toEqual([{ lat: 57.7, lng: 11.9 }])
  })
})

describe('pointAlong', () => {
  const line = [
    { lat: 57.7, lng: 11.9 },
    { lat: 57.71, lng: 11.9 },
    { lat: 57.71, lng: 11.95 },
  ]
  it('walks the line and clamps at both ends', () => {
    expect(computePointAlong([], 5)).toBeNull()
    expect(computePointAlong(line, -1)?.point).toEqual(line[0])
    expect(computePointAlong(line, 1e6)?.point).toEqual(line[2])
    expect(computePointAlong(line, 100)?.bearing).toBeCloseTo(0, 6)
    expect(computePointAlong(line, measureLengthM(line) - 1)?.bearing).toBeCloseTo(90, 0)
  })
  it('lies as far from the start as asked on a straight segment', () => {
    fc.assert(
      fc.property(inTown, inTown, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
        const metres = measureDistanceM(a, b) * share
        expect(Math.abs(measureDistanceM(a, computePointAlong([a, b], metres)?.point ?? b) - metres)).toBeLessThan(
          1 + metres * 1e-3,
        )
      }),
    )
  })
})

describe('the way to a segment', () => {
  const [a, b] = [
    { lat: 57.7, lng: 11.9 },
    { lat: 57.7, lng: 11.95 },
  ]
  it('is the shortest to any of its points, whichever way it runs', () => {
    fc.assert(
      fc.property(inTown, inTown, inTown, (point, from, to) => {
        const along = Array.from({ length: 201 }, (_, i) => measureDistanceM(point, interpolatePoint(from, to, i / 200)))
        expect(Math.abs(measureDistanceToSegmentM(point, from, to) - Math.min(...along))).toBeLessThan(60)
      }),
    )
    const beside = computeDestination({ lat: 57.7, lng: 11.93 }, 0, 250)
    expect(measureDistanceToSegmentM(beside, a, b)).toBeCloseTo(250, 0)
    expect(measureDistanceToSegmentM(computeDestination(b, 90, 80), a, b)).toBeCloseTo(80, 0)
  })
  it('of one place is the way to it', () => {
    expect(measureDistanceToSegmentM(computeDestination(a, 45, 120), a, a)).toBeCloseTo(120, 0)
  })
})

describe('thin', () => {
  it('keeps the ends, the order and the limit', () => {
    fc.assert(
      fc.property(fc.array(inTown, { minLength: 2, maxLength: 60 }), fc.integer({ min: 2, max: 30 }), (points, max) => {
        const thinned = thinLine(points, max)
        expect(thinned.length).toBe(Math.min(max, points.length))
        expect(thinned[0]).toBe(points[0])
        expect(thinned.at(-1)).toBe(points.at(-1))
        let at = -1
        for (const point of thinned) {
          const next = points.indexOf(point, at + 1)
          expect(next).toBeGreaterThan(at)
          at = next
        }
      }),
    )
  })
  it('keeps the corner of an L and drops the straight points', () => {
    const leg = Array.from({ length: 10 }, (_, i) => ({ lat: 57.7 + i * 0.001, lng: 11.9 }))
    const corner = leg[9] ?? { lat: 0, lng: 0 }
    const other = Array.from({ length: 10 }, (_, i) => ({ lat: corner.lat, lng: 11.901 + i * 0.001 }))
    expect(thinLine([...leg, ...other], 3)[1]).toBe(corner)
  })
  it('keeps the worst corners first, wherever they lie', () => {
    const zigzag = [0, 3, 0, 9, 0, 1, 0, 6, 0].map((north, i) => ({ lat: 57.7 + north * 0.001, lng: 11.9 + i * 0.01 }))
    const kept = (max: number) => thinLine(zigzag, max).map((point) => zigzag.indexOf(point))
    expect(kept(3)).toEqual([0, 3, 8])
    expect(kept(4)).toEqual([0, 3, 4, 8])
    expect(kept(5)).toEqual([0, 3, 4, 7, 8])
    expect(kept(6)).toEqual([0, 2, 3, 4, 7, 8])
    expect(kept(7)).toEqual([0, 2, 3, 4, 6, 7, 8])
    expect(kept(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })
  it('returns a short line unchanged and survives a limit below two', () => {
    const line = [
      { lat: 1, lng: 1 },
      { lat: 2, lng: 2 },
      { lat: 3, lng: 3 },
    ]
    expect(thinLine(line, 5)).toEqual(line)
    expect(thinLine(line, 0)).toEqual([line[0], line[2]])
    expect(thinLine([], 5)).toEqual([])
  })
})

describe('bounds', () => {
  it('contain every point they were made of, and their centre', () => {
    fc.assert(
      fc.property(fc.array(inTown, { minLength: 1 }), (points) => {
        const box = findBounds(points)
        if (!box) throw new Error('no box')
        for (const point of points) expect(isInBounds(box, point)).toBe(true)
        expect(isInBounds(box, computeBoundsCentre(box))).toBe(true)
      }),
    )
  })
  it('grow by a margin in metres', () => {
    const box = { south: 57.7, west: 11.9, north: 57.8, east: 12 }
    const outside = computeDestination({ lat: 57.75, lng: 12 }, 90, 900)
    expect(isInBounds(box, outside)).toBe(false)
    expect(isInBounds(box, outside, 1000)).toBe(true)
    const middle = { lat: 57.75, lng: 11.95 }
    const sides = [
      [0, { ...middle, lat: box.north }],
      [90, { ...middle, lng: box.east }],
      [180, { ...middle, lat: box.south }],
      [270, { ...middle, lng: box.west }],
    ] as const
    for (const [bearing, edge] of sides) {
      const beyond = [0, 990, 1010].map((metres) => isInBounds(box, computeDestination(edge, bearing, metres), 1000))
      expect([bearing, ...beyond]).toEqual([bearing, true, true, false])
      expect(isInBounds(box, computeDestination(edge, bearing, 1))).toBe(false)
    }
    expect(findBounds([])).toBeNull()
  })
})
