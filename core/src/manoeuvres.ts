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
