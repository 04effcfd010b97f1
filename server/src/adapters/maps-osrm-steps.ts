// Turn by turn in OSRM's words, which Valhalla uses as well: types and modifiers of manoeuvres as docs/http.md (StepManeuver) lists them.
import type { Manoeuvre, RouteStep } from '@wayfare/core/manoeuvres'
import { readField, readList, readText } from './fields.ts'

const turns: Readonly<Record<string, Manoeuvre>> = {
  uturn: 'uTurn',
  'sharp right': 'sharpRight',
  right: 'right',
  'slight right': 'slightRight',
  straight: 'continue',
  'slight left': 'slightLeft',
  left: 'left',
  'sharp left': 'sharpLeft',
}

const sideOf = (modifier: string): 'Left' | 'Right' | '' => {
  if (modifier.endsWith('left')) return 'Left'
  return modifier.endsWith('right') ? 'Right' : ''
}

/** Where a road forks, and onto or off a ramp, one keeps to a side. */
const keepTo = (modifier: string): Manoeuvre => {
  const side = sideOf(modifier)
  return side === '' ? 'continue' : `keep${side}`
}

const byType: Readonly<Record<string, (modifier: string) => Manoeuvre>> = {
  depart: () => 'depart',
  arrive: (modifier) => `arrive${sideOf(modifier)}`,
  merge: () => 'merge',
  fork: keepTo,
  'on ramp': keepTo,
  'off ramp': keepTo,
  roundabout: () => 'roundabout',
  rotary: () => 'roundabout',
}

/** What goes on with the manoeuvre before: the way out of a roundabout, a lane to choose, a change of the road itself. */
const goesOn = ['exit roundabout', 'exit rotary', 'use lane', 'notification']

const numberOf = (value: unknown, ...path: (string | number)[]): number => {
  const number = readField(value, ...path)
  return typeof number === 'number' ? number : 0
}

const readStep = (step: unknown, type: string): RouteStep => {
  const modifier = readText(step, 'maneuver', 'modifier') ?? ''
  const exit = readField(step, 'maneuver', 'exit')
  const manoeuvre = byType[type]?.(modifier) ?? turns[modifier] ?? 'continue'
  return {
    manoeuvre,
    street: readText(step, 'name') ?? readText(step, 'ref') ?? '',
    exit: manoeuvre === 'roundabout' && typeof exit === 'number' ? exit : null,
    distanceM: numberOf(step, 'distance'),
    durationS: numberOf(step, 'duration'),
    at: { lat: numberOf(step, 'maneuver', 'location', 1), lng: numberOf(step, 'maneuver', 'location', 0) },
  }
}

/** The way goes on as the step before said; out of a roundabout onto the street it leads to. */
const addTo = (before: RouteStep, step: RouteStep, isExit: boolean): void => {
  before.distanceM += step.distanceM
  before.durationS += step.durationS
  if (isExit) before.street = step.street
}

/** The steps of all legs of a route, in order. */
export const readOsrmSteps = (route: unknown): RouteStep[] => {
  const steps: RouteStep[] = []
  for (const leg of readList(route, 'legs')) {
    for (const one of readList(leg, 'steps')) {
      const type = readText(one, 'maneuver', 'type') ?? ''
      const step = readStep(one, type)
      const before = steps.at(-1)
      if (before && goesOn.includes(type)) addTo(before, step, type.startsWith('exit'))
      else steps.push(step)
    }
  }
  return steps
}
