// How well what was driven is measured: drives over every map at hand, their positions with noise, gaps and tall houses, and what
// is billed for them, beside what other ways to measure would bill.
import { canHaveDriven, splitDrivenWay, type DrivenFix, type DrivenPart, type DrivenStretch } from '@wayfare/core/driven'
import { computeBearing, computePointAlong, measureDistanceM, measureLengthM, thinLine, type LatLng } from '@wayfare/core/geo'
import { measureStretch } from '@wayfare/core/matched'
import { type OpenCity, openCity } from '@wayfare/citymap/open-city'
import { listCities } from './city.ts'
import { computeQuantile, makeDice, type Measurement, type Row } from './measure.ts'
import { formatNumber } from './table.ts'
import { reportDrive, type Noise, type ReportedFix } from './track-drive.ts'
import { listDrivenRoutes, type DrivenRoute } from './track-ways.ts'

/** The parameters of the matching were chosen on seed 7: these are other ways and other noise. */
const SEED = 2027

const both = [0, 30]

/** By how much (%) 95 of a hundred drives may be off. */
const groups: readonly { group: string; mostP95: number; noises: readonly Noise[] }[] = [
  {
    group: '3 to 5 m, every 1 to 4 s',
    mostP95: 2,
    noises: [3, 5].flatMap((noiseM) => both.flatMap((alikeS) => [1, 4].map((everyS) => ({ noiseM, alikeS, everyS })))),
  },
  {
    group: '10 m, every 1 to 4 s',
    mostP95: 3,
    noises: both.flatMap((alikeS) => [1, 4].map((everyS) => ({ noiseM: 10, alikeS, everyS }))),
  },
  {
    group: 'every 15 s',
    mostP95: 5,
    noises: [3, 5, 10].flatMap((noiseM) => both.map((alikeS) => ({ noiseM, alikeS, everyS: 15 }))),
  },
  { group: 'gaps', mostP95: 5, noises: both.map((alikeS) => ({ noiseM: 5, alikeS, everyS: 4, hasGap: true })) },
  { group: 'canyons', mostP95: 5, noises: both.map((alikeS) => ({ noiseM: 5, alikeS, everyS: 4, hasCanyons: true })) },
]

/** The same drives by phones that report speeds as well; what the rules alone leave of them is the same. */
const groupsWithSpeeds = groups
  .filter(({ noises }) => noises.every(({ everyS }) => everyS <= 4))
  .map(({ group, mostP95, noises }) => ({
    group: `${group}, with speeds`,
    mostP95,
    noises: noises.map((noise) => ({ ...noise, hasSpeed: true })),
  }))

const titleOf = ({ noiseM, alikeS, everyS, hasGap, hasCanyons, hasSpeed }: Noise): string =>
  [
    `${noiseM} m`,
    alikeS > 0 ? `alike ${alikeS} s` : 'each its own',
    `every ${everyS} s`,
    hasGap && 'a gap',
    hasCanyons && 'canyons',
    hasSpeed && 'speeds',
  ]
    .filter(Boolean)
    .join(', ')

/** What is billed, as the server puts it together, and what the smoothed positions alone would have been. */
const measureDrive = (city: OpenCity, parts: readonly DrivenPart[]) => {
  const stretches = parts.filter((part): part is DrivenStretch => part.kind === 'measured')
  // of this process alone: others on the same core do not count
  const since = process.cpuUsage()
  const matched = city.match({ trip: null, stretches: stretches.map((stretch) => stretch.fixes) })
  const spent = process.cpuUsage(since)
  const ms = (spent.user + spent.system) / 1000
  let [billed, smoothed, gap] = [0, 0, 0]
  for (const part of parts) {
    if (part.kind === 'measured') {
      billed += measureStretch(part, matched.stretches[stretches.indexOf(part)]?.marks ?? []).metres
      smoothed += part.metres
    } else {
      const quickest = matched.gaps[gap]
      billed += quickest && canHaveDriven(quickest, part.seconds) ? quickest.metres : measureDistanceM(part.from, part.to)
      smoothed += city.route([part.from, part.to]).distanceM
      gap += 1
    }
  }
  return { billed, smoothed, ms }
}

const tryMeasure = (measure: () => number): number => {
  try {
    return measure()
  } catch {
    return Number.NaN
  }
}

/**
 * The quickest way over a gap from where the car really was to where it really was again: on, or turned back, whichever is truer.
 */
const measureKnownGap = (city: OpenCity, route: DrivenRoute, [fromM, toM]: readonly [number, number]): number => {
  const pointAt = (metres: number): LatLng =>
    computePointAlong(route.points, metres)?.point ?? route.points[0] ?? { lat: 0, lng: 0 }
  const [from, to] = [pointAt(fromM), pointAt(toM)]
  const heading = computeBearing(from, pointAt(fromM + 5))
  const ways = [{ ...from, heading }, from].map((start) => tryMeasure(() => city.route([start, to]).distanceM))
  const apart = (metres: number): number => (Number.isNaN(metres) ? Number.POSITIVE_INFINITY : Math.abs(metres - (toM - fromM)))
  return ways.toSorted((a, b) => apart(a) - apart(b))[0] ?? Number.NaN
}

/** A stretch whose way is known: how far along it begins and ends (m), and what the bounds leave of it. */
const countKnown = (stretch: DrivenStretch, drivenAt: ReadonlyMap<number, number>) => {
  const along = stretch.fixes.map(({ at }) => drivenAt.get(at) ?? 0)
  const [startM, endM] = [along[0] ?? 0, along.at(-1) ?? 0]
  const marks = stretch.fixes.map(({ at }, i) => ({ at, metres: (along[i] ?? 0) - startM, onRoad: i > 0 }))
  return { startM, endM, metres: measureStretch(stretch, marks).metres }
}

/**
 * What the rules of issue 12 alone would bill if each position were where the car really was, on the road it really drove: the
 * bounds, under which a hairpin between two positions less than 100 m apart cannot count whole, and the quickest way over a gap,
 * whatever loop was driven unseen.
 */
const measureByRules = (
  city: OpenCity,
  { parts, fixes }: { parts: readonly DrivenPart[]; fixes: readonly ReportedFix[] },
  route: DrivenRoute,
): number => {
  const drivenAt = new Map(fixes.map(({ at, drivenM }) => [at, drivenM]))
  const stretches = parts.flatMap((part) => (part.kind === 'measured' ? [countKnown(part, drivenAt)] : []))
  return stretches.reduce((sum, { startM, metres }, i) => {
    const before = stretches[i - 1]
    return sum + metres + (before ? measureKnownGap(city, route, [before.endM, startM]) : 0)
  }, 0)
}

/** Each position on the road nearest to it, and the straight lines between. */
const measureSnapped = (city: OpenCity, fixes: readonly DrivenFix[]): number =>
  measureLengthM(fixes.map((fix) => city.snap(fix).point))

const peers: Readonly<Record<string, (city: OpenCity, fixes: readonly DrivenFix[], route: DrivenRoute) => number>> = {
  'way through 25 of them': (city, fixes) => city.route(thinLine(fixes, 25)).distanceM,
  'nearest roads': measureSnapped,
  'quickest way': (_city, _fixes, { quickestM }) => quickestM,
}

type Errors = Map<string, number[]>

const note = (errors: Errors, name: string, metres: number, route: DrivenRoute): void => {
  const off = Number.isNaN(metres) ? 100 : Math.abs(metres / route.metres - 1) * 100
  const known = errors.get(name)
  if (known) known.push(off)
  else errors.set(name, [off])
}

const TITLE_WIDTH = 60

const describe = (name: string, errors: readonly number[]): string => {
  const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => `${formatNumber(computeQuantile(errors, share))} %`.padStart(9))
  return `${name.padEnd(TITLE_WIDTH)}${p50}${p95}${worst}`
}

/** Ours, the smoothed positions alone, and what the rules leave of a way that is known. */
const kinds = ['', 'smoothed ', 'rules alone '] as const

/** The errors (%) of all noises of a group, by what was measured. */
const listOff = (errors: Errors, noises: readonly Noise[], kind: string): number[] =>
  noises.flatMap((noise) => errors.get(`${kind}${titleOf(noise)}`) ?? [])

const allNoises = groups.flatMap(({ noises }) => noises)

const listRows = (name: string, errors: Errors, pointsPerS: number): Row[] => {
  const row = { figure: 'track', unit: '%', peer: null, peerName: '', ratio: null, isKept: false }
  const find = (share: number, noises: readonly Noise[], most: number) => {
    const [ours, peer, ruled] = kinds.map((kind) => computeQuantile(listOff(errors, noises, kind), share)) as [
      number,
      number,
      number,
    ]
    const title = `${['p50', 'p95', 'worst'][[0.5, 0.95, 1].indexOf(share)]} (rules alone ${ruled.toFixed(2)})`
    return { ...row, measure: title, ours, peer, peerName: 'smoothed', ratio: peer / ours, ceiling: Math.max(most, ruled) }
  }
  const rows = [...groups, ...groupsWithSpeeds].flatMap(({ group, mostP95, noises }): Row[] =>
    [find(0.5, noises, 0.5), find(0.95, noises, mostP95), find(1, noises, 10)].map((found) => ({
      ...found,
      measure: `${name}: ${group}: ${found.measure}`,
    })),
  )
  const all = [find(0.5, allNoises, 0.5), find(1, allNoises, 10)]
  return [
    ...rows,
    ...all.map((found) => ({ ...found, measure: `${name}: of all: ${found.measure}` })),
    {
      ...row,
      measure: `${name}: quickest way p50, must be off`,
      ours: computeQuantile(errors.get('quickest way') ?? [], 0.5),
      floor: 10,
    },
    { ...row, measure: `${name}: positions matched`, unit: '/s', ours: pointsPerS, floor: 10_000 },
  ]
}

/**
 * So many of a hundred ways are not the quickest (issue 12), and so many lead around a block: easier ones would prove nothing.
 */
const LEAST_LONGER = 50
const LEAST_LOOPED = 10

const sharePercent = (routes: readonly DrivenRoute[], isCounted: (route: DrivenRoute) => boolean): number =>
  (100 * routes.filter(isCounted).length) / routes.length

const boundWays = (measure: string, ours: number, floor: number): Row => ({
  figure: 'track',
  measure,
  unit: '%',
  ours,
  peer: null,
  peerName: '',
  ratio: null,
  isKept: false,
  floor,
})

const measureCity = (name: string, city: OpenCity, ways: number): Row[] => {
  const routes = listDrivenRoutes(city, makeDice(SEED), ways)
  const [longer, looped] = [
    sharePercent(routes, ({ metres, quickestM }) => metres >= 1.1 * quickestM),
    sharePercent(routes, ({ loops }) => loops > 0),
  ]
  console.log(
    `\n${name}: ${ways} ways, ${Math.round(longer)} % of them at least a tenth longer than the quickest, ${Math.round(looped)} % with a loop around a block`,
  )
  console.log(`${'off by'.padEnd(TITLE_WIDTH)}${'p50'.padStart(9)}${'p95'.padStart(9)}${'worst'.padStart(9)}`)
  const errors: Errors = new Map()
  let [points, ms] = [0, 0]
  for (const noise of [...allNoises, ...groupsWithSpeeds.flatMap(({ noises }) => noises)]) {
    const dice = makeDice(SEED)
    const title = titleOf(noise)
    for (const route of routes) {
      const fixes = reportDrive(route.points, noise, dice)
      const [from, until] = [fixes[0]?.at ?? 0, fixes.at(-1)?.at ?? 0]
      const parts = splitDrivenWay({ fixes, from, until, start: null, end: null }) ?? []
      const measured = measureDrive(city, parts)
      points += fixes.length
      ms += measured.ms
      note(errors, title, measured.billed, route)
      note(errors, `smoothed ${title}`, measured.smoothed, route)
      note(errors, `rules alone ${title}`, measureByRules(city, { parts, fixes }, route), route)
      if (title !== '5 m, alike 30 s, every 4 s') continue
      for (const [peer, measure] of Object.entries(peers))
        note(
          errors,
          peer,
          tryMeasure(() => measure(city, fixes, route)),
          route,
        )
    }
  }
  for (const [title, off] of errors) console.log(describe(title, off))
  return [
    ...listRows(name, errors, (points / ms) * 1000),
    boundWays(`${name}: ways a tenth longer than the quickest`, longer, LEAST_LONGER),
    boundWays(`${name}: ways with a loop around a block`, looped, LEAST_LOOPED),
  ]
}

/** `map`: measures only this one of the available maps. */
export const measureTrack = async (isQuick: boolean, ways: number, map?: string): Promise<Measurement> => ({
  rows: listCities()
    .filter(({ name }) => map === undefined || name === map)
    .flatMap(({ name, dir }) => measureCity(name, openCity(dir), isQuick ? Math.min(ways, 50) : ways)),
})
