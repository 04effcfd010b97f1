// The offer of notices is fetched when the page stands, so that it never holds it up.
import type { Me } from '@wayfare/contract/accounts'
import { Suspense } from 'react'
import { makeLazyPart } from '../ui/lazy-part.ts'

const PushOffer = makeLazyPart(() => import('./push-offer.tsx').then((all) => ({ default: all.PushOffer })))

export const LazyPushOffer = ({ me }: { me: Me }) => (
  <Suspense fallback={null}>
    <PushOffer me={me} />
  </Suspense>
)
