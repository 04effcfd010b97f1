import { expect, test } from 'vitest'
import { describeWait } from './failures.ts'

const limited = (retryAfterS: unknown) => ({
  key: 'rate_limited',
  message: '',
  requestId: 'r1',
  status: 429,
  details: { retryAfterS },
})

test('a lock names its seconds, its minutes, or its hours', () => {
  expect(describeWait(limited(1))).toEqual({ key: 'rate_limited_seconds', count: 1 })
  expect(describeWait(limited(11.2))).toEqual({ key: 'rate_limited_seconds', count: 12 })
  expect(describeWait(limited(60))).toEqual({ key: 'rate_limited_minutes', count: 1 })
  expect(describeWait(limited(841))).toEqual({ key: 'rate_limited_minutes', count: 15 })
  expect(describeWait(limited(50_000))).toEqual({ key: 'rate_limited_hours', count: 14 })
  for (const nothing of [undefined, 0, -5, 'soon']) expect(describeWait(limited(nothing))).toBeNull()
  expect(describeWait({ ...limited(841), key: 'conflict' })).toBeNull()
})
