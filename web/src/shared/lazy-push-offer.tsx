// The offer of notices is fetched when the page stands, so that it never holds it up.
import type { Me } from '@wayfare/contract/accounts'
import { Suspense } from 'react'
import { makeLazyPart } from '../ui/lazy-part.ts'

const PushOffer = makeLazyPart(async () => (await import('./push-offer.tsx')).PushOffer)

export const LazyPushOffer = ({ me }: { me: Me }) => (
  <Suspense fallback={null}>
    <PushOffer me={me} />
  </Suspense>
)
