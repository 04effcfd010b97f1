// Runs all tests, also from a fresh clone, and ends with a line for each flaky or failed test and one with the counts.
// `--only check|sizes|unit|e2e` runs a part.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { binary, ensure, plainError, root } from './ensure.mjs'
import { makeScratch } from './scratch.mjs'
import { checkSizes } from './sizes.mjs'
import { brokenPart, readCheck, readPlaywright, readVitest, sumUp } from './test-report.mjs'

const parts = ['check', 'sizes', 'unit', 'e2e']

const stream = (command, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', () => resolve(1))
    child.on('close', (code, signal) => resolve(signal ? 1 : code))
  })

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null)

const runCheck = async () => readCheck(await check())

const runUnit = async (folder) => {
  const report = join(folder, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // with NODE_ENV=production, the page's libraries would lack what tests need
  const code = await stream(binary('vitest'), args, { NODE_ENV: 'test' })
  return readVitest(readReport(report), code, root)
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
  return readPlaywright(readReport(report), code)
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
    return brokenPart(part, error?.message ?? error)
  } finally {
    console.log(`== ${part}: ${((performance.now() - since) / 1000).toFixed(1)} s ==`)
  }
}

const main = async () => {
  const wanted = readOnly(process.argv)
  await ensure()
  const folder = makeScratch()
  process.env.TMPDIR = folder
  process.env.TEST_DATABASE_DIR = join(folder, 'database')
  const found = []
  for (const part of wanted) found.push(await attempt(part, folder))
  const { lines, line, isGood } = sumUp(found)
  console.log(['', ...lines, '', line].slice(lines.length > 0 ? 0 : 1).join('\n'))
  process.exitCode = isGood ? 0 : 1
}

const failLast = (error) => {
  console.error(error?.isPlain ? error.message : error)
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(failLast)
