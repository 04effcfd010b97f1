// Promise: jobs run soon after their commit, again when they fail, and those of a worker that died are taken up by another.
import { EventEmitter } from 'node:events'
import { Logger, run, type LogFunctionFactory, type TaskList, type Worker, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { isConnectionTrouble } from '../db/open.ts'
import type { Deps, Log, NewSpan } from '../deps.ts'
import { watchDue } from './due.ts'
import { releaseAll, startHeart } from './heartbeat.ts'
import { outsideJobs, type Jobs } from './queue.ts'
import { hearOfJobs, type Crew } from './wake.ts'

/** At once: jobs of ours, and jobs that wait for a service outside. */
const concurrency = { inside: 4, outside: 4 } as const

// Jobs are begun when whoever adds them says so (jobs/wake, or NOTIFY outside inTx), delayed ones by one look of the process (jobs/due). Eight workers that each look by themselves would be
// most of what an idle server does; this often (ms) they do so all the same.
const pollInterval = 10_000

const asConnectionTrouble = (error: Error): Error => Object.assign(error, { code: 'ETIMEDOUT' })

// What one job failed at is a warning: it is tried again. The last failure is an error, for the admin sees it stay.
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
 * The library tells the database in the background that a job is done, and tries that again after a failure whose code it knows;
 * having no connection has none. Tries that come after the stop are never answered: the pool may have ended, nobody waits for
 * them, and the heartbeat of another process frees the job.
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

/** What a runner tells of itself: the name under which it holds jobs, added to `pools`, and its workers while they work. */
const followWorkers = (pools: string[]): [WorkerEvents, ReadonlySet<Worker>] => {
  const events: WorkerEvents = new EventEmitter()
  const workers = new Set<Worker>()
  events.on('pool:create', ({ workerPool }) => void pools.push(workerPool.id))
  events.on('worker:create', ({ worker }) => void workers.add(worker))
  events.on('worker:release', ({ worker }) => void workers.delete(worker))
  return [events, workers]
}

type Place = { pool: Pool; alone: boolean; lostAfterMs?: number }

/** Starts taking jobs; `alone` says that no other process does. */
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
    // it settles when the runner ends; a failure while stopping must not end the process
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
      // a look that is under way wakes nobody any more
      await Promise.all([due.stop(), ...runners.map((runner) => runner?.stop())]).finally(() => (hasStopped = true))
      await heart.stop()
    },
  }
}
