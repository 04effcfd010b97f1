// A claim is rare: what shows it is fetched where there is one.
import type { BookingView } from '@wayfare/contract/bookings'
import type { ReactNode } from 'react'
import { makeLazyPart } from '../ui/lazy-part.ts'

const ClaimPanel = makeLazyPart(async () => (await import('./claim-panel.tsx')).ClaimPanel, null)

export const LazyClaimPanel = ({ booking, children }: { booking: BookingView; children?: ReactNode }) =>
  booking.claim && <ClaimPanel booking={booking}>{children}</ClaimPanel>
