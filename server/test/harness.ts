// The application as tests meet it: real routes over a cloned database, fakes for the outside, a clock that can be moved.
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { system } from '@wayfare/core/accounts'
import type { Settings } from '@wayfare/core/settings'
import { afterAll } from 'vitest'
import { makeFakeMaps } from '../src/adapters/fakes.ts'
import { makeApp, startLive, startReaders, type App } from '../src/app.ts'
import { readConfig, type Config } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Traces } from '../src/deps.ts'
import { makeOutageLog } from '../src/db/outage.ts'
import { changeSettings } from '../src/features/settings/commands.ts'
import { makeLimits } from '../src/http/limits.ts'
import type { Metrics } from '../src/http/metrics.ts'
import type { Services } from '../src/adapters/ports.ts'
import type { ServedRoute } from '../src/http/serve.ts'
import type { Hub } from '../src/realtime/hub.ts'
import { wireAdapters } from '../src/wire.ts'
import { makeCalls } from './calls.ts'
import { cloneDatabase, type Clone } from './database.ts'
import { makeReadAll, makeRunJobs } from './jobs.ts'
import { makeTestLog } from './log.ts'
import { makeMake } from './make.ts'

export type { CallError, CallOptions, Refused } from './calls.ts'
export { cloneDatabase } from './database.ts'

export const testSecret = 'a secret of thirty-two characters or more'

const dayMs = 24 * 3_600_000

export type StartOptions = {
  /** a database that is there; one as the migrations leave it unless given */
  clone?: Clone
  config?: Partial<Config>
  settings?: Partial<Settings>
  /** multiplies every rate limit; 1 to test the limits themselves */
  limitFactor?: number
  /** a folder with a built page */
  webDir?: string
  /** outside services other than none: stubs */
  services?: Partial<Services>
  /** the way to the database, such as a proxy, and how long it may say nothing */
  database?: { reach: (url: string) => Promise<string>; answerWithinMs: number }
  /** what is counted for Prometheus */
  metrics?: Metrics
  /** where pieces of work are told as spans */
  traces?: Traces
  /** further routes, for tests of the frame */
  routes?: readonly ServedRoute[]
}

const testConfig = (url: string, dataDir: string, part: Partial<Config>): Config & { secret: string } => ({
  ...readConfig({ NODE_ENV: 'test', WAYFARE_DEMO: 'off', WAYFARE_DATA: dataDir, DATABASE_URL: url }, []),
  ...part,
  secret: testSecret,
})

/** Serves on a port of its own, the live socket too, for tests that need a real connection. */
const serve = async (app: App) => {
  const server = createServer((request, response) => app.fastify.routing(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const live = await startLive(app, server)
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    hub: live.hub,
    stop: async () => {
      server.close()
      await live.stop()
      server.closeAllConnections()
    },
  }
}

const open = async (options: StartOptions) => {
  const clone = options.clone ?? (await cloneDatabase())
  const testLog = makeTestLog()
  const { log, watch } = makeOutageLog(testLog.log)
  const clock = { offsetMs: 0 }
  const now = (): Date => new Date(Date.now() + clock.offsetMs)
  const url = (await options.database?.reach(clone.url)) ?? clone.url
  const { answerWithinMs } = options.database ?? {}
  const { traces } = options
  const database = await openDatabase({ url, prepare: true, log, traces, ...(answerWithinMs ? { answerWithinMs } : {}) })
  const unwatch = watch(database.ping)
  const maps = makeFakeMaps()
  const dataDir = mkdtempSync(join(tmpdir(), 'wf-test-'))
  const config = testConfig(clone.url, dataDir, options.config ?? {})
  const services = options.services ?? {}
  const wired = await wireAdapters({ config, database, url: clone.url, log, traces, maps, services, now })
  // on a slow machine tokens would come back between the requests of a test: their clock goes by advance alone
  const limits = makeLimits(() => clock.offsetMs, options.limitFactor ?? 1000)
  const app = await makeApp({
    ...wired,
    limits,
    routes: options.routes ?? [],
    metrics: options.metrics ?? null,
    ...(options.webDir ? { webDir: options.webDir } : {}),
  })
  return { clone, testLog, clock, now, database, maps, wired, app, dataDir, unwatch }
}

const unexpected = (errors: readonly object[]): Error =>
  new Error(`errors were logged that no test expected: ${inspect(errors, { depth: 4 }).slice(0, 4000)}`)

/** Starts the application over a database of its own. It closes by itself after the file's tests. */
export const startApp = async (options: StartOptions = {}) => {
  const { clone, testLog, clock, now, database, maps, wired, app, dataDir, unwatch } = await open(options)
  const { deps, auth, refreshSettings } = wired
  const changeSome = async (part: Partial<Settings>): Promise<void> => {
    await changeSettings(deps, system, part)
    await refreshSettings()
  }
  if (options.settings) await changeSome(options.settings)
  const reading = await startReaders(app)
  const stops = [reading.stop]
  const hubs: Hub[] = []
  const readAll = makeReadAll(deps, database, reading)
  const runJobs = makeRunJobs(deps, app, database)

  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    for (const stop of stops.toReversed()) await stop()
    await app.fastify.close()
    await wired.close()
    unwatch()
    await database.close()
    await clone.drop()
    rmSync(dataDir, { recursive: true, force: true })
    const errors = testLog.takeErrors()
    if (errors.length > 0) throw unexpected(errors)
  }
  afterAll(close)

  return {
    deps,
    db: deps.db,
    database,
    auth,
    app,
    maps,
    fastify: app.fastify,
    inject: app.fastify.inject.bind(app.fastify),
    ...makeCalls(app),
    make: makeMake(deps, testSecret),
    /** the address of a real port, with the live socket */
    listen: async (): Promise<string> => {
      const { url, hub, stop } = await serve(app)
      stops.push(stop)
      hubs.push(hub)
      return url
    },
    /** the sockets that are open on all ports, and what they listen to */
    sockets: () => hubs.map((hub) => hub.size()),
    /** moves the server's clock */
    advance: (ms: number): void => void (clock.offsetMs += ms),
    /** moves it to the beginning of the next day, so that no window in which tries are counted ends within a test */
    nextDay: (): void => void (clock.offsetMs += dayMs - (now().getTime() % dayMs)),
    runJobs,
    readAll,
    /** Reads all events and runs all due jobs, twice, so that what the first round caused is done too. */
    settle: async (): Promise<void> => {
      for (let round = 0; round < 2; round++) {
        await readAll()
        await runJobs()
      }
    },
    settings: changeSome,
    lines: testLog.lines,
    takeErrors: testLog.takeErrors,
    close,
  }
}

export type TestApp = Awaited<ReturnType<typeof startApp>>
