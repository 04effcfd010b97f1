// A car that drives a route at the route's own pace, or at one as people have it, and the noisy positions that are heard of it.
import { interpolatePoint, type LatLng } from '@wayfare/core/geo'
import type { CarFix, RouteLine } from '@wayfare/core/progress'

type Dice = () => number

/** `exact`: the pace that the map reckons with. `people`: a driver and streets that are quicker or slower, and red lights. */
export type Pace = 'exact' | 'people'

/** Box and Muller's normal distribution. */
const rollNormal = (dice: Dice): number => Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice())

const SINCE = 1_700_000_000_000
const METRES_PER_DEGREE = 111_195

/** Standard deviations (of the logarithm) of how quick drivers are, and streets; lights lie so far apart (m) and take so long (s). */
const PEOPLE = { driver: 0.12, street: 0.25, lights: { fromM: 300, toM: 900, red: 0.4, mostS: 40 } }
/** The map's speeds have lights in them: without them a car is so much quicker. */
const BETWEEN_LIGHTS = 0.88

/** No lights stand where the map reckons with more (m/s). */
const FASTEST_STREET = 14

/** Seconds at which each point of the route is passed. */
export const rollTimes = ({ metres, seconds }: RouteLine, pace: Pace, dice: Dice): number[] => {
  if (pace === 'exact') return [...seconds]
  const { driver, street, lights } = PEOPLE
  const own = BETWEEN_LIGHTS * Math.exp(driver * rollNormal(dice))
  let [now, lightAt, streetUntil, streetPace] = [0, 0, 0, 1]
  return seconds.map((s, i) => {
    if (i === 0) return 0
    const along = metres[i] ?? 0
    if (along > streetUntil) {
      streetPace = Math.exp(street * rollNormal(dice))
      streetUntil = along + 200 + dice() * 600
    }
    now += (s - (seconds[i - 1] ?? 0)) * own * streetPace
    const isStreet = along - (metres[i - 1] ?? 0) < FASTEST_STREET * (s - (seconds[i - 1] ?? 0))
    if (isStreet && along > lightAt) {
      if (lightAt > 0 && dice() < lights.red) now += 3 + dice() * (lights.mostS - 3)
      lightAt = along + lights.fromM + dice() * (lights.toM - lights.fromM)
    }
    return now
  })
}

export type HeardFix = CarFix & { leftS: number }

/** Where the car is heard of every `everyS` seconds, and how long it really took from there. Devices do not say their heading. */
export const listHeard = (
  line: RouteLine,
  times: readonly number[],
  heard: { everyS: number; noiseM: number },
  dice: Dice,
): HeardFix[] => {
  const whole = times.at(-1) ?? 0
  const fixes: HeardFix[] = []
  let segment = 0
  for (let at = 0; at <= whole; at += heard.everyS) {
    while (segment < times.length - 2 && (times[segment + 1] ?? 0) <= at) segment++
    const [from, to] = [times[segment] ?? 0, times[segment + 1] ?? 0]
    const share = to > from ? Math.min(1, (at - from) / (to - from)) : 0
    const point = interpolatePoint(line.points[segment] as LatLng, line.points[segment + 1] as LatLng, share)
    const lat = point.lat + (rollNormal(dice) * heard.noiseM) / METRES_PER_DEGREE
    const lng = point.lng + (rollNormal(dice) * heard.noiseM) / (METRES_PER_DEGREE * Math.cos((point.lat * Math.PI) / 180))
    fixes.push({ lat, lng, at: SINCE + at * 1000, accuracyM: heard.noiseM, leftS: whole - at })
  }
  return fixes
}
