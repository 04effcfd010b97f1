// Promise: the answers of /api/health tell the truth, and to strangers no more than states and ages: no name, cause, size or count.
import type { CheckState, SystemTrouble } from '@wayfare/core/system'
import { lateAfterS } from '../events-lag.ts'
import type { Disk } from './disks.ts'
import type { Release } from './release.ts'
import type { Vitals, VitalsReader } from './vitals.ts'

/** `oldestS` and `lagS` in seconds; `folder`: on the disk in trouble, and no stranger's business. */
type Check = { status: CheckState; trouble?: HealthTrouble; folder?: string; oldestS?: number; lagS?: number }
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

const reasons = {
  database_away: 'The database does not answer.',
  map_preparing: 'The map is being prepared.',
  map_missing: 'There is no map.',
  city_missing: 'The city that the other processes serve cannot be served here.',
  engine_down: 'A map engine does not answer.',
  work_late: 'Jobs are overdue.',
  news_late: 'Live updates are delayed.',
  disk_low: 'The disk is nearly full.',
  disk_full: 'The disk is full.',
} as const satisfies Partial<Record<SystemTrouble, string>>
type HealthTrouble = keyof typeof reasons

const judge = (value: number, { warning, failing }: { warning: number; failing: number }): CheckState =>
  value > failing ? 'failing' : value > warning ? 'warning' : 'ok'

const checkMap = ({ map, isCityMissing, isEngineDown }: Vitals): Check => {
  if (map === 'preparing') return { status: 'failing', trouble: 'map_preparing' }
  if (map === 'failed') return { status: 'failing', trouble: 'map_missing' }
  if (isCityMissing) return { status: 'failing', trouble: 'city_missing' }
  return isEngineDown ? { status: 'warning', trouble: 'engine_down' } : { status: 'ok' }
}

/** What became due while nobody worked gets its time after a start. */
const checkJobs = ({ backlog, upS }: Vitals): Check => {
  if (!backlog) return { status: 'unknown' }
  const { oldestS } = backlog.inside
  const status = judge(Math.min(oldestS, upS), jobLimits)
  return { status, ...(status === 'ok' ? {} : { trouble: 'work_late' }), oldestS: Math.round(oldestS) }
}

const checkEvents = ({ events: { lagS }, upS }: Vitals): Check => {
  if (lagS === null) return { status: 'unknown' }
  const status = judge(Math.min(lagS, upS), lagLimits)
  return { status, ...(status === 'ok' ? {} : { trouble: 'news_late' }), lagS: Math.round(lagS * 10) / 10 }
}

/** Without room for uploads or backups trips go on: nobody is sent away for that. */
const judgeDisk = ({ folder, isVital, freeBytes }: Disk): Check => {
  if (freeBytes === null) return { status: 'unknown' }
  const { warning, failing } = diskLimits
  if (freeBytes >= warning) return { status: 'ok' }
  if (freeBytes >= failing) return { status: 'warning', trouble: 'disk_low', folder }
  return { status: isVital ? 'failing' : 'warning', trouble: 'disk_full', folder }
}

const worstFirst: readonly CheckState[] = ['failing', 'warning', 'unknown', 'ok']

/** The disk that is fullest of those in the worst state. */
const checkDisks = ({ disks }: Vitals): Check => {
  const judged = disks.map((disk) => ({ check: judgeDisk(disk), freeBytes: disk.freeBytes ?? 0 }))
  const rank = ({ check }: (typeof judged)[number]): number => worstFirst.indexOf(check.status)
  const [worst] = judged.toSorted((a, b) => rank(a) - rank(b) || a.freeBytes - b.freeBytes)
  return worst?.check ?? { status: 'unknown' }
}

/** Room on the fullest disk; null where one does not say. */
export const findLeastRoom = ({ disks }: Vitals): number | null => {
  const rooms = disks.map(({ freeBytes }) => freeBytes)
  return rooms.includes(null) || rooms.length === 0 ? null : Math.min(...rooms.map((room) => room ?? 0))
}

/** How each thing stands that the process lives on. */
export const listChecks = (vitals: Vitals): Checks => ({
  database: vitals.database.isUp ? { status: 'ok' } : { status: 'failing', trouble: 'database_away' },
  map: checkMap(vitals),
  jobs: checkJobs(vitals),
  events: checkEvents(vitals),
  disk: checkDisks(vitals),
})

const withReason = ({ status, trouble, folder: _folder, ...figures }: Check) => ({
  status,
  ...(trouble ? { reason: reasons[trouble] } : {}),
  ...figures,
})

const answerAll = (vitals: Vitals, release: Release): HealthAnswer => {
  const checks = Object.fromEntries(Object.entries(listChecks(vitals)).map(([name, check]) => [name, withReason(check)]))
  const all = Object.values(checks)
  const failing = all.find(({ status }) => status === 'failing')
  const status = failing ? 'unavailable' : all.every((check) => check.status === 'ok') ? 'ok' : 'degraded'
  return { isServing: !failing, body: { status, ...(failing ? { reason: failing.reason } : {}), ...release, checks } }
}

export const makeHealth = (vitals: VitalsReader, release: Release): Health => ({
  database: async () =>
    (await vitals.isDatabaseUp())
      ? { isServing: true, body: { status: 'ok' } }
      : { isServing: false, body: { status: 'unavailable', reason: reasons.database_away } },
  all: async () => answerAll(await vitals.read(), release),
})
