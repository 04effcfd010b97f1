// Finds the next manoeuvre on a route being driven.
import type { NextStep, RouteStep } from './manoeuvres.ts'

/** The first step ahead of a car that has driven this share (0 to 1) of its route; null if there is none or they are unknown. */
export const findNextStep = (steps: readonly RouteStep[] | undefined, share: number): NextStep | null => {
  if (!steps) return null
  const drivenM = share * steps.reduce((sum, { distanceM }) => sum + distanceM, 0)
  let atM = 0
  for (const [i, { manoeuvre, street, exit, text, distanceM }] of steps.entries()) {
    const metres = Math.max(0, atM - drivenM)
    if (i > 0 && (atM > drivenM || i === steps.length - 1)) return { manoeuvre, street, exit, text, metres }
    atM += distanceM
  }
  return null
}
