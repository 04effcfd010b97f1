// Promise: the answers of /api/health tell the truth, and to strangers no more than states and ages: no name, cause, size or count.
import { lateAfterS } from '../events-lag.ts'
import type { Release } from './release.ts'
import type { Vitals, VitalsReader } from './vitals.ts'

/** `failing`: people should not be sent here. `unknown`: what would tell did not answer. */
type CheckState = 'ok' | 'warning' | 'failing' | 'unknown'
type Check = { status: CheckState; reason?: string; oldestS?: number; lagS?: number }
type CheckName = 'database' | 'map' | 'jobs' | 'events' | 'disk'
type Checks = Record<CheckName, Check>

export type HealthAnswer = { isServing: boolean; body: object }
/** `database`: the plain answer, which asks nothing but the database. `all`: each check by itself. */
export type Health = { database: () => Promise<HealthAnswer>; all: () => Promise<HealthAnswer> }

const mebibyte = 2 ** 20
/** Jobs of ours take milliseconds: one that waits for half a minute is news, for ten minutes nobody works. */
const jobLimits = { warning: 30, failing: 600 }
const lagLimits = { warning: lateAfterS, failing: 60 }
/** An upload and a vacuum still fit above the first, nothing does below the second. */
const diskLimits = { warning: 1024 * mebibyte, failing: 100 * mebibyte }

const databaseAway = 'The database does not answer.'

const judge = (value: number, { warning, failing }: { warning: number; failing: number }): CheckState =>
  value > failing ? 'failing' : value > warning ? 'warning' : 'ok'

const checkMap = ({ map, isEngineDown }: Vitals): Check => {
  if (map === 'preparing') return { status: 'failing', reason: 'The map is being prepared.' }
  if (map === 'failed') return { status: 'failing', reason: 'There is no map.' }
  return isEngineDown ? { status: 'warning', reason: 'A map engine does not answer.' } : { status: 'ok' }
}

/** What became due while nobody worked gets its time after a start. */
const checkJobs = ({ backlog, upS }: Vitals): Check => {
  if (!backlog) return { status: 'unknown' }
  const { oldestS } = backlog.inside
  const status = judge(Math.min(oldestS, upS), jobLimits)
  return { status, ...(status === 'ok' ? {} : { reason: 'Work that is due waits.' }), oldestS: Math.round(oldestS) }
}

const checkEvents = ({ events: { lagS }, upS }: Vitals): Check => {
  if (lagS === null) return { status: 'unknown' }
  const status = judge(Math.min(lagS, upS), lagLimits)
  return { status, ...(status === 'ok' ? {} : { reason: 'Live news is late.' }), lagS: Math.round(lagS * 10) / 10 }
}

const checkDisk = ({ freeBytes }: Vitals): Check => {
  if (freeBytes === null) return { status: 'unknown' }
  const { warning, failing } = diskLimits
  if (freeBytes >= warning) return { status: 'ok' }
  return freeBytes < failing
    ? { status: 'failing', reason: 'The disk is full.' }
    : { status: 'warning', reason: 'The disk is nearly full.' }
}

const listChecks = (vitals: Vitals): Checks => ({
  database: vitals.database.isUp ? { status: 'ok' } : { status: 'failing', reason: databaseAway },
  map: checkMap(vitals),
  jobs: checkJobs(vitals),
  events: checkEvents(vitals),
  disk: checkDisk(vitals),
})

const answerAll = (vitals: Vitals, release: Release): HealthAnswer => {
  const checks = listChecks(vitals)
  const all = Object.values(checks)
  const failing = all.find(({ status }) => status === 'failing')
  const status = failing ? 'unavailable' : all.every((check) => check.status === 'ok') ? 'ok' : 'degraded'
  return { isServing: !failing, body: { status, ...(failing ? { reason: failing.reason } : {}), ...release, checks } }
}

export const makeHealth = (vitals: VitalsReader, release: Release): Health => ({
  database: async () =>
    (await vitals.isDatabaseUp())
      ? { isServing: true, body: { status: 'ok' } }
      : { isServing: false, body: { status: 'unavailable', reason: databaseAway } },
  all: async () => answerAll(await vitals.read(), release),
})
