// The areas of mutation testing: where faults are planted, which tests should detect them, and the required share.
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { plainError, root } from './ensure.mjs'

const server = (folder, ...tests) => tests.map((test) => `server/src/${folder}/${test}.test.ts`)

/** `mutate`: where faults are planted; `tests`: the tests run for each fault; `least`: required percentage detected. @internal */
export const areas = {
  core: {
    project: 'core',
    // lists of countries, currencies and keys are data: a test could only repeat them
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
      ...server('features/dispatch', 'commands', 'commands-reassign', 'commands-race'),
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

/** Lists the files that match an area's glob, which has stars and choices only in the file name. */
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

/** Reads the command line: an area, some of its files, tests to use instead of its own, and the share of faults to try. */
export const readArea = ([name, ...rest]) => {
  const [options, files] = [true, false].map((isOption) => rest.filter((one) => one.startsWith('--') === isOption))
  const area = areas[name ?? '']
  if (!area) throw plainError(`Which area? One of: ${Object.keys(areas).join(', ')}.`)
  const tests = files.filter((file) => isTest(file))
  const mutate = files.filter((file) => !isTest(file))
  const oneIn = Number(options.find((option) => option.startsWith('--one-in='))?.split('=')[1] ?? 1)
  return { ...area, oneIn, tests: tests.length > 0 ? tests : area.tests, mutate: mutate.length > 0 ? mutate : area.mutate }
}
