// The operator's commands: import-city, check-city, list-cities, use-city.
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isCountry } from '@wayfare/core/countries'
import { type Bounds, isLatLng } from '@wayfare/core/geo'
import { LEAST_KMH, MOST_KMH } from '@wayfare/core/road-speeds'
import { listComplaints } from './check-city.ts'
import { type CityBrief, makeFileBrief, readDefaultBrief } from './city-source.ts'
import { getDatasetDir, listDatasets, readCurrent, readManifest, writeCurrent } from './dataset.ts'
import { importCity } from './import-city.ts'
import { explainError, findImportProblem } from './import-error.ts'
import type { ImportLine } from './import-process.ts'
import { type Profile, ROAD_CLASSES, TAXI_PROFILE } from './profile.ts'
import { askForCity, readWantedAnswer, type WantedAnswer } from './wanted-city.ts'

const USAGE = `usage: npm run <command> -- [options]

  import-city [file]          import a city: Gothenburg, an OSM extract (.osm.pbf), or a GeoJSON file of OSM ways
      --name <text>           its name (default: the name of the file)
      --bbox <w,s,e,n>        only this part of the file, in degrees
      --country <code>        ISO 3166-1 alpha-2 (default: where the map lies)
      --taxi-lanes            the cars may use lanes and streets of taxis and buses
      --speed <class=km/h>    how fast a class of road is driven, such as residential=25; may be given for several
      --time-zone <name>      IANA name (default: where the map lies)
      --activate              make it the city that is served
      --json                  progress and outcome as lines of JSON
  check-city [dataset]        say what is wrong with a dataset, the active one by default
  list-cities                 list all datasets; * marks the active one
  use-city <dataset>          make a dataset the city that is served

  --data <dir>                data folder (default: WAYFARE_DATA or data)
`

type Options = {
  name: string | undefined
  country: string | null
  timeZone: string | null
  bounds: Bounds | null
  profile: Profile
  activate: boolean
  json: boolean
  dataDir: string
}
type Print = (line: string) => void

const makeBrief = (file: string | undefined, options: Options, print: Print): CityBrief =>
  file ? makeFileBrief(file, options) : readDefaultBrief(print)

/** Writes JSON lines, at most one per percent of progress. Fails once the reader is gone, which ends the import. */
const makeWriteLine = (): ((line: ImportLine) => void) => {
  let last = ''
  return (line) => {
    const told = 'stage' in line ? `${line.stage} ${Math.round(line.fraction * 100)}` : ''
    if (told !== '' && told === last) return
    last = told
    writeSync(1, `${JSON.stringify(line)}\n`)
  }
}

const runJsonImport = (file: string | undefined, options: Options): number => {
  const write = makeWriteLine()
  try {
    const brief = makeBrief(file, options, () => {})
    const { profile } = options
    const onProgress = (stage: string, fraction: number): void => write({ stage, fraction })
    write({ dataset: importCity({ dataDir: options.dataDir, profile, brief, onProgress, beside: true }).dataset })
    return 0
  } catch (error) {
    write({ problem: findImportProblem(error), message: explainError(error) })
    return 1
  }
}

/** Long enough for a running server to notice, which looks every two seconds. */
const LOOKS_WITHIN_MS = 6000
const SWITCHES_WITHIN_MS = 300_000

/** The answer of a running server; null if none took the question. */
const waitForAnswer = async (dataDir: string): Promise<WantedAnswer | null> => {
  const started = Date.now()
  for (;;) {
    const answer = readWantedAnswer(dataDir)
    if (answer?.state === 'done') return answer
    if (Date.now() - started > (answer ? SWITCHES_WITHIN_MS : LOOKS_WITHIN_MS)) return null
    await pause(200)
  }
}

/**
 * Makes a dataset the one that is served. If another is being served, the server decides, since only it knows about trips; if it
 * is not running, it decides when it next starts.
 */
const useCity = async (dataset: string, { dataDir }: Options, print: Print): Promise<number> => {
  if (readCurrent(dataDir) === null) {
    writeCurrent(dataDir, dataset)
    print(`${dataset} is the city that is served from the next start on`)
    return 0
  }
  askForCity(dataDir, dataset)
  const answer = await waitForAnswer(dataDir)
  if (answer === null)
    print(`no server runs here now: ${dataset} is served from its next start on, unless trips stand against it`)
  else print(answer.problem ?? `${dataset} is served now; the page City map proposes currency and prices that suit it`)
  return answer?.problem ? 1 : 0
}

const runImport = async (file: string | undefined, options: Options, print: Print): Promise<number> => {
  if (options.json) return runJsonImport(file, options)
  const started = performance.now()
  let last = ''
  const { dataDir, activate, profile } = options
  const manifest = importCity({
    dataDir,
    beside: file !== undefined,
    profile,
    brief: makeBrief(file, options, print),
    onProgress: (stage, fraction) => {
      if (stage !== last) print(`${String(Math.round(fraction * 100)).padStart(3)} % ${stage}`)
      last = stage
    },
  })
  const { counts } = manifest
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(
    `${manifest.name}: ${counts.drivableKm} km of road, ${counts.streets} streets, ${counts.landmarks} places, ${counts.addresses} house numbers, ${counts.tiles} tiles in ${seconds} s`,
  )
  return activate && readCurrent(dataDir) !== manifest.dataset ? useCity(manifest.dataset, options, print) : 0
}

const runCheck = async (dataset: string | undefined, { dataDir }: Options, print: Print): Promise<number> => {
  const name = dataset ?? readCurrent(dataDir)
  if (!name) {
    print('no city was imported yet')
    return 1
  }
  const complaints = await listComplaints(getDatasetDir(dataDir, name))
  for (const complaint of complaints) print(`${name}: ${complaint}`)
  if (complaints.length === 0) print(`${name}: fit to serve`)
  return complaints.length === 0 ? 0 : 1
}

const runList = ({ dataDir }: Options, print: Print): number => {
  const current = readCurrent(dataDir)
  for (const { dataset, name, country, counts, sourceTimestamp } of listDatasets(dataDir))
    print(`${dataset === current ? '*' : ' '} ${dataset}  ${name}, ${country}  ${counts.drivableKm} km  ${sourceTimestamp ?? ''}`)
  return 0
}

const runUse = async (dataset: string | undefined, options: Options, print: Print): Promise<number> => {
  if (dataset && readManifest(getDatasetDir(options.dataDir, dataset))) return useCity(dataset, options, print)
  print(`there is no dataset ${dataset ?? ''} of this version`)
  return 1
}

const readBounds = (text: string): Bounds => {
  const [west, south, east, north] = text.split(',').map(Number)
  const isBox = isLatLng({ lat: south, lng: west }) && isLatLng({ lat: north, lng: east }) && south < north && west < east
  if (!isBox) throw new Error('--bbox needs four numbers in degrees: west,south,east,north')
  return { south, west, north, east }
}

const readCountry = (code: string): string => {
  if (!isCountry(code)) throw new Error('--country needs two letters of ISO 3166-1, such as PT')
  return code
}

const readTimeZone = (name: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw new Error('--time-zone needs an IANA name, such as Europe/Lisbon')
  }
}

/** The speeds of all classes, with the given ones replaced. */
const readSpeeds = (given: readonly string[]): Profile['speeds'] => {
  const pairs = given.map((text) => {
    const [roadClass = '', kmh = ''] = text.split('=')
    const isSpeed = /^\d{1,3}(\.\d)?$/.test(kmh) && Number(kmh) >= LEAST_KMH && Number(kmh) <= MOST_KMH
    if (TAXI_PROFILE.speeds[roadClass] === undefined || !isSpeed)
      throw new Error(
        `--speed needs a class of road and ${LEAST_KMH} to ${MOST_KMH} km/h, such as residential=25; classes: ${ROAD_CLASSES.join(' ')}`,
      )
    return [roadClass, Number(kmh)] as const
  })
  return { ...TAXI_PROFILE.speeds, ...Object.fromEntries(pairs) }
}

/** Runs one command line (without node and file). Returns the exit code; throws an Error for invalid options. */
export const runCommand = async (args: string[], print: Print): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      bbox: { type: 'string' },
      country: { type: 'string' },
      'time-zone': { type: 'string' },
      'taxi-lanes': { type: 'boolean', default: false },
      speed: { type: 'string', multiple: true, default: [] },
      activate: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      data: { type: 'string', default: process.env['WAYFARE_DATA'] ?? 'data' },
    },
  })
  const options: Options = {
    name: values.name,
    country: values.country === undefined ? null : readCountry(values.country),
    timeZone: values['time-zone'] === undefined ? null : readTimeZone(values['time-zone']),
    bounds: values.bbox === undefined ? null : readBounds(values.bbox),
    profile: { ...TAXI_PROFILE, speeds: readSpeeds(values.speed), usesTaxiLanes: values['taxi-lanes'] },
    activate: values.activate,
    json: values.json,
    dataDir: values.data,
  }
  const [command, subject] = positionals
  if (command === 'import-city') return runImport(subject, options, print)
  if (command === 'check-city') return runCheck(subject, options, print)
  if (command === 'list-cities') return runList(options, print)
  if (command === 'use-city') return runUse(subject, options, print)
  print(USAGE)
  return command === undefined ? 0 : 1
}
