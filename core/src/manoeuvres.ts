// What a driver does on the way, step by step: one list of words for every map engine, and for the texts that say it.
import type { LatLng } from './geo.ts'

/** `continue`: straight on, onto a street of another name. `keepLeft`, `keepRight`: where a road forks. */
export const manoeuvres = [
  'depart',
  'continue',
  'slightLeft',
  'left',
  'sharpLeft',
  'slightRight',
  'right',
  'sharpRight',
  'keepLeft',
  'keepRight',
  'merge',
  'uTurn',
  'roundabout',
  'arrive',
  'arriveLeft',
  'arriveRight',
] as const
export type Manoeuvre = (typeof manoeuvres)[number]

/**
 * A manoeuvre at `at`, onto `street` (empty: it has no name), and how far (m) and long (s) it is from there to the next one. `exit`
 * counts the exits of a roundabout up to the one that is taken; null elsewhere. A stop on the way is an arrival and a departure.
 * `text` is the engine's own sentence in the asker's language, of engines that name the street nowhere else.
 */
export type RouteStep = {
  manoeuvre: Manoeuvre
  street: string
  exit: number | null
  distanceM: number
  durationS: number
  at: LatLng
  text?: string | undefined
}

/** What the driver does next, `metres` from where the car is. */
export type NextStep = Pick<RouteStep, 'manoeuvre' | 'street' | 'exit' | 'text'> & { metres: number }

/** The first step ahead of a car that has driven such a share (0 to 1) of its route; null: there is none, or nobody tells. */
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
