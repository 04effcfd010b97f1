// Turn-by-turn manoeuvres: one list of names for all map engines, and for the texts that describe them.
import type { LatLng } from './geo.ts'

/** `continue`: straight on, onto a street with another name. `keepLeft`, `keepRight`: at a fork. */
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
 * A manoeuvre at `at`, onto `street` (empty if unnamed), with the distance (m) and time (s) from there to the next one. `exit` is
 * the number of the roundabout exit to take; null elsewhere. A stop on the way is an arrival and a departure. `text` is the
 * engine's own sentence in the requested language, for engines that name the street nowhere else.
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

/** The driver's next manoeuvre, `metres` ahead of the car. */
export type NextStep = Pick<RouteStep, 'manoeuvre' | 'street' | 'exit' | 'text'> & { metres: number }
