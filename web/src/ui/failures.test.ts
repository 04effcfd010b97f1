import { expect, test } from 'vitest'
import { waitOf } from './failures.ts'

const limited = (retryAfterS: unknown) => ({
  key: 'rate_limited',
  message: '',
  requestId: 'r1',
  status: 429,
  details: { retryAfterS },
})

test('a lock names its seconds, its minutes, or its hours', () => {
  expect(waitOf(limited(1))).toEqual({ key: 'rate_limited_seconds', count: 1 })
  expect(waitOf(limited(11.2))).toEqual({ key: 'rate_limited_seconds', count: 12 })
  expect(waitOf(limited(60))).toEqual({ key: 'rate_limited_minutes', count: 1 })
  expect(waitOf(limited(841))).toEqual({ key: 'rate_limited_minutes', count: 15 })
  expect(waitOf(limited(50_000))).toEqual({ key: 'rate_limited_hours', count: 14 })
  for (const nothing of [undefined, 0, -5, 'soon']) expect(waitOf(limited(nothing))).toBeNull()
  expect(waitOf({ ...limited(841), key: 'conflict' })).toBeNull()
})
