// Promise: a test runner for Stryker that keeps the tests of the server in one process, over one database and one application a file:
// what takes seconds to start is started once and not for each fault. A failed test counts only when it passes again without the fault.
import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { messageOf, sharedName } from './mutants-in-process.mjs'
import { makeTestWords } from './mutants-words.mjs'

const words = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'inject', 'it', 'test', 'vi']
const preparedBy = 'server/test/global-setup.ts'
const longestTestMs = 40_000

const addressOf = (file) => JSON.stringify(join(process.cwd(), file))

/** Keeps each module's own address, and marks where each test file begins, so that its hooks apply only to it. */
const makePlugin = (files) => ({
  name: 'tests',
  resolveId: (id) => (id === 'tests' || id === 'vitest' ? `\0${id}` : null),
  load: (id) => {
    if (id === '\0vitest') return words.map((word) => `export const ${word} = globalThis.wayfareTests.${word}`).join('\n')
    if (id !== '\0tests') return null
    return [
      ...files.map((file) => `import ${addressOf(file)}`),
      `export { default as prepare } from ${addressOf(preparedBy)}`,
    ].join('\n')
  },
  transform: (code, id) => {
    const placed = code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    return id.endsWith('.test.ts') ? `globalThis.wayfareTests.enterFile(${JSON.stringify(id)})\n${placed}` : placed
  },
})

const isOurs = (id) => id === 'tests' || id === 'vitest' || /^[./]|^\0|^@wayfare\//.test(id)

/** Bundles the test files into one module in the copy of the tree, which contains the faults, and returns its address. */
const bundleTests = async (files) => {
  const build = await rolldown({
    input: 'tests',
    platform: 'node',
    resolve: { conditionNames: ['source', 'node', 'import', 'default'] },
    external: (id) => !isOurs(id),
    plugins: [makePlugin(files)],
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  const file = join(process.cwd(), 'server', `mutants-${randomInt(1e9)}.mjs`)
  writeFileSync(file, output[0].code)
  return file
}

/** Unhandled errors fail the test that is running at the time, as in Vitest. */
const makeTestRunner = () => {
  let unhandled = null
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error) => (unhandled = error ?? new Error(event)))
  const run = async (test) => {
    unhandled = null
    let timer
    const late = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('it does not end')), longestTestMs)
    })
    try {
      await Promise.race([test.run(), late])
      if (unhandled) throw unhandled
    } finally {
      clearTimeout(timer)
    }
  }
  return async (test) => {
    const started = performance.now()
    const end = (more) => ({ id: test.id, name: test.name, timeSpentMs: performance.now() - started, ...more })
    return run(test).then(
      () => end({ status: 0 }),
      (error) => end({ status: 1, failureMessage: messageOf(error) }),
    )
  }
}

/** Makes a runner for tests with a database. Tests that do not pass twice in a row in one application are left out as useless. */
export const makeServedRunner = () => {
  const shared = (globalThis[sharedName] ??= {})
  const provided = {}
  const runTest = makeTestRunner()
  let bundled = ''
  let tests = []
  let end = null

  const readTests = async () => {
    const { api, tests: found, settle } = makeTestWords(provided)
    globalThis.wayfareTests = api
    await import(`${pathToFileURL(bundled).href}?${randomInt(1e9)}`)
    await settle()
    return found
  }

  const init = async () => {
    const setup = await bundleTests([])
    const { prepare } = await import(pathToFileURL(setup).href)
    rmSync(setup)
    end = await prepare({ provide: (key, value) => (provided[key] = value) })
    bundled = await bundleTests(JSON.parse(process.env.WAYFARE_MUTANTS ?? '{}').tests)
    tests = await readTests()
  }

  const dryRun = async () => {
    const results = []
    for (const test of tests) {
      shared.currentTestId = test.id
      const first = await runTest(test)
      const again = first.status === 0 ? await runTest(test) : first
      shared.currentTestId = undefined
      if (again.status === 0) results.push(first)
      else delete shared.mutantCoverage?.perTest[test.id]
    }
    return { status: 'complete', tests: results, mutantCoverage: shared.mutantCoverage }
  }

  /** Returns the first test that fails with the fault, or null. */
  const findKiller = async ({ activeMutant: { id }, hitLimit }, chosen) => {
    Object.assign(shared, { activeMutant: id, hitCount: 0, hitLimit })
    try {
      for (const test of chosen) {
        const { status, failureMessage } = await runTest(test)
        if (status === 1) return { test, failureMessage }
      }
      return null
    } finally {
      shared.activeMutant = undefined
    }
  }

  const mutantRun = async (options) => {
    const { testFilter = [] } = options
    const choose = () => tests.filter((test) => testFilter.includes(test.id))
    let killer = await findKiller(options, choose())
    if (killer && (await runTest(killer.test)).status === 1) {
      // this fault or an earlier one has corrupted state for later tests: start afresh
      tests = await readTests()
      killer = await findKiller(options, choose())
      if (killer) tests = await readTests()
    }
    if (!killer) return { status: 'survived', nrOfTests: testFilter.length }
    return { status: 'killed', killedBy: [killer.test.id], failureMessage: killer.failureMessage, nrOfTests: 1 }
  }

  return { capabilities: () => ({ reloadEnvironment: true }), init, dryRun, mutantRun, dispose: () => end?.() }
}
