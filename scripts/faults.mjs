// Runs the tests of the fault list and prints for each fault whether the required behaviour held. Faults can be chosen by their
// numbers in `faults-list`: `npm run faults -- 3 12` tries two of them.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binary, ensure, fail, plainError, root } from './ensure.mjs'
import { faults } from './faults-list.mjs'

const readNumbers = (args) => {
  const unknown = args.find((arg) => !faults.some(({ number }) => String(number) === arg))
  if (unknown !== undefined) throw plainError(`There is no fault ${unknown}: they are numbered from 1 to ${faults.length}.`)
  return args.length === 0 ? faults : faults.filter(({ number }) => args.includes(String(number)))
}

const escape = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Returns a pattern that matches a test name whose placeholders a table test fills in. */
const patternOf = (name) =>
  `^${name
    .split(/%[a-z]|\$\{[^}]*\}/)
    .map(escape)
    .join('.*')}$`

const run = (tests, report) =>
  new Promise((resolve) => {
    const paths = [...new Set(tests.map(({ file }) => file))]
    const names = [...new Set(tests.map(({ name }) => patternOf(name)))].join('|')
    const args = ['run', ...paths, '-t', names, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const env = { ...process.env, NODE_ENV: 'test', WAYFARE_FAULTS: 'all' }
    const child = spawn(binary('vitest'), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
    child.on('error', () => resolve())
    child.on('close', () => resolve())
  })

/** Lists every test that ran, by file and full name. */
const readRuns = (report) =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, duration }) => ({
      file: name.replace(`${root}/`, ''),
      name: [...ancestorTitles, title].join(' '),
      status,
      ms: duration ?? 0,
    })),
  )

/** Returns the program that a test needs, according to its name; null if none. */
const findNeed = (name) => /\(skipped without ([\w-]+)\)/.exec(name)?.[1] ?? null

const isSkipped = ({ status }) => status === 'pending' || status === 'skipped'

/** Returns the result of one test, over all rows of its table. */
const judgeTest = ({ file, name }, runs) => {
  const pattern = new RegExp(patternOf(name))
  const own = runs.filter((one) => one.file === file && pattern.test(one.name))
  const need = own.length > 0 && own.every(isSkipped) ? findNeed(name) : null
  const isGood =
    need !== null || (own.some(({ status }) => status === 'passed') && own.every(({ status }) => status !== 'failed'))
  return { runs: own.filter((one) => !isSkipped(one)), need, isGood }
}

/** Judges a fault: good if each test ran at least once and none failed; tests whose program is missing are left out. @internal */
export const judge = ({ number, fault, tests, left }, runs) => {
  const judged = tests.map((test) => judgeTest(test, runs))
  const own = new Set(judged.flatMap((test) => test.runs))
  const needs = new Set(judged.flatMap(({ need }) => need ?? []))
  const lacking = [...(left ? [left] : []), ...[...needs].map((need) => `what needs ${need}, which is not installed`)]
  const seconds = [...own].reduce((sum, { ms }) => sum + ms, 0) / 1000
  const isGood = own.size > 0 && judged.every((test) => test.isGood)
  return { number, fault, left: lacking.join(', '), isGood, count: own.size, seconds }
}

const lineOf = ({ number, fault, left, isGood, count, seconds }) => {
  const facts = `${String(number).padStart(2)}  ${isGood ? 'passed' : 'FAILED'}  ${seconds.toFixed(1).padStart(6)} s  ${fault}`
  return `${facts} (${count} ${count === 1 ? 'test' : 'tests'})${left ? `\n${' '.repeat(22)}not tried: ${left}` : ''}`
}

const main = async () => {
  const wanted = readNumbers(process.argv.slice(2))
  await ensure()
  const folder = mkdtempSync(join(tmpdir(), 'wayfare-faults-'))
  const report = join(folder, 'vitest.json')
  await run(
    wanted.flatMap(({ tests }) => tests),
    report,
  )
  const runs = existsSync(report) ? readRuns(JSON.parse(readFileSync(report, 'utf8'))) : []
  rmSync(folder, { recursive: true, force: true })
  const ends = wanted.map((one) => judge(one, runs))
  const failed = ends.filter(({ isGood }) => !isGood)
  console.log(`\n${ends.map(lineOf).join('\n')}\n\n${ends.length - failed.length} faults borne, ${failed.length} not`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(fail)
