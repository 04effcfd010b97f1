// Jobs and events, brought to an end on request instead of in the background.
import { Logger, runOnce } from 'graphile-worker'
import type { TaskList } from 'graphile-worker'
import { expect } from 'vitest'
import type { App } from '../src/app.ts'
import type { Database } from '../src/db/open.ts'
import type { Deps } from '../src/deps.ts'

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
          await work(deps, payload as never)
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
const unread = `select not exists (select from event_cursor c
  where c.reader = 'reactions' and (c.transaction_id, c.event_id) >= ($1::xid8, $2::bigint)) as waits`

/** Waits until every event so far has been reacted to. */
export const makeReadAll = (deps: Deps, database: Database) => async (): Promise<void> => {
  const pool = database.directPool
  const [goal] = (await pool.query<{ transaction: string; id: string }>(newest)).rows
  if (!goal) return
  deps.wakeReaders()
  const isBehind = async (): Promise<boolean> =>
    (await pool.query<{ waits: boolean }>(unread, [goal.transaction, goal.id])).rows[0]?.waits ?? false
  await expect.poll(isBehind, { timeout: 20_000, interval: 10 }).toBe(false)
}
