// When the car comes: drives over every map at hand, heard of with noise, and how far what the rider is told is off the drive itself;
// beside it what was told before (the nearest road, asked every five seconds) and what the crow would say.
import { asId } from '@wayfare/core/ids'
import { computeDestination, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { makeRouteLine, type RouteLine } from '@wayfare/core/progress'
import { followHeading, type Trail } from '@wayfare/core/tracking'
import { type OpenCity, openCity } from '@wayfare/citymap/open-city'
import { makePositions } from '@wayfare/server/realtime/positions'
import { getEtas } from '@wayfare/server/realtime/etas'
import { listCities } from './city.ts'
import { listHeard, rollTimes, type HeardFix, type Pace } from './eta-drive.ts'
import { computeQuantile, makeDice, type Measurement, type Row } from './measure.ts'
import { formatNumber } from './table.ts'
import { isOnMap, rollPlace } from './track-ways.ts'

/** The pace of the product was chosen on seed 11. */
const SEED = 2027
const NOISE_M = 5
/** What is allowed: 20 s, or a tenth of what is left where that is more. */
const allowedS = (leftS: number): number => Math.max(20, 0.1 * leftS)
const SHORTEST_M = 1000
/** A drive is told in three ways at two paces, second by second: more of them take longer than they tell. */
const MOST_DRIVES = 100

/** Where the rider waits, and the way that is driven; what is left is judged from where the quickest way leads there (s before the end). */
type Drive = { line: RouteLine; target: LatLng; judgedS: number }
/** What is told at each position (s), null: nothing; and how many routes it took. */
type Told = { tolds: (number | null)[]; routes: number[] }
type Way = (city: OpenCity, fixes: readonly HeardFix[], target: LatLng) => Promise<Told>

const routeLine = (city: OpenCity, stops: readonly LatLng[]): RouteLine | null => {
  const route = city.route(stops)
  return makeRouteLine({ ...route, polyline: route.polyline5 })
}

/** The quickest way. */
const planDrive = (city: OpenCity, [from, target]: readonly [LatLng, LatLng]): Drive | null => {
  const line = routeLine(city, [from, target])
  return line && (line.metres.at(-1) ?? 0) >= SHORTEST_M ? { line, target, judgedS: Infinity } : null
}

/** Somewhere in the middle the driver turns off and comes back, which nobody knows before. */
const planWrongTurn = (city: OpenCity, [from, target]: readonly [LatLng, LatLng], dice: () => number): Drive | null => {
  const planned = planDrive(city, [from, target])
  const left = planned?.line.points[Math.floor(planned.line.points.length * (0.3 + 0.4 * dice()))]
  if (!left) return null
  const astray = computeDestination(left, 360 * dice(), 150 + 350 * dice())
  if (!isOnMap(city, astray)) return null
  const [line, back] = [routeLine(city, [from, astray, target]), routeLine(city, [astray, target])]
  return line && back ? { line, target, judgedS: back.seconds.at(-1) ?? 0 } : null
}

const listDrives = (city: OpenCity, count: number, plan: typeof planWrongTurn): Drive[] => {
  const dice = makeDice(SEED)
  const drives: Drive[] = []
  while (drives.length < count) {
    const from = rollPlace(city, dice, null)
    const target = rollPlace(city, dice, from)
    if (!isOnMap(city, target)) continue
    try {
      const drive = plan(city, [from, target], dice)
      if (drive) drives.push(drive)
    } catch {
      // no way leads there: another one is rolled
    }
  }
  return drives
}

/** As the product does it: the same code that follows drivers in the server. */
const tellFollowed: Way = async (city, fixes, target) => {
  let [now, asked, answered] = [0, 0, 0]
  const router = {
    route: async (points: Parameters<OpenCity['route']>[0]) => {
      const { polyline5, ...route } = city.route(points)
      asked += 1
      return { ...route, polyline: polyline5 }
    },
    durationsTo: async () => [],
  }
  // what is followed asks a router and a clock for nothing else
  const deps = { maps: { router }, now: () => new Date(now), positions: makePositions() } as unknown as Parameters<
    typeof getEtas
  >[0]
  const etas = getEtas(deps)
  const leg = { bookingId: asId<'booking'>('drive'), leg: 'drop', target }
  let trail: Trail | null = null
  const told: Told = { tolds: [], routes: [] }
  for (const fix of fixes) {
    now = fix.at
    trail = followHeading(trail, fix)
    etas.follow(leg, [{ ...fix, heading: trail.heading }], () => {})
    // the answer to a question comes a moment later
    if (asked > answered) await new Promise(setImmediate)
    answered = asked
    told.tolds.push(etas.last(leg)?.etaS ?? null)
    told.routes.push(asked)
  }
  return told
}

/** The nearest road and the quickest way from there every five seconds, by the clock in between; by the crow within 80 m. */
const tellNearest: Way = async (city, fixes, target) => {
  let [etaS, askedAt]: [number | null, number] = [null, Number.NEGATIVE_INFINITY]
  const tolds = fixes.map(({ leftS: _left, heading: _heading, ...fix }) => {
    if (fix.at - askedAt >= 5000) {
      const crowM = measureDistanceM(fix, target)
      etaS =
        crowM < 80
          ? crowM / 5
          : (city.matrix({ sources: [{ lat: fix.lat, lng: fix.lng }], targets: [target] }).durationsS[0]?.[0] ?? null)
      askedAt = fix.at
    }
    return etaS === null ? null : Math.max(0, Math.round(etaS - (fix.at - askedAt) / 1000))
  })
  return { tolds, routes: fixes.map(() => 1) }
}

/** 1.4 times the straight line at 30 km/h. */
const tellCrow: Way = async (_city, fixes, target) => ({
  tolds: fixes.map((fix) => (measureDistanceM(fix, target) * 1.4) / (30 / 3.6)),
  routes: fixes.map(() => 1),
})

const ways = { followed: tellFollowed, 'asked anew': tellNearest, crow: tellCrow } as const
type WayName = keyof typeof ways

type Errors = { offS: number[]; ofAllowed: number[]; backS: number[]; moments: number; routes: number; drives: number }

const count = (
  errors: Errors,
  { fixes, judgedS }: { fixes: readonly HeardFix[]; judgedS: number },
  { tolds, routes }: Told,
): void => {
  errors.drives += 1
  errors.routes += routes.at(-1) ?? 0
  fixes.forEach(({ leftS }, i) => {
    const told = tolds[i] ?? null
    const offS = told === null ? leftS : Math.abs(told - leftS)
    errors.moments += 1
    if (leftS <= judgedS) {
      errors.offS.push(offS)
      errors.ofAllowed.push(offS / allowedS(leftS))
    }
    const before = tolds[i - 1] ?? null
    if (told !== null && before !== null && told > before && routes[i] === routes[i - 1]) errors.backS.push(told - before)
  })
}

type Group = { pace: Pace; everyS: number; isAstray: boolean }

const groups: readonly Group[] = [
  ...(['exact', 'people'] as const).flatMap((pace) => [1, 4].map((everyS) => ({ pace, everyS, isAstray: false }))),
  { pace: 'exact', everyS: 1, isAstray: true },
]
const titleOf = ({ pace, everyS, isAstray }: Group): string =>
  `${isAstray ? 'a wrong turn' : pace === 'exact' ? "the map's pace" : "people's pace"}, every ${everyS} s`

const describe = (title: string, name: string, { offS, backS, moments, routes, drives }: Errors): string => {
  const cells = [computeQuantile(offS, 0.5), computeQuantile(offS, 0.95)].map((s) => `${formatNumber(s)} s`.padStart(9))
  const backs = `${formatNumber((100 * backS.length) / moments)} %`.padStart(9)
  const back = `${formatNumber(backS.length > 0 ? computeQuantile(backS, 0.95) : 0)} s`.padStart(9)
  return `${title.padEnd(30)}${name.padEnd(12)}${cells.join('')}${backs}${back}${formatNumber(routes / drives).padStart(9)}`
}

const measureCity = async (name: string, city: OpenCity, drives: number): Promise<Row[]> => {
  const [quickest, astray] = [planDrive, planWrongTurn].map((plan) => listDrives(city, drives, plan)) as [Drive[], Drive[]]
  console.log(`\n${name}: ${drives} drives at ${NOISE_M} m of noise`)
  console.log(
    `${''.padEnd(42)}${'off p50'.padStart(9)}${'p95'.padStart(9)}${'back'.padStart(9)}${'by p95'.padStart(9)}${'routes'.padStart(9)}`,
  )
  const rows: Row[] = []
  for (const group of groups) {
    const dice = makeDice(SEED)
    const errors = new Map<WayName, Errors>()
    for (const { line, target, judgedS } of group.isAstray ? astray : quickest) {
      const fixes = listHeard(line, rollTimes(line, group.pace, dice), { everyS: group.everyS, noiseM: NOISE_M }, dice)
      for (const way of Object.keys(ways) as WayName[]) {
        const known = errors.get(way) ?? { offS: [], ofAllowed: [], backS: [], moments: 0, routes: 0, drives: 0 }
        errors.set(way, known)
        count(known, { fixes, judgedS }, await ways[way](city, fixes, target))
      }
    }
    for (const [way, found] of errors) console.log(describe(titleOf(group), way, found))
    rows.push(...listRows(`${name}: ${titleOf(group)}`, group.pace, errors))
  }
  return rows
}

const listRows = (title: string, pace: Pace, errors: ReadonlyMap<WayName, Errors>): Row[] => {
  const [ours, peer] = (['followed', 'asked anew'] as const).map((way) =>
    computeQuantile(errors.get(way)?.ofAllowed ?? [], 0.95),
  ) as [number, number]
  const [back, peerBack] = (['followed', 'asked anew'] as const).map((way) => errors.get(way)?.backS.length ?? 0) as [
    number,
    number,
  ]
  const row = { figure: 'eta', peerName: 'asked anew', isKept: false }
  return [
    {
      ...row,
      measure: `${title}: p95 of max(20 s, 10 %)`,
      unit: '',
      ours,
      peer,
      ratio: peer / ours,
      ...(pace === 'exact' ? { ceiling: 1 } : {}),
    },
    { ...row, measure: `${title}: told more than before`, unit: 'times', ours: back, peer: peerBack, ratio: null, ceiling: 0 },
  ]
}

export const measureEta = async (isQuick: boolean, drives: number): Promise<Measurement> => {
  const rows: Row[] = []
  for (const { name, dir } of listCities())
    rows.push(...(await measureCity(name, openCity(dir), Math.min(drives, isQuick ? 20 : MOST_DRIVES))))
  return { rows }
}
