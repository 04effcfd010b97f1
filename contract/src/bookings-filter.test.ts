import { expect, test } from 'vitest'
import { formatCount, mostCounted } from './bookings-filter.ts'

test('a list counts exactly up to its most, and says by one more that there are more', () => {
  expect([0, 25, mostCounted, mostCounted + 1, 1_000_000].map(formatCount)).toEqual([0, 25, 5000, 5001, 5001])
})
