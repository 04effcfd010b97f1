// Work outside requests: the jobs of the process's roles, nightly work, and housekeeping.
import type { Pool } from 'pg'
import type { Role } from './config-cluster.ts'
import { forgetOldAttempts } from './features/accounts/commands-attempts.ts'
import { forgetOldLinks } from './features/accounts/commands-links.ts'
import { scheduleAuditProof } from './features/audit/commands.ts'
import { watchCities } from './features/cities/commands-wanted.ts'
import { pruneFiles } from './features/files/commands.ts'
import { restartCampaigns } from './features/notifications/commands-campaign-run.ts'
import { prunePushes } from './features/notifications/commands-push.ts'
import { pruneCheckouts } from './features/payments/commands-claim.ts'
import { scheduleExpiry } from './features/retention/commands.ts'
import { forgetEnded } from './features/sign-in/commands-sessions.ts'
import { startAlerts } from './features/system/commands-alerts.ts'
import { scheduleProof } from './features/wallet/commands-books.ts'
import { pruneIdempotencyKeys } from './http/once.ts'
import { makeBackupJobs, scheduleBackups } from './jobs/backups.ts'
import { startJobs } from './jobs/runner.ts'
import type { App } from './app.ts'
import type { Membership } from './db/membership.ts'
import type { Deps } from './deps.ts'
import type { Jobs } from './jobs/queue.ts'

const tidyEveryMs = 3_600_000

/** Deletes expired data; a failure does not keep the rest from being deleted. */
const tidy = async (deps: Deps): Promise<void> => {
  const { db, now, log } = deps
  const tasks = [
    () => pruneIdempotencyKeys(db, now()),
    () => forgetEnded(db, now()),
    () => forgetOldAttempts(db, now()),
    () => forgetOldLinks(db, now()),
    () => pruneFiles(deps),
    () => pruneCheckouts(deps),
    () => prunePushes(deps),
    () => restartCampaigns(deps),
  ]
  for (const task of tasks) await task().catch((error: unknown) => log.warn({ err: error }, 'what is old stays for now'))
}

/** The jobs of a process's roles: `dispatch.` jobs belong to dispatch, all others to workers. */
const pickJobs = (all: Jobs, roles: ReadonlySet<Role>): Jobs =>
  Object.fromEntries(Object.entries(all).filter(([name]) => roles.has(name.startsWith('dispatch.') ? 'dispatch' : 'worker')))

type WorkPlace = {
  pool: Pool
  /** whether no other process works on this database */
  alone: boolean
  /** whether this process does what only one of several does */
  membership: Pick<Membership, 'isLeader' | 'ledLast'>
}

/** Starts the jobs of this process's roles, and a worker's housekeeping. */
export const startWork = async (app: App, { pool, alone, membership }: WorkPlace) => {
  const { deps } = app.options
  const { roles } = deps.config
  if (!roles.has('worker')) return startJobs(deps, pickJobs(app.jobs, roles), { pool, alone })
  // a job that was due while no worker ran keeps its time and runs now
  await scheduleProof(deps)
  await scheduleAuditProof(deps)
  await scheduleExpiry(deps)
  await scheduleBackups(deps)
  const backups = makeBackupJobs()
  const runner = await startJobs(deps, pickJobs({ ...app.jobs, ...backups.jobs }, roles), { pool, alone })
  const cities = watchCities(deps)
  const alerts = startAlerts(deps, app.vitals, { mayTell: membership.ledLast })
  let tidying = membership.isLeader() ? tidy(deps) : Promise.resolve()
  const housekeeping = setInterval(() => void (membership.isLeader() && (tidying = tidy(deps))), tidyEveryMs)
  return {
    stop: async (): Promise<void> => {
      clearInterval(housekeeping)
      backups.stop()
      await Promise.all([tidying, cities.stop(), alerts.stop(), runner.stop()])
    },
  }
}
