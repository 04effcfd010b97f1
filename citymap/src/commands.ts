// The operator's commands: import-city, check-city, list-cities, use-city.
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { isCountry } from '@wayfare/core/countries'
import { type Bounds, isLatLng } from '@wayfare/core/geo'
import { listComplaints } from './check-city.ts'
import { type CityBrief, readDefaultBrief, readFileBrief } from './city-source.ts'
import { getDatasetDir, listDatasets, readCurrent, readManifest, writeCurrent } from './dataset.ts'
import { foldText } from '@wayfare/core/fold'
import { importCity } from './import-city.ts'
import { TAXI_PROFILE } from './profile.ts'

const USAGE = `usage: npm run <command> -- [options]

  import-city [file]          import a city: Gothenburg, an OSM extract (.osm.pbf), or a GeoJSON file of OSM ways
      --name <text>           its name (default: the name of the file)
      --bbox <w,s,e,n>        only this part of the file, in degrees
      --country <code>        ISO 3166-1 alpha-2 (default: where the map lies)
      --taxi-lanes            the cars may use lanes and streets of taxis and buses
      --time-zone <name>      IANA name (default: where the map lies)
      --activate              make it the city that is served
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
  usesTaxiLanes: boolean
  activate: boolean
  dataDir: string
}
type Print = (line: string) => void

/** "new-haven.osm.pbf" is New Haven unless its operator says otherwise. */
const nameOfFile = (file: string): string =>
  basename(file)
    .replace(/\.(osm|pbf|geojson|json)\b/gi, '')
    .split(/[-_. ]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

const makeBrief = (file: string | undefined, options: Options, print: Print): CityBrief => {
  if (!file) return readDefaultBrief(print)
  const { country, timeZone, bounds } = options
  const name = options.name ?? nameOfFile(file)
  const dataset = foldText(name).replaceAll(' ', '-')
  if (dataset === '') throw new Error('--name needs a letter or a digit')
  return readFileBrief(file, { dataset, name, country, timeZone, bounds })
}

const runImport = (file: string | undefined, options: Options, print: Print): number => {
  const started = performance.now()
  let last = ''
  const { dataDir, activate, usesTaxiLanes } = options
  const manifest = importCity({
    dataDir,
    activate,
    profile: { ...TAXI_PROFILE, usesTaxiLanes },
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
  return 0
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

const runUse = (dataset: string | undefined, { dataDir }: Options, print: Print): number => {
  if (!dataset || !readManifest(getDatasetDir(dataDir, dataset))) {
    print(`there is no dataset ${dataset ?? ''}`)
    return 1
  }
  writeCurrent(dataDir, dataset)
  return 0
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

/** Runs one command line (without node and file). Returns the exit code; wrong options throw an Error. */
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
      activate: { type: 'boolean', default: false },
      data: { type: 'string', default: process.env['WAYFARE_DATA'] ?? 'data' },
    },
  })
  const options: Options = {
    name: values.name,
    country: values.country === undefined ? null : readCountry(values.country),
    timeZone: values['time-zone'] === undefined ? null : readTimeZone(values['time-zone']),
    bounds: values.bbox === undefined ? null : readBounds(values.bbox),
    usesTaxiLanes: values['taxi-lanes'],
    activate: values.activate,
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
