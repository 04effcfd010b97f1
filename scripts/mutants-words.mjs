// Promise: what tests of the server take from Vitest, for mutants-served.mjs: suites with their hooks, tests, polls and timers.
import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect as chaiExpect } from 'vitest'
import { each } from './mutants-in-process.mjs'

const pollMs = 8000

const makePoll = (read, { interval = 20 } = {}, isNegated = false) =>
  new Proxy(
    {},
    {
      get: (_target, name) => {
        if (name === 'not') return makePoll(read, { interval }, true)
        return async (...wanted) => {
          const until = Date.now() + pollMs
          for (;;) {
            try {
              const found = chaiExpect(await read())
              return (isNegated ? found.not : found)[name](...wanted)
            } catch (error) {
              if (Date.now() > until) throw error
            }
            await sleep(interval)
          }
        }
      },
    },
  )
const expect = Object.assign((value, message) => chaiExpect(value, message), chaiExpect, { poll: makePoll })

const realImmediate = setImmediate
const vi = {
  useFakeTimers: () => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate'] }),
  useRealTimers: () => mock.timers.reset(),
  advanceTimersByTimeAsync: async (ms) => {
    for (let i = 0; i < ms; i++) {
      mock.timers.tick(1)
      await new Promise((resolve) => realImmediate(resolve))
    }
  },
}

const makeSuite = (name, parent) => ({ name, parent, beforeAll: [], beforeEach: [], afterEach: [], isBegun: false })
const lineOf = (suite) => (suite ? [...lineOf(suite.parent), suite] : [])

const begin = async (suite) => {
  if (suite.isBegun) return
  suite.isBegun = true
  for (const hook of suite.beforeAll) await hook()
}

const runIn = async (suite, run) => {
  const suites = lineOf(suite)
  for (const one of suites) await begin(one)
  for (const one of suites) for (const hook of one.beforeEach) await hook()
  try {
    await run()
  } finally {
    for (const one of suites.toReversed()) for (const hook of one.afterEach.toReversed()) await hook()
  }
}

/** The words, and the tests in the order in which they stand. */
export const makeTestWords = (provided) => {
  const tests = []
  let suite = makeSuite('', null)
  const it = (name, run) => {
    const own = suite
    tests.push({ id: String(tests.length), name: `${own.name} ${name}`, run: () => runIn(own, run) })
  }
  const describe = (name, read) => {
    const outer = suite
    suite = makeSuite(`${outer.name} ${name}`, outer)
    read()
    suite = outer
  }
  it.each = each(it)
  describe.each = each(describe)
  const hooks = Object.fromEntries(
    ['beforeAll', 'beforeEach', 'afterEach'].map((when) => [when, (hook) => void suite[when].push(hook)]),
  )
  const api = {
    ...hooks,
    afterAll: () => {},
    describe,
    enterFile: (file) => (suite = makeSuite(file.split('/').at(-1), null)),
    expect,
    inject: (key) => provided[key],
    it,
    test: it,
    vi,
  }
  return { api, tests }
}
