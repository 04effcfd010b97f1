import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { TrackMapProps } from './track-map.tsx'

const TrackMap = lazy(async () => ({ default: (await import('./track-map.tsx')).TrackMap }))

/** The map comes when it is needed; its place is kept meanwhile. */
export const LazyTrackMap = (props: TrackMapProps) => (
  <Suspense fallback={<Skeleton height="100%" radius={0} />}>
    <TrackMap {...props} />
  </Suspense>
)
