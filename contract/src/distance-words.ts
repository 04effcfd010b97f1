// How the distance of a trip came about, in words: the same on pages and receipts.
import type { Format } from '@wayfare/core/format'
import type { BookingView } from './bookings.ts'

type Sourced = Pick<BookingView, 'distanceSource' | 'distanceEstimated'>

/** null where there is nothing to say: no trip was measured. */
export const describeDistance = (
  { distanceSource, distanceEstimated }: Sourced,
  t: (key: string, params?: Record<string, string>) => string,
  format: Pick<Format, 'distance'>,
): string | null => distanceSource && t(`distance_${distanceSource}`, { estimated: format.distance(distanceEstimated ?? 0) })
