// How a taxi drives: which ways it may use, how fast, and what turns cost. Stored in the manifest of every dataset.
import { roadSpeeds } from '@wayfare/core/road-speeds'
import type { Tags } from './geojson.ts'

/**
 * Speeds in km/h by road class, below the limit because of traffic; a signed limit caps them at `limitShare` of it. Turn costs in
 * seconds: `turnS` for a bend of more than 45 degrees, `acrossS` extra if it crosses the oncoming lane, `junctionS` for each
 * junction passed, `uTurnS` at a dead end.
 */
export type Profile = {
  speeds: Readonly<Record<string, number>>
  limitShare: number
  turnS: number
  acrossS: number
  junctionS: number
  uTurnS: number
  driveOnLeft: boolean
  /** true if the cars may use ways that are closed to others but open to taxis and buses */
  usesTaxiLanes: boolean
}

export const TAXI_PROFILE: Profile = {
  speeds: roadSpeeds,
  limitShare: 0.9,
  turnS: 4,
  acrossS: 4,
  junctionS: 4,
  uTurnS: 20,
  driveOnLeft: false,
  usesTaxiLanes: false,
}

/** Road classes in the order of their codes in graph.bin. */
export const ROAD_CLASSES: readonly string[] = Object.keys(TAXI_PROFILE.speeds)

/** What a way means to a car: its class, free speed in km/h and the directions it may be driven in. */
export type DriveProfile = {
  roadClass: number
  kmh: number
  forward: boolean
  backward: boolean
  /** only for those who set off or arrive on it */
  isForEnds: boolean
}

const OPEN = new Set(['yes', 'designated', 'permissive', 'destination', 'customers'])
const CLOSED = new Set(
  'no private military permit residents employees psv bus delivery agricultural forestry emergency'.split(' '),
)

/** The vehicle keys that apply, the most specific first (OSM wiki, Key:access). */
const listVehicles = ({ usesTaxiLanes }: Profile): readonly string[] => [
  ...(usesTaxiLanes ? ['taxi', 'psv'] : []),
  'motorcar',
  'motor_vehicle',
  'vehicle',
  'access',
]

/** The most specific rule present. It may differ by direction ("motor_vehicle:backward"). */
const readAccess = (tags: Tags, profile: Profile, direction?: 'forward' | 'backward'): string | undefined => {
  for (const vehicle of listVehicles(profile)) {
    const rule = (direction && tags[`${vehicle}:${direction}`]) ?? tags[vehicle]
    if (rule !== undefined) return rule
  }
  return undefined
}

/** Signs that let in whoever has a reason to be there, but nobody through. */
const FOR_ENDS = new Set(['destination', 'customers'])

/** Does no rule of the way let cars drive through? */
const isForEnds = (tags: Tags, profile: Profile): boolean => {
  const rules = (['forward', 'backward'] as const).map((direction) => readAccess(tags, profile, direction)).filter(isOpenRule)
  return rules.every((rule) => rule !== undefined && rule.split(';').every((one) => !isOpenRule(one) || FOR_ENDS.has(one.trim())))
}

/** Of several ("agricultural;forestry") one that lets cars in is enough. */
const isOpenRule = (rule: string | undefined): boolean =>
  rule === undefined || rule.split(';').some((one) => !CLOSED.has(one.trim()))

const CARS = ['motorcar', 'motor_vehicle']
const TAXIS = ['taxi', 'psv']

/** True if our cars are exempt from a restriction that excepts these vehicles. */
export const isExempt = (except: readonly string[], { usesTaxiLanes }: Profile): boolean =>
  [...CARS, ...(usesTaxiLanes ? TAXIS : [])].some((vehicle) => except.includes(vehicle))

/** Barriers that no car can pass; a gate counts as open unless its tags say otherwise. */
const CLOSED_BARRIERS = new Set(
  (
    'block bollard bus_trap chain cycle_barrier debris fence full-height_turnstile hedge horse_stile jersey_barrier kissing_gate ' +
    'log motorcycle_barrier planter rock stile sump_buster turnstile wall'
  ).split(' '),
)

/** True if a node with these tags stops a car driving along its way. */
export const stopsCars = (tags: Tags, profile: Profile): boolean => {
  const rule = readAccess(tags, profile)
  if (rule !== undefined) return tags['barrier'] !== undefined && !isOpenRule(rule)
  return CLOSED_BARRIERS.has(tags['barrier'] ?? '')
}

/** One-way roundabouts and circles (OSM wiki, Tag:junction=roundabout and =circular). */
export const isRoundabout = ({ junction }: Tags): boolean => junction === 'roundabout' || junction === 'circular'

const readOneway = (tags: Tags, { usesTaxiLanes }: Profile): { forward: boolean; backward: boolean } => {
  const oneway = (usesTaxiLanes ? (tags['oneway:taxi'] ?? tags['oneway:psv']) : undefined) ?? tags['oneway']
  if (oneway === '-1' || oneway === 'reverse') return { forward: false, backward: true }
  const implied = isRoundabout(tags) || tags['highway'] === 'motorway'
  const single = oneway === undefined ? implied : oneway === 'yes' || oneway === '1' || oneway === 'true'
  return { forward: true, backward: !single }
}

const directions = (tags: Tags, profile: Profile): { forward: boolean; backward: boolean } => {
  const { forward, backward } = readOneway(tags, profile)
  return {
    forward: forward && isOpenRule(readAccess(tags, profile, 'forward')),
    backward: backward && isOpenRule(readAccess(tags, profile, 'backward')),
  }
}

const limitKmh = (text: string | undefined): number => {
  const value = Number.parseFloat(text ?? '')
  if (!(value >= 5)) return Number.POSITIVE_INFINITY
  return text?.includes('mph') ? value * 1.609344 : value
}

/** A busway counts as a street if it is explicitly open to taxis. */
const readHighway = (tags: Tags, { usesTaxiLanes }: Profile): string => {
  const isOpenBusway = usesTaxiLanes && tags['highway'] === 'busway' && OPEN.has(tags['taxi'] ?? tags['psv'] ?? '')
  return isOpenBusway ? 'unclassified' : (tags['highway'] ?? '')
}

/** A road whose direction changes only every few hours (OSM wiki, Key:oneway), so it is not used. */
const isReversible = (tags: Tags): boolean => tags['oneway'] === 'reversible'

/** How a car drives a way with these tags; null if it may not. A ferry has no road class, so it is not driven. */
export const readDriveProfile = (tags: Tags, profile: Profile): DriveProfile | null => {
  const highway = readHighway(tags, profile)
  const classKmh = profile.speeds[highway]
  const isRoad = tags['area'] !== 'yes' && !isReversible(tags)
  const { forward, backward } = directions(tags, profile)
  if (classKmh === undefined || !isRoad || !(forward || backward)) return null
  const limit = limitKmh(tags['maxspeed'])
  // A limit above the class speed (a 70 road tagged secondary) means a faster road than its class suggests: use the average.
  const kmh =
    limit === Number.POSITIVE_INFINITY
      ? classKmh
      : Math.min(limit * profile.limitShare, Math.max(classKmh, (classKmh + limit) / 2))
  const roadClass = ROAD_CLASSES.indexOf(highway)
  return { roadClass, kmh: Math.max(5, kmh), forward, backward, isForEnds: isForEnds(tags, profile) }
}
