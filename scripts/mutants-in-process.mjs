// Promise: a test runner for Stryker that keeps the tests of pure code in one process: they are bundled once and read anew for each
// fault, which takes milliseconds where Vitest takes a second for a worker. It knows what those tests use: describe, it, each, expect.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { types } from 'node:util'
import { Script } from 'node:vm'
import { rolldown } from 'rolldown'
import { expect } from 'vitest'
import { root } from './ensure.mjs'

const require = createRequire(join(root, 'citymap/src/'))

/** Requires a package that has only a default export, in the form that a CommonJS bundle expects. */
const load = (id) => {
  const found = require(id)
  return types.isModuleNamespaceObject(found) && Object.keys(found).every((name) => name === 'default' || name.startsWith('__'))
    ? found.default
    : found
}
export const messageOf = (error) => String(error?.message ?? error)

/** Bundles the test files into one script that takes `require`. It runs in a copy of the tree, which contains the faults. */
const bundleTests = async (files) => {
  const entry = 'tests'
  const isOurs = (id) => id === entry || /^[./]|^@wayfare\//.test(id)
  const build = await rolldown({
    input: entry,
    platform: 'node',
    resolve: { conditionNames: ['source', 'node'] },
    external: (id) => !isOurs(id),
    plugins: [
      {
        name: 'tests',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) =>
          id === `\0${entry}` ? files.map((file) => `import ${JSON.stringify(join(process.cwd(), file))}`).join('\n') : null,
      },
    ],
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'cjs' })
  return new Script(`(function (require, module, exports, __filename) {${output[0].code}\n})`)
}

/** Makes `each` for a function that adds a test or a suite. */
export const each = (add) => (rows) => (name, run) => {
  for (const row of rows) add(name, () => run(...(Array.isArray(row) ? row : [row])))
}
const describe = Object.assign((_name, read) => read(), { each: each((_name, read) => read()) })

/** Collects the tests. They are identified by position, since a fault may change their names. */
const readTests = (script) => {
  const tests = []
  const it = (name, run) => void tests.push({ id: String(tests.length), name, run })
  it.each = each(it)
  const module = { exports: {} }
  script.runInThisContext()((id) => (id === 'vitest' ? { expect, it, test: it, describe } : load(id)), module, module.exports, '')
  return tests
}

const runTest = async ({ id, name, run }) => {
  const started = performance.now()
  const end = (more) => ({ id, name, timeSpentMs: performance.now() - started, ...more })
  try {
    await run()
    return end({ status: 0 })
  } catch (error) {
    return end({ status: 1, failureMessage: messageOf(error) })
  }
}

const makeKilled = (killedBy, failureMessage, nrOfTests) => ({ status: 'killed', killedBy, failureMessage, nrOfTests })

/** Stryker's name for what it shares with the files that it changed: the fault that is on, and what each test reached. */
export const sharedName = '__stryker__'

/** Makes a runner for tests without a database, a page or waiting. */
export const makeInProcessRunner = () => {
  const shared = (globalThis[sharedName] ??= {})
  let script = null

  const dryRun = async () => {
    const tests = []
    for (const test of readTests(script)) {
      shared.currentTestId = test.id
      tests.push(await runTest(test))
      shared.currentTestId = undefined
    }
    return { status: 'complete', tests, mutantCoverage: shared.mutantCoverage }
  }

  const runTests = async (tests, hitLimit) => {
    for (const [i, test] of tests.entries()) {
      const { status, failureMessage } = await runTest(test)
      if (shared.hitCount > hitLimit) return { status: 'timeout', reason: 'it goes round and round' }
      if (status === 1) return makeKilled([test.id], failureMessage, i + 1)
    }
    return { status: 'survived', nrOfTests: tests.length }
  }

  const mutantRun = async ({ activeMutant: { id }, mutantActivation, testFilter, hitLimit }) => {
    Object.assign(shared, { hitCount: 0, hitLimit, activeMutant: mutantActivation === 'static' ? id : undefined })
    try {
      const tests = readTests(script).filter((test) => testFilter?.includes(test.id) ?? true)
      shared.activeMutant = id
      return await runTests(tests, hitLimit)
    } catch (error) {
      return makeKilled([], messageOf(error), 0)
    } finally {
      shared.activeMutant = undefined
    }
  }

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    init: async () => {
      // the same examples for each fault, and no shrinking after a failure
      load('fast-check').configureGlobal({ seed: 1, endOnFailure: true })
      script = await bundleTests(JSON.parse(process.env.WAYFARE_MUTANTS ?? '{}').tests)
    },
    dryRun,
    mutantRun,
  }
}
