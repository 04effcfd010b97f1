// Runs jobs soon after their commit and retries failed ones; another worker takes over the jobs of one that died.
import { EventEmitter } from 'node:events'
import { Logger, run, type LogFunctionFactory, type TaskList, type Worker, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { isConnectionTrouble } from '../db/open.ts'
import type { Deps, Log, NewSpan } from '../deps.ts'
import { watchDue } from './due.ts'
import { releaseAll, startHeart } from './heartbeat.ts'
import { outsideJobs, type Jobs } from './queue.ts'
import { hearOfJobs, type Crew } from './wake.ts'

/** How many jobs run concurrently: our own, and those that wait for outside services. */
const concurrency = { inside: 4, outside: 4 } as const

// Workers are woken when jobs are added (jobs/wake, or NOTIFY outside inTx), and by one poll per process for delayed ones
// (jobs/due). Eight workers that each poll would be most of an idle server's work, so they do so only at this interval (ms).
const pollInterval = 10_000

const asConnectionTrouble = (error: Error): Error => Object.assign(error, { code: 'ETIMEDOUT' })

// A failure that will be retried is a warning; the last one is an error, which the admin sees on the System page.
const logFactory = (log: Log): LogFunctionFactory => {
  const isNews = /^(Failed task|Task .* not supported)/
  const ofListener = /notify listener|UNLISTEN/
  return () => (level, message, meta) => {
    if (ofListener.test(message)) log.warn({ err: asConnectionTrouble(new Error(message)) }, 'the job runner lost a connection')
    else if (level === 'error' || level === 'warning') log.warn({ job: meta?.['job'] && 'failed' }, message)
    else if (isNews.test(message)) log.debug({}, message)
  }
}

type Active = Set<string>

const describeRun = (name: string, attempt: number): NewSpan => ({
  name: `job ${name}`,
  kind: 'consumer',
  facts: { 'wayfare.job.name': name, 'wayfare.job.attempt': attempt },
})

const taskOf =
  (deps: Deps, active: Active, name: string, work: (deps: Deps, payload: never) => Promise<void>): TaskList[string] =>
  async (payload, { job }) => {
    active.add(job.id)
    try {
      const run = () => work(deps, payload as never)
      await (deps.traces ? deps.traces.run(describeRun(name, job.attempts), run) : run())
    } catch (error) {
      const isLast = job.attempts >= job.max_attempts
      const facts = { job: name, attempt: job.attempts, err: error }
      if (isLast) deps.log.error(facts, 'a job has used up its tries')
      else deps.log.warn(facts, 'a job failed and will be tried again')
      throw error
    } finally {
      active.delete(job.id)
    }
  }

/**
 * The library marks jobs as done in the background, and retries that after errors whose code it knows; a missing connection has
 * no code, so one is added. Attempts after the stop never resolve: the pool may have ended, nobody waits for them, and the
 * heartbeat of another process releases the job.
 */
const withKnownErrors = (pool: Pool, hasStopped: () => boolean): Pool =>
  new Proxy(pool, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'connect') return value.bind(target)
      return (...callback: [never]) => {
        if (hasStopped()) return new Promise(() => {})
        const connecting: unknown = value.apply(target, callback)
        if (!(connecting instanceof Promise)) return connecting
        return connecting.catch((error: unknown) => {
          throw isConnectionTrouble(error) ? asConnectionTrouble(error as Error) : error
        })
      }
    },
  })

/** Follows a runner: adds the id under which it locks jobs to `pools`, and returns its workers that are at work. */
const followWorkers = (pools: string[]): [WorkerEvents, ReadonlySet<Worker>] => {
  const events: WorkerEvents = new EventEmitter()
  const workers = new Set<Worker>()
  events.on('pool:create', ({ workerPool }) => void pools.push(workerPool.id))
  events.on('worker:create', ({ worker }) => void workers.add(worker))
  events.on('worker:release', ({ worker }) => void workers.delete(worker))
  return [events, workers]
}

type Place = { pool: Pool; alone: boolean; lostAfterMs?: number }

/** Starts running jobs; `alone` means that no other process does. */
export const startJobs = async (deps: Deps, jobs: Jobs, { pool, alone, lostAfterMs }: Place) => {
  const active: Active = new Set()
  let hasStopped = false
  if (alone) await releaseAll(pool, deps.log)
  const pools: string[] = []
  const crews: Crew[] = []
  const starting = (['inside', 'outside'] as const).map(async (side) => {
    const taskList: TaskList = {}
    for (const [name, work] of Object.entries(jobs)) {
      if (work && outsideJobs.has(name) === (side === 'outside')) taskList[name] = taskOf(deps, active, name, work)
    }
    if (Object.keys(taskList).length === 0) return null
    const [events, workers] = followWorkers(pools)
    crews.push({ names: Object.keys(taskList), workers })
    const runner = await run({
      pgPool: withKnownErrors(pool, () => hasStopped),
      taskList,
      concurrency: concurrency[side],
      pollInterval,
      noHandleSignals: true,
      noPreparedStatements: !deps.config.dbPrepare,
      logger: new Logger(logFactory(deps.log)),
      events,
    })
    // settles when the runner ends; a failure while stopping must not end the process
    runner.promise.catch((error: unknown) => deps.log.error({ err: error }, 'the job runner ended'))
    return runner
  })
  const runners = await Promise.all(starting)
  const heart = await startHeart(pool, deps.log, { ids: pools, active, lostAfterMs })
  const due = watchDue(pool, deps.log, crews)
  const stopHearing = hearOfJobs(deps.bus, crews)
  return {
    stop: async (): Promise<void> => {
      stopHearing()
      // from here on, a poll under way wakes no worker
      await Promise.all([due.stop(), ...runners.map((runner) => runner?.stop())]).finally(() => (hasStopped = true))
      await heart.stop()
    },
  }
}
