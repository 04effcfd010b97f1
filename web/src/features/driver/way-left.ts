// What is left of the way to the next stop, and what to do next on it.
import type { NextStep } from '@wayfare/core/manoeuvres'
import { findNextStep } from '@wayfare/core/next-step'
import type { LatLng } from '@wayfare/core/geo'
import { NEARLY_THERE_M } from '@wayfare/core/tracking'
import { cutDrivenPart, type LegRoute } from './leg-route.ts'
import type { AheadNow } from './use-ahead.ts'

export type WayLeft = { seconds: number; metres: number; isThere: boolean; next: NextStep | null }

type Known = { ahead: AheadNow | null; route: LegRoute | null; place: LatLng | null }

/** As the server follows the car; without a network by the way that was asked for first. null: nobody knows. */
export const readWayLeft = ({ ahead, route, place }: Known): WayLeft | null => {
  if (ahead) return { seconds: ahead.etaS, metres: ahead.metres, isThere: ahead.isThere, next: ahead.next }
  if (!route || !place) return null
  const { distanceM, durationS, share } = cutDrivenPart(route, place)
  const isThere = distanceM <= NEARLY_THERE_M
  return { seconds: durationS, metres: distanceM, isThere, next: findNextStep(route.steps, share) }
}
