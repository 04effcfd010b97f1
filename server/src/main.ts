// Starts the server from its environment, and stops it cleanly when told to.
import { realpathSync } from 'node:fs'
import { isDemoCity, readActiveCity, readCurrent } from '@wayfare/citymap/dataset'
import { suggestRide } from '@wayfare/citymap/first-ride'
import { askForCity } from '@wayfare/citymap/wanted-city'
import { makeApp, startLive, startReaders, type App } from './app.ts'
import { placeOfSecret, readConfig, readSecret, type Config } from './config.ts'
import { claimDataDir } from './db/embedded-claim.ts'
import { startEmbedded } from './db/embedded.ts'
import { checkNoDemo } from './db/demo.ts'
import { joinDatabase, whileLeading, type Membership } from './db/membership.ts'
import { isOutdated, migrateDatabase } from './db/migrate.ts'
import { isConnectionTrouble, openDatabase, type Database } from './db/open.ts'
import { makeOutageLog } from './db/outage.ts'
import { checkSecret } from './db/secret-check.ts'
import { seedDatabase } from './db/seed.ts'
import type { Log, Traces } from './deps.ts'
import { openEdits } from './features/settings/commands.ts'
import { findFirstAdminCode } from './features/sign-in/queries-first-admin.ts'
import { getLastProof } from './features/wallet/queries-books.ts'
import { importFirstCity } from './first-city.ts'
import { startHistory } from './history.ts'
import { makeHealth } from './http/health.ts'
import { listenEarly, type HttpFront } from './http/listen.ts'
import { makeMetrics } from './http/metrics.ts'
import { startMetricsPort } from './http/metrics-port.ts'
import { readRelease } from './http/release.ts'
import type { VitalsReader } from './http/vitals.ts'
import type { Hub } from './realtime/hub.ts'
import { makeLog } from './log.ts'
import { exitWithError, stopOnLostLog, stopOnSignal } from './process.ts'
import { renewTown } from './renew-town.ts'
import { startRobots } from './robots.ts'
import { printWelcome } from './welcome.ts'
import { openTraces } from './traces.ts'
import { waitForMap } from './wire-maps.ts'
import { wireAdapters } from './wire.ts'
import { startWork } from './work.ts'

const stopWithinMs = 25_000
const drainWithinMs = 10_000

type Stopper = () => Promise<void> | void

/** Everything that was started, to be stopped in reverse order, even if some of it fails to stop. */
const makeStoppers = (log: Log) => {
  const stoppers: { name: string; stop: Stopper }[] = []
  const stopAll = async (): Promise<void> => {
    for (let next = stoppers.pop(); next; next = stoppers.pop()) {
      const startedAt = Date.now()
      try {
        await next.stop()
      } catch (error) {
        log.error({ err: error, part: next.name }, 'a part did not stop cleanly')
      }
      log.debug({ part: next.name, ms: Date.now() - startedAt }, 'stopped')
    }
  }
  return { add: (name: string, stop: Stopper) => void stoppers.push({ name, stop }), stopAll }
}

type OutageLog = ReturnType<typeof makeOutageLog>
type Stoppers = ReturnType<typeof makeStoppers>
/** `isFresh`: make a fresh town before serving; `remake` asks for that at run time. `halt`: the process is to end. */
type Start = {
  log: Log
  watchDatabase: OutageLog['watch']
  stoppers: Stoppers
  isFresh: boolean
  remake: (dataset: string | null) => void
  halt: AbortSignal
  /** called if another server has the database, so that this one must end */
  onTaken: (reason: Error) => void
}

/** The URL of the database: an outside one, or our own, which is started here. */
const reachDatabase = async (
  config: Config,
  front: HttpFront,
  { log, stoppers }: Pick<Start, 'log' | 'stoppers'>,
): Promise<string> => {
  if (config.databaseUrl !== null) return config.databaseUrl
  front.say('The database is starting.')
  const options = { dataDir: config.dataDir, runAs: config.pgRunAs ?? undefined }
  const embedded = await startEmbedded({ ...options, log: (line) => log.info({}, line) })
  stoppers.add('database', embedded.stop)
  if (embedded.adopted) log.info({}, 'the database of a server that was killed was still running and is used on')
  return embedded.url
}

type Prepared = Config & { secret: string; secretPlace: string }
type Traced = { traces: Traces | null }

type Current = { database: Database; membership: Membership }

const openCurrent = async (config: Prepared, url: string, start: Start & Traced): Promise<Current> => {
  const { log, traces, watchDatabase, stoppers, onTaken } = start
  const database = await openDatabase({ url, directUrl: config.databaseDirectUrl, prepare: config.dbPrepare, log, traces })
  stoppers.add('connections', database.close)
  stoppers.add('outages', watchDatabase(database.ping))
  const membership = await joinDatabase({ ...config, url, log, onTaken })
  stoppers.add('membership', membership.leave)
  const { directPool } = database
  const migrate = () => migrateDatabase(directPool, log)
  await ((await isOutdated(directPool)) ? membership.whileAlone(migrate) : migrate())
  await checkSecret(directPool, config.secret, { isNewWanted: config.newSecret, where: config.secretPlace })
  if (!config.demo) await checkNoDemo(directPool)
  await seedDatabase(database.db, { ...config, region: readActiveCity(config.dataDir) })
  return { database, membership }
}

type Measured = Pick<Start, 'stoppers'> & { vitals: VitalsReader; database: Database; hub: Hub | null }

const serveMetrics = async (
  { options: { deps, metrics } }: App,
  { vitals, database, stoppers, hub }: Measured,
): Promise<void> => {
  const place = deps.config.metrics
  if (!place || !metrics) return
  const sources = {
    vitals: vitals.read,
    pools: database.pools,
    sockets: () => hub && hub.size(),
    findProof: async () => (await getLastProof(deps)).proof,
  }
  const { port, close } = await startMetricsPort({ ...place, metrics, sources })
  stoppers.add('metrics', close)
  deps.log.info({ host: place.host, port }, 'metrics are served')
}

/** Starts the parts of this process's roles, in the order of their dependencies. */
const startParts = async (
  app: App,
  front: HttpFront,
  { database, membership, stoppers, halt }: Start & Current,
): Promise<void> => {
  const { deps } = app.options
  const { config } = deps
  const { roles } = config
  const reading = await startReaders(app)
  stoppers.add('events', reading.stop)
  if (roles.has('worker') || roles.has('dispatch')) {
    const work = await startWork(app, { pool: database.jobPool, alone: config.bus === 'local', membership })
    stoppers.add('jobs', work.stop)
  }
  let hub: Hub | null = null
  if (roles.has('gateway')) {
    const live = await startLive(app, front.server)
    stoppers.add('sockets', live.stop)
    reading.watch(live.reader)
    hub = live.hub
  }
  stoppers.add('requests', () => front.drain(drainWithinMs))
  const { vitals } = app
  await serveMetrics(app, { vitals, database, stoppers, hub })
  const health = makeHealth(vitals, readRelease(config.commit))
  if (config.bus !== 'local') {
    await waitForMap(deps.maps, halt)
    await reading.followCity()
  }
  await front.open((request, response) => app.fastify.routing(request, response), health)
}

/** A ride to suggest in the operator's own city; that of the demo's city is fixed. */
const findRide = (dataDir: string, country: string) => {
  const ride = isDemoCity(readCurrent(dataDir)) ? null : suggestRide(dataDir)
  return ride && { ...ride, isElsewhere: readActiveCity(dataDir)?.country !== country }
}

type Wired = Awaited<ReturnType<typeof wireAdapters>>

/** Starts a demo's history and simulated people in the background; returns a ride to suggest. */
const startDemo = ({ deps, auth }: Wired, { port, server }: HttpFront, { log, stoppers, membership }: Start & Current) => {
  const { config } = deps
  if (!config.demo) return null
  // only one of several processes simulates, or two would drive the same cars
  const begin = () => {
    const history = startHistory(deps)
    const robots = config.robots ? startRobots({ deps, auth, server, port, log }) : null
    return { stop: async () => void (await Promise.all([robots?.stop(), history.stop()])) }
  }
  if (config.roles.has('worker')) stoppers.add('demo drivers', whileLeading(membership, begin).stop)
  return findRide(config.dataDir, deps.settings().country)
}

/** Starts everything and returns the port. */
const startServer = async (given: Config, start: Start): Promise<number> => {
  const { log, stoppers } = start
  stoppers.add('data folder', claimDataDir(given.dataDir).release)
  const dataDir = realpathSync(given.dataDir)
  const prepared = { ...given, dataDir, secret: readSecret(given), secretPlace: placeOfSecret(given) }
  const traces = await openTraces(given, readRelease(given.commit).version, log)
  if (traces) stoppers.add('traces', traces.stop)
  const front = await listenEarly({ ...prepared, isEarly: prepared.bus === 'local' })
  stoppers.add('port', front.close)

  const isCityTried = await importFirstCity({ config: prepared, log, say: front.say, halt: start.halt })
  const config = isCityTried ? { ...prepared, cityFile: null } : prepared
  const url = await reachDatabase(config, front, start)
  front.say(start.isFresh ? 'A fresh town is being made.' : 'The database is being brought up to date.')
  const problem = start.isFresh ? await renewTown(config, url, start.log) : null
  const { database, membership } = await openCurrent(config, url, { ...start, traces })
  front.say('The services are starting.')
  const wired = await wireAdapters({ config: { ...config, port: front.port }, database, url, log, traces })
  stoppers.add('adapters', wired.close)
  if (config.unlock && (await openEdits(wired.deps))) {
    await wired.refreshSettings()
    log.warn({}, 'WAYFARE_UNLOCK opened the demo lock: take it out of the environment again')
  }
  const town = { startedAt: Date.now(), problem, remake: start.remake }
  if (config.isProduction && isDemoCity(readCurrent(config.dataDir))) {
    log.warn({}, "the demo's map of Gothenburg is served: import your own city on the page City map, or by npm run import-city")
  }
  const metrics = config.metrics && makeMetrics(readRelease(config.commit))
  const app = await makeApp({ ...wired, server: front.server, town, metrics })
  await startParts(app, front, { ...start, database, membership })
  const ride = startDemo(wired, front, { ...start, database, membership })
  const firstAdminCode = await findFirstAdminCode(wired.deps)
  console.log(printWelcome({ ...config, firstAdminCode, ride }, front.port))
  return front.port
}

/** Starts the server, and again for each fresh town that is requested; `stop` ends the running one. */
const makeRun = (config: Config, { log, watch: watchDatabase }: OutageLog) => {
  let stoppers = makeStoppers(log)
  const halt = new AbortController()
  let starting: Promise<number>
  const start = (port: number, isFresh: boolean): Promise<number> => {
    stoppers = makeStoppers(log)
    return startServer({ ...config, port }, { log, watchDatabase, stoppers, isFresh, remake, halt: halt.signal, onTaken })
  }
  /** A start that fails ends the process, unless it is ending already. */
  const watch = async (attempt: Promise<number>): Promise<void> => {
    try {
      await attempt
    } catch (error) {
      if (halt.signal.aborted) return
      await stoppers.stopAll()
      exitWithError(error)
    }
  }
  const restart = async (port: number, dataset: string | null): Promise<number> => {
    log.info({ dataset }, 'stopping for a fresh town')
    await stoppers.stopAll()
    if (halt.signal.aborted) return port
    // only now, while no server runs, which would first check for trips that block the switch
    if (dataset !== null) askForCity(config.dataDir, dataset)
    return start(port, true)
  }
  const onTaken = (reason: Error): void => {
    log.error({ err: reason }, 'another server has the database: this one stops')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    void stoppers.stopAll().finally(() => process.exit(1))
  }
  let isRenewing = false
  const remake = (dataset: string | null): void => {
    if (isRenewing || halt.signal.aborted) return
    isRenewing = true
    starting = starting.then((port) => restart(port, dataset)).finally(() => (isRenewing = false))
    void watch(starting)
  }
  return {
    begin: (): Promise<void> => watch((starting = start(config.port, false))),
    stopAll: () => stoppers.stopAll(),
    /** waits for a start under way first, so that nothing is left behind */
    stop: async (): Promise<void> => {
      halt.abort()
      log.info({}, 'stopping')
      await starting.catch(() => {})
      await stoppers.stopAll()
    },
  }
}

const run = async (): Promise<void> => {
  const config = readConfig(process.env, process.argv.slice(2))
  const outages = makeOutageLog(makeLog(config))
  const { log } = outages
  const server = makeRun(config, outages)
  const begun = server.begin()
  stopOnSignal(server.stop, stopWithinMs)
  stopOnLostLog(server.stop, stopWithinMs)
  process.on('uncaughtException', (error) => {
    // a connection of a library without an error listener: the next query opens another
    if (isConnectionTrouble(error)) return log.warn({ err: error }, 'a connection broke')
    log.error({ err: error }, 'something unforeseen happened: the server stops')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    void server.stopAll().then(() => process.exit(1))
  })
  await begun
}

await run().catch(exitWithError)
