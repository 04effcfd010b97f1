import { expect, test } from 'vitest'
import { waitOf } from './failures.ts'

const limited = (retryAfterS: unknown) => ({
  key: 'rate_limited',
  message: '',
  requestId: 'r1',
  status: 429,
  details: { retryAfterS },
})

test('a lock names its minutes, a long one its hours, and a moment nothing', () => {
  expect(waitOf(limited(12))).toBeNull()
  expect(waitOf(limited(60))).toEqual({ key: 'rate_limited_minutes', count: 1 })
  expect(waitOf(limited(841))).toEqual({ key: 'rate_limited_minutes', count: 15 })
  expect(waitOf(limited(50_000))).toEqual({ key: 'rate_limited_hours', count: 14 })
  expect(waitOf(limited(undefined))).toBeNull()
  expect(waitOf({ ...limited(841), key: 'conflict' })).toBeNull()
})
