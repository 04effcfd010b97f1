// What of an installation is looked at, how it stands, and what can be wrong with it. Each trouble has words for what it is and for what to do.

export const systemChecks = [
  'database',
  'map',
  'jobs',
  'events',
  'disk',
  'failedJobs',
  'backup',
  'books',
  'audit',
  'replica',
] as const
export type SystemCheckName = (typeof systemChecks)[number]

/** `failing`: people are not served as they should be. `unknown`: what would tell did not answer, or nobody asked it yet. */
export const checkStates = ['ok', 'warning', 'failing', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

export const systemTroubles = [
  'database_away',
  'map_preparing',
  'map_missing',
  'city_missing',
  'engine_down',
  'work_late',
  'news_late',
  'disk_low',
  'disk_full',
  'jobs_failed',
  'backup_none',
  'backup_old',
  'books_broken',
  'audit_broken',
  'replica_unused',
] as const
export type SystemTrouble = (typeof systemTroubles)[number]

/** `trouble` is null while the state is neither a warning nor failing; `folder` lies on the disk that is in trouble. */
export type SystemCheck = { name: SystemCheckName; state: CheckState; trouble: SystemTrouble | null; folder?: string }

/** What a job that used up its tries failed at, as far as that is told. */
export const jobProblems = ['service', 'refused', 'database', 'unknown'] as const
export type JobProblem = (typeof jobProblems)[number]

/** A backup that is older is old (ms). */
const oldBackupMs = 2 * 24 * 3_600_000

type Kept = {
  now: number
  /** the data may be lost: a demo's */
  isDemo: boolean
  /** when the newest backup was made (epoch ms); null: never, `elsewhere`: in a store that is not asked */
  backupAt: number | null | 'elsewhere'
}

export const checkBackup = ({ now, isDemo, backupAt }: Kept): SystemCheck => {
  if (backupAt === 'elsewhere') return { name: 'backup', state: 'unknown', trouble: null }
  const trouble = backupAt === null ? (isDemo ? null : 'backup_none') : now - backupAt > oldBackupMs ? 'backup_old' : null
  return { name: 'backup', state: trouble ? 'warning' : 'ok', trouble }
}

/** `holds` is null where nothing was proved yet. */
export const checkProof = (name: 'books' | 'audit', holds: boolean | null): SystemCheck => {
  if (holds === false) return { name, state: 'failing', trouble: `${name}_broken` }
  return { name, state: holds === null ? 'unknown' : 'ok', trouble: null }
}

/** The worst of what is known. */
export const judgeSystem = (checks: readonly SystemCheck[]): Exclude<CheckState, 'unknown'> => {
  const states = new Set(checks.map(({ state }) => state))
  return states.has('failing') ? 'failing' : states.has('warning') ? 'warning' : 'ok'
}
