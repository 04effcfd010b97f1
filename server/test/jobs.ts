// Jobs and events, brought to an end on request instead of in the background.
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import { expect } from 'vitest'
import type { App, startReaders } from '../src/app.ts'
import type { Database } from '../src/db/open.ts'
import type { Deps } from '../src/deps.ts'
import { compareCursors } from '../src/cursors.ts'

/** Runs the jobs that are due (all that wait, with `early`), and those they add, until none is left. */
export const makeRunJobs =
  (deps: Deps, app: App, database: Database) =>
  async ({ early = false }: { early?: boolean } = {}): Promise<void> => {
    const pool = database.directPool
    if (early) await pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
    const taskList: TaskList = {}
    for (const [name, work] of Object.entries(app.jobs)) {
      taskList[name] = async (payload) => {
        try {
          const run = () => work(deps, payload as never)
          await (deps.traces ? deps.traces.run({ name: `job ${name}`, kind: 'consumer', facts: {} }, run) : run())
        } catch (error) {
          deps.log.error({ err: error, job: name }, 'a job failed')
          throw error
        }
      }
    }
    await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) })
  }

// The goal is the newest event itself, not pg_snapshot_xmin: transactions of other tests' databases hold that one back.
const newest = `select transaction_id::text as transaction, id::text as id from event order by transaction_id desc, id desc limit 1`

/** Waits until every event so far has been read by all readers: reacted to, and known of settings and of drivers. */
export const makeReadAll =
  (deps: Deps, database: Database, { readers }: Awaited<ReturnType<typeof startReaders>>) =>
  async (): Promise<void> => {
    const [newestEvent] = (await database.directPool.query<{ transaction: string; id: string }>(newest)).rows
    if (!newestEvent) return
    const goal = `${newestEvent.transaction}:${newestEvent.id}`
    deps.wakeReaders()
    const isBehind = () => readers.some((reader) => compareCursors(reader.position(), goal) < 0)
    await expect.poll(isBehind, { interval: 10 }).toBe(false)
  }
