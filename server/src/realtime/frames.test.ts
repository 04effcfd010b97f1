// Frames are checked by hand where there are many: the verdict and the value are those of the contract's shape.
import { clientFrame } from '@wayfare/contract/live'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseFrame } from './frames.ts'

const byShape = (text: string) => {
  const parsed = clientFrame.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}

const either = <T>(inside: fc.Arbitrary<T>, edges: readonly T[]) => fc.oneof(inside, fc.constantFrom(...edges))
const numberIn = (min: number, max: number) => either(fc.double({ min, max, noNaN: true }), [min, max, 0])
const said = (max: number) => fc.option(numberIn(0, max))
const epochMs = either(fc.integer({ min: 0, max: 2_000_000_000_000 }), [-62_135_596_800_000, 253_402_300_799_999])

const fix = fc.record(
  {
    seq: either(fc.nat(), [0, Number.MAX_SAFE_INTEGER]),
    at: epochMs,
    lat: numberIn(-90, 90),
    lng: numberIn(-180, 180),
    heading: said(360),
    speed: said(200),
    accuracy: said(100_000),
  },
  { requiredKeys: ['seq', 'at', 'lat', 'lng'] },
)
const device = fc.stringMatching(/^[A-Za-z0-9_-]{4,60}$/)
const batch = fc.record(
  {
    type: fc.constant('positions'),
    device,
    sentAt: epochMs,
    fixes: fc.array(fix, { minLength: 1, maxLength: 5 }),
    quiet: fc.boolean(),
  },
  { requiredKeys: ['type', 'device', 'sentAt', 'fixes'] },
)

/** Around every bound, of other kinds, and what JSON can say that no device does. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'abc', 'abcd', 'a'.repeat(60), 'a'.repeat(61), 'å-device', 'device\n', [], {}, [1]),
  fc.constantFrom<unknown>(-1, -0, 0.5, 90.000_001, -90.000_001, 180.000_001, -180.000_001, 200.1, 360.000_1, 100_000.1, 1e300),
  fc.constantFrom<unknown>(-62_135_596_800_001, 253_402_300_800_000, Number.MAX_SAFE_INTEGER + 1, -Number.MAX_SAFE_INTEGER - 1),
  fc.jsonValue(),
)
const keys = [
  'seq',
  'at',
  'lat',
  'lng',
  'heading',
  'speed',
  'accuracy',
  'device',
  'sentAt',
  'fixes',
  'quiet',
  'type',
  'more',
  '__proto__',
]

/** Of a frame or one of its fixes: one key that is missing, or says something else. */
const mutate = (frame: object, where: 'frame' | 'fix', key: string, value: unknown): string => {
  const copy = structuredClone(frame) as { fixes: object[] }
  const at: object = where === 'frame' ? copy : (copy.fixes[0] ?? copy)
  Reflect.deleteProperty(at, key)
  if (value !== undefined) Object.defineProperty(at, key, { value, enumerable: true })
  return JSON.stringify(copy)
}

it('valid positions are taken as they are, and as the shape takes them', () => {
  fc.assert(
    fc.property(batch, (frame) => {
      const text = JSON.stringify(frame)
      const taken = parseFrame(text)
      expect(taken).not.toBeNull()
      expect(taken).toEqual(byShape(text))
    }),
  )
})

it('positions with one thing changed are taken or refused as by the shape', () => {
  const verdicts = { taken: 0, refused: 0 }
  const where = fc.constantFrom('frame' as const, 'fix' as const)
  fc.assert(
    fc.property(batch, where, fc.constantFrom(...keys), fc.option(odd, { nil: undefined }), (frame, place, key, value) => {
      const text = mutate(frame, place, key, value)
      const taken = parseFrame(text)
      expect(taken).toEqual(byShape(text))
      verdicts[taken ? 'taken' : 'refused'] += 1
    }),
    { numRuns: 5000 },
  )
  // neither is the rule
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(300)
})

const fixes = (count: number) => Array.from({ length: count }, (_, seq) => ({ seq, at: 1, lat: 57, lng: 12 }))
const positions = { type: 'positions', device: 'phone', sentAt: 1 }

it.each([
  ...[0, 1, 200, 201].map((count) => JSON.stringify({ ...positions, fixes: fixes(count) })),
  '{"type":"positions","device":"phone","sentAt":1,"fixes":[{"seq":1,"at":1,"lat":1e999,"lng":12}]}',
  '{"type":"positions","device":"phone","sentAt":1e400,"fixes":[{"seq":1,"at":1,"lat":1,"lng":12}]}',
  '[{"type":"positions"}]',
  '{"type":"positions","device":"phone","sentAt":1,"fixes":[[1,1,57,12]]}',
  '{"type":["positions"]}',
  '"positions"',
  'null',
  '{"type":"ping"}',
  '{"type":"ping","more":1}',
])('the shape says the same of %s', (text) => {
  expect(parseFrame(text)).toEqual(byShape(text))
})

it('what is no JSON is no frame', () => {
  expect(parseFrame('{"type":"ping"')).toBeNull()
})
