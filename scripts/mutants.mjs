// Mutation testing: plants faults in an area's files, one at a time in a copy of the tree, and runs the area's tests on each.
// Prints a line for each undetected fault and the share detected; exits non-zero if that is below the area's target. `npm run
// mutants -- AREA [FILE …]`: FILE may end in a range of lines (`core/src/fare.ts:87-94`). A FILE that is a test replaces the
// area's tests, which is quicker if one test file suffices. `--one-in=5` tries a fifth of the faults, always the same ones.
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkNode, ensureInstalled, fail, root } from './ensure.mjs'
import { listFiles, readArea } from './mutants-areas.mjs'
import { sumUp } from './mutants-sample.mjs'

const optionsOf = ({ project, mutate }) => ({
  testRunner: project === 'core' ? 'in-process' : 'served',
  plugins: [join(root, 'scripts/mutants-runners.mjs')],
  mutate,
  inPlace: false,
  concurrency: 1,
  coverageAnalysis: 'perTest',
  // ignores faults in code that runs at import, such as tables: on the server each would need applications of its own
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

const main = async () => {
  checkNode()
  const { project, tests, mutate, least, oneIn } = readArea(process.argv.slice(2))
  await ensureInstalled()
  process.chdir(root)
  // it takes long, so everything else on the machine gets priority
  setPriority(10)
  process.env.WAYFARE_MUTANTS = JSON.stringify({ oneIn, tests: tests.flatMap(listFiles) })
  const { Stryker } = await import('@stryker-mutator/core')
  const { lines, line, isGood } = sumUp(await new Stryker(optionsOf({ project, mutate })).runMutationTest(), least, oneIn)
  console.log(['', ...lines, '', line].join('\n'))
  process.exitCode = isGood ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(fail)
