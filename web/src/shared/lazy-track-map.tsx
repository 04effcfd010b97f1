import { Skeleton } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { lazy, Suspense } from 'react'
import type { LiveTrip } from './use-live-trip.ts'

const TrackMap = lazy(async () => ({ default: (await import('./track-map.tsx')).TrackMap }))

type LazyTrackMapProps = { booking: BookingView; trip: LiveTrip; label: string }

/** The map comes when it is needed; its place is kept meanwhile. */
export const LazyTrackMap = (props: LazyTrackMapProps) => (
  <Suspense fallback={<Skeleton height="100%" radius={0} />}>
    <TrackMap {...props} />
  </Suspense>
)
