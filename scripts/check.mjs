// Checks types, lint, format, house rules, texts and pages in one run and prints a line for each. Exits non-zero if any of them
// fails. `--fix` formats.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binary, checkNode, ensureInstalled, fail, root, run } from './ensure.mjs'

// Tests and the page are type-checked against the declarations that the first run emits.
const checkTypes = async () => {
  const built = await run(binary('tsc'), ['-b', 'tsconfig.build.json'])
  if (built.code !== 0) return built
  const projects = ['tsconfig.tests.json', 'web/tsconfig.json'].filter((path) => existsSync(join(root, path)))
  const results = await Promise.all(projects.map((path) => run(binary('tsc'), ['-p', path, '--noEmit'])))
  return results.find((result) => result.code !== 0)
    ? { code: 1, output: results.map((result) => result.output).join('') }
    : { code: 0, output: '' }
}

const steps = [
  ['types', checkTypes],
  ['lint', () => run(binary('oxlint'), ['--quiet'])],
  ['format', () => run(binary('oxfmt'), ['--check'])],
  ['house', () => run(process.execPath, ['scripts/check-house.mjs'])],
  ['status', () => run(process.execPath, ['scripts/house-statuses.mjs'])],
  ['texts', () => run(process.execPath, ['scripts/check-texts.mjs'])],
  ['pages', () => run(process.execPath, ['scripts/check-pages.mjs'])],
]

const timed = async ([name, step]) => {
  const since = performance.now()
  const { code, output } = await step()
  return { name, isGood: code === 0, output, seconds: (performance.now() - since) / 1000 }
}

/** Runs all checks, prints their results and returns them. */
export const check = async ({ isFixing = false } = {}) => {
  if (isFixing) await run(binary('oxfmt'), [])
  const results = []
  for (const running of steps.map(timed)) {
    const result = await running
    const { name, isGood, output, seconds } = result
    results.push(result)
    console.log(`${isGood ? 'good  ' : 'FAILED'} ${name.padEnd(7)} ${seconds.toFixed(1)} s`)
    if (!isGood) console.log(`${output.trim()}\n`)
  }
  return results
}

const main = async () => {
  checkNode()
  await ensureInstalled()
  const results = await check({ isFixing: process.argv.includes('--fix') })
  process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(fail)
