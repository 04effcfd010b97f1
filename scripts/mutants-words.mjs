// Replaces the parts of Vitest that server tests use, for mutants-served.mjs: suites with hooks, tests, polls and timers.
import { AsyncLocalStorage } from 'node:async_hooks'
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

const makeSuite = (id, name, parent) => ({
  id,
  name,
  parent,
  count: 0,
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
  isBegun: false,
})
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

/** By its place, whichever of two files that are read over time comes first. */
const takeId = (suite) => `${suite.id}/${(suite.count += 1)}`

/** Returns the functions, the tests collected, and a wait for their collection: suites may be asynchronous and concurrent. */
export const makeTestWords = (provided) => {
  const tests = []
  const reading = []
  const inner = new AsyncLocalStorage()
  let file = makeSuite('', '', null)
  const current = () => inner.getStore() ?? file
  const it = (name, run) => {
    const own = current()
    tests.push({ id: takeId(own), name: `${own.name} ${name}`, run: () => runIn(own, run) })
  }
  const describe = (name, read) => {
    const outer = current()
    reading.push(inner.run(makeSuite(takeId(outer), `${outer.name} ${name}`, outer), async () => read()))
  }
  it.each = each(it)
  describe.each = each(describe)
  it.skipIf = (isSkipped) => (isSkipped ? () => {} : it)
  describe.skipIf = (isSkipped) => (isSkipped ? () => {} : describe)
  const hooks = Object.fromEntries(
    ['beforeAll', 'beforeEach', 'afterEach'].map((when) => [when, (hook) => void current()[when].push(hook)]),
  )
  const api = {
    ...hooks,
    afterAll: () => {},
    describe,
    enterFile: (path) => (file = makeSuite(path, path.split('/').at(-1), null)),
    expect,
    inject: (key) => provided[key],
    it,
    test: it,
    vi,
  }
  const settle = async () => {
    // nested suites are added meanwhile
    for (let seen = -1; seen < reading.length; await Promise.all(reading)) seen = reading.length
  }
  return { api, tests, settle }
}
