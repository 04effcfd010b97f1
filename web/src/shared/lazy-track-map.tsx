import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { TrackMapProps } from './track-map.tsx'
import { makeLazyPart } from '../ui/lazy-part.ts'

const TrackMap = makeLazyPart(async () => (await import('./track-map.tsx')).TrackMap)

/** The map comes when it is needed; its place is kept meanwhile. */
export const LazyTrackMap = (props: TrackMapProps) => (
  <Suspense fallback={<Skeleton height="100%" radius={0} />}>
    <TrackMap {...props} />
  </Suspense>
)
