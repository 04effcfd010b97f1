import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { statuses } from './booking.ts'
import { makeDice } from './dice.ts'
import { packTrack, unpackTrack, type PackedPoint } from './track-pack.ts'

const anyPoint = fc.record({
  at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  status: fc.constantFrom(...statuses),
  accuracyM: fc.option(fc.double({ min: 0, max: 100_000, noNaN: true })),
  heading: fc.option(fc.double({ min: 0, max: 360, noNaN: true })),
  isStep: fc.boolean(),
})

const isNear = (a: number | null, b: number | null, by: number): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= by + 1e-9

it('gives every way back as it was, to 11 cm, a tenth of a metre and a degree', () => {
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 40 }), (points) => {
      const back = unpackTrack(packTrack(points))
      expect(back.length).toBe(points.length)
      for (const [index, point] of points.entries()) {
        const seen = back[index] as PackedPoint
        expect([seen.at, seen.status, seen.isStep]).toEqual([point.at, point.status, point.isStep])
        expect([isNear(seen.lat, point.lat, 5e-7), isNear(seen.lng, point.lng, 5e-7)]).toEqual([true, true])
        expect([isNear(seen.accuracyM, point.accuracyM, 0.05), isNear(seen.heading, point.heading, 0.5)]).toEqual([true, true])
      }
    }),
    { seed: 7, numRuns: 300 },
  )
})

it('is the same when it is packed again', () => {
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 20 }), (points) => {
      const once = packTrack(points)
      expect(packTrack(unpackTrack(once))).toEqual(once)
    }),
    { seed: 11, numRuns: 100 },
  )
})

/** A car in town: a position every 15 m or so, with the noise of a phone. */
const drive = (count: number): PackedPoint[] => {
  const dice = makeDice(3)
  let [at, lat, lng, heading] = [Date.UTC(2026, 10, 27), 57.7, 11.95, 40]
  return Array.from({ length: count }, () => {
    at += Math.round(dice.between(1000, 4000))
    heading = (heading + dice.between(-25, 25) + 360) % 360
    const metres = dice.between(12, 40)
    lat += (metres * Math.cos((heading * Math.PI) / 180)) / 111_320
    lng += (metres * Math.sin((heading * Math.PI) / 180)) / 59_500
    return { at, lat, lng, status: 'STARTED', accuracyM: dice.between(3, 25), heading, isStep: false }
  })
}

it('takes no more than 15 bytes a point', () => {
  const perPoint = packTrack(drive(470)).length / 470
  expect(perPoint).toBeLessThanOrEqual(15)
  expect(perPoint).toBeGreaterThan(5)
})

it('refuses what is cut off, and what another version wrote', () => {
  const bytes = packTrack(drive(3))
  expect(() => unpackTrack(bytes.slice(0, -1))).toThrow('ends too early')
  expect(() => unpackTrack(Uint8Array.from([2, ...bytes.slice(1)]))).toThrow('format')
  expect(() => unpackTrack(Uint8Array.from([1, 15 * 8, 0, 0, 0]))).toThrow('unknown status')
})
