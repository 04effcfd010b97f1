// The operator's commands: import-city, check-city, list-cities, use-city.
import { parseArgs } from 'node:util'
import { listComplaints } from './check-city.ts'
import { type CityBrief, readDefaultBrief, readFileBrief } from './city-source.ts'
import { getDatasetDir, listDatasets, readCurrent, readManifest, writeCurrent } from './dataset.ts'
import { foldText } from '@wayfare/core/fold'
import { importCity } from './import-city.ts'

const USAGE = `usage: node citymap/dist/cli.js <command> [options]

  import-city [file.geojson]  import a city: Gothenburg, or a GeoJSON file of OSM ways
      --name <text>           its name (needed with a file)
      --country <code>        ISO 3166-1 alpha-2 (default SE)
      --time-zone <name>      IANA name (default Europe/Stockholm)
      --activate              make it the city that is served
  check-city [dataset]        say what is wrong with a dataset, the active one by default
  list-cities                 list all datasets; * marks the active one
  use-city <dataset>          make a dataset the city that is served

  --data <dir>                data folder (default: DATA_DIR or data)
`

type Options = { name?: string; country: string; timeZone: string; activate: boolean; dataDir: string }
type Print = (line: string) => void

const briefOf = (file: string | undefined, { name, country, timeZone }: Options, print: Print): CityBrief => {
  if (!file) return readDefaultBrief(print)
  if (!name) throw new Error('--name is needed with a file')
  return readFileBrief(file, { dataset: foldText(name).replaceAll(' ', '-'), name, country, timeZone })
}

const runImport = (file: string | undefined, options: Options, print: Print): number => {
  const started = performance.now()
  let last = ''
  const { dataDir, activate } = options
  const manifest = importCity({
    dataDir,
    activate,
    brief: briefOf(file, options, print),
    onProgress: (stage, fraction) => {
      if (stage !== last) print(`${String(Math.round(fraction * 100)).padStart(3)} % ${stage}`)
      last = stage
    },
  })
  const { counts } = manifest
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(
    `${manifest.name}: ${counts.drivableKm} km of road, ${counts.streets} streets, ${counts.landmarks} landmarks, ${counts.tiles} tiles in ${seconds} s`,
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

/** Runs one command line (without node and file). Returns the exit code; wrong options throw an Error. */
export const runCommand = async (args: string[], print: Print): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      country: { type: 'string', default: 'SE' },
      'time-zone': { type: 'string', default: 'Europe/Stockholm' },
      activate: { type: 'boolean', default: false },
      data: { type: 'string', default: process.env['DATA_DIR'] ?? 'data' },
    },
  })
  const { name, country, activate, data } = values
  const options: Options = { ...(name ? { name } : {}), country, timeZone: values['time-zone'], activate, dataDir: data }
  const [command, subject] = positionals
  if (command === 'import-city') return runImport(subject, options, print)
  if (command === 'check-city') return runCheck(subject, options, print)
  if (command === 'list-cities') return runList(options, print)
  if (command === 'use-city') return runUse(subject, options, print)
  print(USAGE)
  return command === undefined ? 0 : 1
}
