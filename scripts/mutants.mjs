// Promise: faults are planted in an area's files, one at a time in a copy of the tree, and each meets the area's tests. A line for each
// fault that no test notices, the share that was noticed, and non-zero when that is less than the area's target.
// `npm run mutants -- AREA [FILE …]`, where FILE may end in a range of lines (`core/src/fare.ts:87-94`); a FILE that is a test stands in
// for the area's tests, which is quicker where one file's tests lie in one place. `--one-in=5` tries a fifth of the faults, always the same.
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDrawn } from './mutants-sample.mjs'
import { checkNode, ensureInstalled, fail, plainError, root } from './ensure.mjs'

const server = (folder, ...tests) => tests.map((test) => `server/src/${folder}/${test}.test.ts`)

/** `mutate`: where faults are planted; `tests`: those that are to notice, near enough to be run for each; `least`: percent. @internal */
export const areas = {
  core: {
    project: 'core',
    // lists of countries, currencies and keys are data: what is wrong in them no test could know better
    mutate: ['core/src/*.ts', '!core/src/*.test.ts', '!core/src/{countries,currencies,dial-codes,errors,events,ids}.ts'],
    tests: ['core/src/*.test.ts'],
    least: 85,
  },
  realtime: {
    project: 'server',
    mutate: ['server/src/realtime/*.ts', '!server/src/realtime/*.test.ts'],
    tests: ['server/src/realtime/*.test.ts'],
    least: 75,
  },
  bookings: {
    project: 'server',
    mutate: ['server/src/features/bookings/transition.ts'],
    tests: [
      ...server('features/bookings', 'commands*', 'queries'),
      ...server('features/dispatch', 'commands'),
      ...server('features/trips', 'commands*'),
    ],
    least: 75,
  },
  payments: {
    project: 'server',
    mutate: ['server/src/features/payments/settle.ts'],
    tests: server('features/payments', 'settle*', 'commands*'),
    least: 75,
  },
  wallet: {
    project: 'server',
    mutate: ['server/src/features/wallet/post.ts'],
    tests: server('features/wallet', 'post', 'commands*'),
    least: 75,
  },
  trips: {
    project: 'server',
    mutate: ['server/src/features/trips/ingest.ts'],
    tests: server('features/trips', 'ingest*'),
    least: 75,
  },
  citymap: {
    project: 'core',
    mutate: ['citymap/src/{router,snap,turns}.ts'],
    tests: ['citymap/src/{router,snap,turns,graph-build,restrictions}.test.ts'],
    least: 75,
  },
}

const noticed = ['Killed', 'Timeout']
const unnoticed = ['Survived', 'NoCoverage']

const lineOf = ({ fileName, location, replacement, status }) => {
  const place = `${relative(root, fileName)}:${location.start.line}`
  const text = (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)
  return `${place} ${status === 'NoCoverage' ? 'not reached' : 'survived'}: ${text === '' ? '(nothing)' : text}`
}

/** What was found: a line for each fault that was not noticed, one that sums up, and whether that is enough. @internal */
export const sumUp = (all, least, oneIn = 1) => {
  const results = all.filter(({ id }) => isDrawn(id, oneIn))
  const killed = results.filter(({ status }) => noticed.includes(status)).length
  const left = results.filter(({ status }) => unnoticed.includes(status))
  const counted = killed + left.length
  const share = counted === 0 ? 0 : (killed / counted) * 100
  const lines = left.toSorted((a, b) => a.fileName.localeCompare(b.fileName) || a.location.start.line - b.location.start.line)
  const line = `${killed} of ${counted} faults noticed: ${share.toFixed(1)} % (at least ${least} %)`
  return { lines: lines.map(lineOf), line, isGood: share >= least }
}

const optionsOf = ({ project, mutate }) => ({
  testRunner: project === 'core' ? 'in-process' : 'served',
  plugins: [join(root, 'scripts/mutants-runners.mjs')],
  mutate,
  inPlace: false,
  concurrency: 1,
  coverageAnalysis: 'perTest',
  // a table that is made while files are read: on the server each would need applications of its own
  ignoreStatic: project === 'server',
  timeoutMS: project === 'server' ? 180_000 : 20_000,
  dryRunTimeoutMinutes: 20,
  tempDirName: '.wayfare/mutants',
  cleanTempDir: 'always',
  ignorePatterns: ['/.wayfare', '/data', '/web', '/e2e', '/docs', 'dist', '*.tsbuildinfo'],
  reporters: ['progress-append-only'],
  allowConsoleColors: false,
  logLevel: 'warn',
})

/** The files that a glob of the areas means, which has stars and choices in the file's name alone. @internal */
export const listFiles = (glob) => {
  const choices = basename(glob)
    .replaceAll('.', '\\.')
    .replaceAll('*', '.*')
    .replaceAll(/\{([^}]*)\}/g, (_all, names) => `(${names.replaceAll(',', '|')})`)
  const folder = dirname(glob)
  const isMeant = (name) => new RegExp(`^${choices}$`).test(name)
  return readdirSync(join(root, folder))
    .filter(isMeant)
    .toSorted()
    .map((name) => join(folder, name))
}

const isTest = (file) => file.endsWith('.test.ts')

const readArea = ([name, ...rest]) => {
  const [options, files] = [true, false].map((isOption) => rest.filter((one) => one.startsWith('--') === isOption))
  const area = areas[name ?? '']
  if (!area) throw plainError(`Which area? One of: ${Object.keys(areas).join(', ')}.`)
  const tests = files.filter((file) => isTest(file))
  const mutate = files.filter((file) => !isTest(file))
  const oneIn = Number(options.find((option) => option.startsWith('--one-in='))?.split('=')[1] ?? 1)
  return { ...area, oneIn, tests: tests.length > 0 ? tests : area.tests, mutate: mutate.length > 0 ? mutate : area.mutate }
}

const main = async () => {
  checkNode()
  const { project, tests, mutate, least, oneIn } = readArea(process.argv.slice(2))
  await ensureInstalled()
  process.chdir(root)
  // it takes long, and whatever else the machine does goes first
  setPriority(10)
  process.env.WAYFARE_MUTANTS = JSON.stringify({ oneIn, tests: tests.flatMap(listFiles) })
  const { Stryker } = await import('@stryker-mutator/core')
  const { lines, line, isGood } = sumUp(await new Stryker(optionsOf({ project, mutate })).runMutationTest(), least, oneIn)
  console.log(['', ...lines, '', line].join('\n'))
  process.exitCode = isGood ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(fail)
