// System checks of an installation: their states and troubles. Each trouble has texts for what it means and what to do.

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

/** `failing`: people are not being served properly. `unknown`: the source did not answer, or has not been checked yet. */
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

/** `trouble` is null unless the state is warning or failing; `folder` is on the disk in trouble. */
export type SystemCheck = { name: SystemCheckName; state: CheckState; trouble: SystemTrouble | null; folder?: string }

/** Why a job failed that used up its tries, as far as is known. */
export const jobProblems = ['service', 'refused', 'database', 'unknown'] as const
export type JobProblem = (typeof jobProblems)[number]

/** A backup older than this (ms) is reported. */
const oldBackupMs = 2 * 24 * 3_600_000

type Kept = {
  now: number
  /** a demo, whose data may be lost */
  isDemo: boolean
  /** when the newest backup was made (epoch ms); null: never; `elsewhere`: in a store that is not checked */
  backupAt: number | null | 'elsewhere'
}

export const checkBackup = ({ now, isDemo, backupAt }: Kept): SystemCheck => {
  if (backupAt === 'elsewhere') return { name: 'backup', state: 'unknown', trouble: null }
  const trouble = backupAt === null ? (isDemo ? null : 'backup_none') : now - backupAt > oldBackupMs ? 'backup_old' : null
  return { name: 'backup', state: trouble ? 'warning' : 'ok', trouble }
}

/** `holds` is null if nothing has been proved yet. */
export const checkProof = (name: 'books' | 'audit', holds: boolean | null): SystemCheck => {
  if (holds === false) return { name, state: 'failing', trouble: `${name}_broken` }
  return { name, state: holds === null ? 'unknown' : 'ok', trouble: null }
}

/** The worst of the known states. */
export const judgeSystem = (checks: readonly SystemCheck[]): Exclude<CheckState, 'unknown'> => {
  const states = new Set(checks.map(({ state }) => state))
  return states.has('failing') ? 'failing' : states.has('warning') ? 'warning' : 'ok'
}
