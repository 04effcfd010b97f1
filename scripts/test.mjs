// Promise: every test there is, from a fresh clone, and a last line that says how many passed and failed. `--only check|sizes|unit|e2e` runs a part.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { binary, ensure, plainError, root } from './ensure.mjs'
import { checkSizes } from './sizes.mjs'

const parts = ['check', 'sizes', 'unit', 'e2e']
const none = { passed: 0, failed: 0, skipped: 0 }

const stream = (command, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', () => resolve(1))
    child.on('close', (code, signal) => resolve(signal ? 1 : code))
  })

// A runner that ends badly without a failed test (a file that does not load, a worker that dies) counts as one failure.
const atLeastOneFailure = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null)

/** The counts of vitest's JSON report; a file that could not be loaded counts as one failed test. */
export const countVitest = (report, code) => {
  if (!report) return { ...none, failed: 1 }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return atLeastOneFailure(counts, code)
}

/** The counts of Playwright's JSON report; a test that passed only at a second try has failed. */
export const countPlaywright = (report, code) => {
  if (!report) return { ...none, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return atLeastOneFailure({ passed: expected, failed: unexpected + flaky, skipped }, code)
}

/** The sum, and the line that ends every run. */
export const sumUp = (all) => {
  const sum = all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    none,
  )
  const line = `${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`
  return { line, isGood: sum.failed === 0 && sum.passed > 0 }
}

const runCheck = async () => {
  const failed = await check()
  return { ...none, failed: failed.length, passed: 4 - failed.length }
}

const runUnit = async (folder) => {
  const report = join(folder, 'vitest.json')
  const code = await stream(binary('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  return countVitest(readReport(report), code)
}

const runE2e = async (folder) => {
  const report = join(folder, 'playwright.json')
  const config = 'e2e/playwright.config.ts'
  if (!existsSync(join(root, config))) throw plainError(`${config} is missing.`)
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    WAYFARE_BROWSER: JSON.stringify(await findBrowser()),
  }
  const code = await stream(binary('playwright'), ['test', '-c', config, '--reporter=list,json'], env)
  return countPlaywright(readReport(report), code)
}

const runners = { check: runCheck, sizes: async () => checkSizes(), unit: runUnit, e2e: runE2e }

const readOnly = (argv) => {
  const index = argv.indexOf('--only')
  if (index < 0) return parts
  const part = argv[index + 1]
  if (!parts.includes(part)) throw plainError(`--only takes one of: ${parts.join(', ')}.`)
  return [part]
}

const attempt = async (part, folder) => {
  const since = performance.now()
  console.log(`\n== ${part} ==`)
  try {
    return await runners[part](folder)
  } catch (error) {
    console.error(error?.isPlain ? error.message : error)
    return { ...none, failed: 1 }
  } finally {
    console.log(`== ${part}: ${((performance.now() - since) / 1000).toFixed(1)} s ==`)
  }
}

const main = async () => {
  const wanted = readOnly(process.argv)
  await ensure()
  const folder = mkdtempSync(join(tmpdir(), 'wayfare-test-'))
  const counts = []
  for (const part of wanted) counts.push(await attempt(part, folder))
  rmSync(folder, { recursive: true, force: true })
  const { line, isGood } = sumUp(counts)
  console.log(`\n${line}`)
  process.exitCode = isGood ? 0 : 1
}

const failLast = (error) => {
  console.error(error?.isPlain ? error.message : error)
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(failLast)
