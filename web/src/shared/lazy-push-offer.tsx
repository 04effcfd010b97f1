import { makeLazyPart } from '../ui/lazy-part.ts'

/** The offer of notices is fetched when the page stands, so that it never holds it up. */
export const LazyPushOffer = makeLazyPart(async () => (await import('./push-offer.tsx')).PushOffer, null)
