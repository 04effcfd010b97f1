import { Skeleton } from '@mantine/core'
import { makeLazyPart } from '../ui/lazy-part.ts'

/** The map comes when it is needed; its place is kept meanwhile. */
export const LazyTrackMap = makeLazyPart(
  async () => (await import('./track-map.tsx')).TrackMap,
  <Skeleton height="100%" radius={0} />,
)
