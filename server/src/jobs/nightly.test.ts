import type { JobName } from '@wayfare/core/events'
import { afterEach, describe, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { jobs as audit } from '../features/audit/jobs.ts'
import { jobs as retention } from '../features/retention/jobs.ts'
import { jobs as wallet } from '../features/wallet/jobs.ts'
import type { Deps } from '../deps.ts'
import { enqueueJob, type Jobs } from './queue.ts'
import { startJobs } from './runner.ts'

const app = await startApp()
const { deps, database } = app
const runners: Awaited<ReturnType<typeof startJobs>>[] = []
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  await database.directPool.query('delete from graphile_worker._private_jobs')
})

type Night = { name: JobName; payload: object; key: string; work: (deps: Deps, payload: never) => Promise<void> }
const nightOf = (name: JobName, jobs: Jobs, payload: object, key: string): Night => ({
  name,
  payload,
  key,
  work: jobs[name] as Night['work'],
})
const nights = [
  nightOf('wallet.proveBooks', wallet, {}, 'proveBooks'),
  nightOf('audit.prove', audit, {}, 'proveAudit'),
  nightOf('retention.expire', retention, { turn: null }, 'expireOld'),
]

/** By their keys, which name the night: at some times of day the next one is only minutes away. */
const nightsAhead = async (): Promise<Date[]> => {
  const { rows } = await database.directPool.query<{ at: Date }>(
    "select run_at as at from graphile_worker._private_jobs where key like '%:%'",
  )
  return rows.map(({ at }) => at)
}

describe.each(nights)('the work of $name', ({ name, payload, key, work }) => {
  it('is tried again the same night when it fails, and waits for one next night', async () => {
    await enqueueJob(deps.db, name, payload as never, { jobKey: key })
    let tries = 0
    const failing = async (given: Deps, what: never): Promise<void> => {
      tries += 1
      await work(given, what)
      if (tries === 1) throw new Error('the database went away')
    }
    runners.push(await startJobs(deps, { [name]: failing }, { pool: database.directPool, alone: true }))
    await expect.poll(() => tries, { timeout: 10_000 }).toBe(2)
    expect(await nightsAhead()).toHaveLength(1)
  })

  it('is done once though the clock of the database is a little ahead', async () => {
    const inUtc = () => ({ ...deps.settings(), timeZone: 'UTC' })
    // by the clock of the database it is three, half past three and four
    const hours = { proveBooks: '03:00', proveAudit: '03:30', expireOld: '04:00' }
    const due = new Date(`2031-03-05T${hours[key as keyof typeof hours]}:00.000Z`)
    await work({ ...deps, settings: inUtc, now: () => new Date(due.getTime() - 2000) }, payload as never)
    expect(await nightsAhead()).toEqual([new Date(due.getTime() + 24 * 3_600_000)])
  })
})
