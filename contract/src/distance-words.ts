// Where a trip's distance comes from, in words; shared by pages and receipts.
import type { Format } from '@wayfare/core/format'
import type { BookingView } from './bookings.ts'

type Sourced = Pick<BookingView, 'distanceSource' | 'distanceEstimated'>

/** Null if no trip was measured. */
export const describeDistance = (
  { distanceSource, distanceEstimated }: Sourced,
  t: (key: string, params?: Record<string, string>) => string,
  format: Pick<Format, 'distance'>,
): string | null => distanceSource && t(`distance_${distanceSource}`, { estimated: format.distance(distanceEstimated ?? 0) })
