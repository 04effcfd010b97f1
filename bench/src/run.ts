// `npm run bench [-- --only fare,route] [--quick] [--ways 100] [--map monaco] [--list bookings] [--profile] [--save]`: measures
// every figure against its peer in the same run. Ends with 1 when a ratio or a size is a fifth worse than bench/baseline.json, or
// a figure below its floor; `--save` writes that file instead, and `--profile` says what the time went on.
import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { measureAsked } from './asked.ts'
import {
  isWorse,
  leastIdlePercent,
  measureIdlePercent,
  readBaseline,
  readCpu,
  saveBaseline,
  tolerance,
  type Baseline,
} from './baseline.ts'
import { measureBackup } from './backup.ts'
import { measureBooking } from './booking.ts'
import { measureDeskMap } from './deskmap.ts'
import { measureEta } from './eta.ts'
import { measureFare } from './fare.ts'
import { measureFlood } from './flood.ts'
import { measureFrames } from './frames.ts'
import { measureIngest } from './ingest.ts'
import { stopLeftovers } from './leftovers.ts'
import { measureLedger } from './ledger.ts'
import { measureLists } from './lists.ts'
import { measureMap } from './map.ts'
import type { Measurement, Row, Size } from './measure.ts'
import { measureMetro } from './metro.ts'
import { measureNear } from './near.ts'
import { measureNearest } from './nearest.ts'
import { measureOffer } from './offer.ts'
import { measurePace } from './pace.ts'
import { measurePage } from './page.ts'
import { measureReach } from './reach.ts'
import { startProfiling } from './profile.ts'
import { measureRide } from './ride.ts'
import { measureRoute } from './route.ts'
import { measureScale } from './scale.ts'
import { measureSearch } from './search.ts'
import { measureSession } from './session.ts'
import { measureSoak } from './soak.ts'
import { measureSockets } from './sockets.ts'
import { measureStart } from './start.ts'
import { measureStorm } from './storm.ts'
import { formatTable } from './table.ts'
import { measureTrack } from './track.ts'
import { measureWatchers } from './watchers.ts'

/** `ways`: how many drives to measure on each map, or on the one named; `only`: the part of the figure to measure. */
type Figure = (isQuick: boolean, ways: number, map?: string, only?: string) => Promise<Measurement>

const figures: Readonly<Record<string, Figure>> = {
  fare: measureFare,
  route: measureRoute,
  nearest: measureNearest,
  offer: measureOffer,
  ingest: measureIngest,
  session: measureSession,
  booking: measureBooking,
  page: measurePage,
}

/**
 * A million bookings, thousands of drives and the import of every map take minutes, and a flood leaves the machine no rest: these
 * are measured when asked for by name.
 */
const onRequest: Readonly<Record<string, Figure>> = {
  asked: measureAsked,
  backup: measureBackup,
  ledger: measureLedger,
  lists: measureLists,
  flood: measureFlood,
  metro: measureMetro,
  near: measureNear,
  track: measureTrack,
  reach: measureReach,
  ride: measureRide,
  eta: measureEta,
  map: measureMap,
  search: measureSearch,
  frames: measureFrames,
  deskmap: measureDeskMap,
  pace: measurePace,
  scale: measureScale,
  soak: measureSoak,
  sockets: measureSockets,
  start: measureStart,
  storm: measureStorm,
  watchers: measureWatchers,
}

const known: Readonly<Record<string, Figure>> = { ...figures, ...onRequest }

/** A figure's deadline, so that one that hangs does not block the run; those on request may take more than an hour. */
const withinMs = (name: string): number => (name in onRequest ? 7_200_000 : name === 'page' ? 180_000 : 90_000)

const withDeadline = async <T>(name: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${withinMs(name) / 1000} s`)), withinMs(name))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    await stopLeftovers()
  }
}

type Options = {
  isQuick: boolean
  ways: number
  map: string | undefined
  list: string | undefined
  isSaving: boolean
  baseline: Baseline
}

/** Once the run has taken this long, nothing is measured a second time. */
const repeatWithinMs = 120_000

/** A figure that seems worse is measured again, and counts as worse only if it is so twice, as the machine may have been busy. */
const measureFigure = async (
  name: string,
  figure: Figure,
  { isQuick, ways, map, list, isSaving, baseline }: Options,
): Promise<Measurement> => {
  const since = performance.now()
  const first = await withDeadline(name, figure(isQuick, ways, map, list))
  // drives are the same ones each time
  const again = !isSaving && figure !== measureTrack && performance.now() < repeatWithinMs && isWorse(first, baseline)
  const measured = again ? await withDeadline(name, figure(isQuick, ways, map, list)) : first
  console.log(`${name.padEnd(8)} ${((performance.now() - since) / 1000).toFixed(1)} s${again ? ' (measured twice)' : ''}`)
  return measured
}

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      ways: { type: 'string' },
      map: { type: 'string' },
      list: { type: 'string' },
      profile: { type: 'boolean' },
      quick: { type: 'boolean' },
      save: { type: 'boolean' },
    },
  })
  const names = values.only?.split(',') ?? Object.keys(figures)
  const unknown = names.find((name) => !(name in known))
  if (unknown !== undefined) return `There is no figure ${unknown}. Known: ${Object.keys(known).join(', ')}.`
  if (values.profile && values.save) return 'What is profiled is slower: nothing of it is saved.'
  if (values.profile) startProfiling()
  const ways = Number(values.ways ?? 1000)
  return { names, isQuick: values.quick ?? false, ways, map: values.map, list: values.list, isSaving: values.save ?? false }
}

const whyNotSaved = (names: readonly string[], { machine }: Baseline, idlePercent: number): string | null => {
  if (idlePercent < leastIdlePercent)
    return `A baseline is of a machine that has at least ${leastIdlePercent} % to spare: nothing was measured or saved.`
  const isWhole = Object.keys(figures).every((name) => names.includes(name))
  return isWhole || machine?.cpu === readCpu()
    ? null
    : 'The baseline is of another processor, or of none that is named: save all figures of this one first.'
}

const run = async (): Promise<number> => {
  const given = readOptions()
  if (typeof given === 'string') {
    console.error(given)
    return 1
  }
  const { names, ...options } = given
  const baseline = readBaseline()
  const idlePercent = await measureIdlePercent()
  console.log(`Node ${process.versions.node}, ${cpus().length} x ${readCpu()}, ${idlePercent} % of it idle`)
  const refusal = options.isSaving ? whyNotSaved(names, baseline, idlePercent) : null
  if (refusal !== null) {
    console.error(refusal)
    return 1
  }
  const rows: Row[] = []
  const sizes: Size[] = []
  for (const name of names) {
    const figure = known[name]
    if (!figure) continue
    const measured = await measureFigure(name, figure, { ...options, baseline })
    rows.push(...measured.rows)
    sizes.push(...(measured.sizes ?? []))
  }
  console.log(`\n${formatTable(rows, sizes, baseline)}\n`)
  if (options.isSaving) {
    saveBaseline({ rows, sizes }, idlePercent)
    console.log(`Saved to bench/baseline.json, as measured on ${readCpu()}.`)
    return 0
  }
  const worse = isWorse({ rows, sizes }, baseline)
  if (worse)
    console.log(`At least one figure is more than ${tolerance * 100} % worse than bench/baseline.json, or below its floor.`)
  return worse ? 1 : 0
}

const end = async (code: number): Promise<never> => {
  await stopLeftovers()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))

try {
  await end(await run())
} catch (error) {
  console.error(error)
  await end(1)
}
