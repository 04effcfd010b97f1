import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitDrivenWay, type DrivenStretch } from './driven.ts'
import { computeDestination } from './geo.ts'
import { isPartlyEstimated, measureStretch, type RoadMark } from './matched.ts'

const noon = 1_700_000_000_000
const start = { lat: 57.7, lng: 11.97 }

/** A car driving east, with these metres in each step of 4 s. */
const stretchOf = (steps: readonly number[]): DrivenStretch => {
  let along = 0
  const fixes = [0, ...steps].map((step, i) => {
    along += step
    return { ...computeDestination(start, 90, along), at: noon + i * 4000, accuracyM: 3 }
  })
  const [part] = splitDrivenWay({ fixes, from: noon, until: noon + steps.length * 4000, start: null, end: null }) ?? []
  if (part?.kind !== 'measured') throw new Error('there is one stretch')
  return part
}
const marksOf = (metres: readonly number[], onRoad = true): RoadMark[] =>
  metres.map((metre, i) => ({ at: noon + i * 4000, metres: metre, onRoad: onRoad && i > 0 }))

/** Marks spread evenly over 16 s. */
const marksAt = (metres: readonly number[]) =>
  metres.map((metre, i): RoadMark => ({ at: noon + (i * 16_000) / (metres.length - 1), metres: metre, onRoad: i > 0 }))

const steps = fc.array(fc.double({ min: 5, max: 60, noNaN: true }), { minLength: 3, maxLength: 40 })

test('whatever the map makes of close positions, it counts at most a tenth more or less than the way along them', () => {
  const roads = fc.array(fc.record({ gain: fc.double({ min: 0, max: 250, noNaN: true }), onRoad: fc.boolean() }), {
    minLength: 41,
    maxLength: 41,
  })
  fc.assert(
    fc.property(steps, roads, (driven, gains) => {
      const stretch = stretchOf(driven)
      let metres = 0
      const marks = [0, ...driven].map((_, i): RoadMark => {
        const { gain = 0, onRoad = false } = i > 0 ? (gains[i] ?? {}) : {}
        return { at: noon + i * 4000, metres: (metres += gain), onRoad }
      })
      const counted = measureStretch(stretch, marks).metres
      expect(counted).toBeGreaterThanOrEqual(stretch.metres * 0.9 - 1e-6)
      expect(counted).toBeLessThanOrEqual(stretch.metres * 1.1 + 1e-6)
    }),
  )
})

test('the way on the road counts where the positions agree with it, and their own where there is no road', () => {
  const stretch = stretchOf([40, 40, 40, 40])
  expect(measureStretch(stretch, marksOf([0, 42, 84, 126, 168])).metres).toBeCloseTo(168, 6)
  expect(measureStretch(stretch, marksOf([0, 90, 180, 270, 360], false)).metres).toBeCloseTo(stretch.metres, 6)
  expect(measureStretch(stretch, []).metres).toBe(stretch.metres)
})

test('close positions bound the way as a whole, however few marks it has', () => {
  const stretch = stretchOf([50, 50, 50, 50])
  expect(measureStretch(stretch, marksAt([0, 400])).metres).toBeCloseTo(220, 0)
  // what the first half lacks compared with the way on the road, the second makes up for
  expect(measureStretch(stretch, marksAt([0, 80, 205])).metres).toBeCloseTo(205, 6)
})

test('before the first mark and after the last the positions count', () => {
  const stretch = stretchOf([40, 40, 40, 40])
  const inner = marksOf([0, 0, 41, 82])
    .slice(1)
    .map((mark, i) => ({ ...mark, onRoad: i > 0 }))
  expect(measureStretch(stretch, inner).metres).toBeCloseTo(stretch.metres + 2, 0)
})

test('between positions far apart the road counts alone, unless nobody could have driven it in the time', () => {
  const stretch = stretchOf([200, 200, 200])
  expect(measureStretch(stretch, marksOf([0, 260, 520, 780])).metres).toBeCloseTo(780, 0)
  expect(measureStretch(stretch, marksOf([0, 260, 560, 860])).metres).toBeCloseTo(stretch.metres - 400 + 260 + 200, -1.5)
})

test('only what lies between positions more than 100 m apart is estimated, on the road and beside it', () => {
  const near = stretchOf([99, 99, 99])
  expect(measureStretch(near, marksOf([0, 105, 210, 315]))).toMatchObject({ estimatedM: 0 })
  expect(measureStretch(near, [])).toEqual({ metres: near.metres, estimatedM: 0 })
  const far = stretchOf([50, 50, 200, 50, 50])
  expect(measureStretch(far, marksOf([0, 50, 100, 330, 380, 430])).estimatedM).toBeCloseTo(230, 6)
  expect(measureStretch(far, marksOf([0, 50, 100, 330, 380, 430], false)).estimatedM).toBeCloseTo(200, -1)
  expect(measureStretch(far, []).estimatedM).toBeCloseTo(200, -1)
  // after the last mark and before the first
  expect(measureStretch(far, marksOf([0, 50])).estimatedM).toBeCloseTo(200, -1)
  expect(measureStretch(far, marksOf([0, 0, 0, 0, 50, 100], false).slice(3)).estimatedM).toBeCloseTo(200, -1)
})

test('a way is called estimated in part from a twentieth on, or from the length of a gap', () => {
  expect(isPartlyEstimated({ metres: 5000, estimatedM: 249 })).toBe(false)
  expect(isPartlyEstimated({ metres: 5000, estimatedM: 250 })).toBe(true)
  expect(isPartlyEstimated({ metres: 50_000, estimatedM: 499 })).toBe(false)
  expect(isPartlyEstimated({ metres: 50_000, estimatedM: 500 })).toBe(true)
  expect(isPartlyEstimated({ metres: 0, estimatedM: 0 })).toBe(false)
})
