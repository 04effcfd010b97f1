// The state of the installation: the process's resources, the database, and the backup folder.
import type { SystemView } from '@wayfare/contract/system'
import { checkBackup, checkProof, judgeSystem, type SystemCheck } from '@wayfare/core/system'
import { sql } from 'kysely'
import { isStorePlace } from '../../config-s3.ts'
import { readLastBackup } from '../../db/backup-last.ts'
import type { Deps } from '../../deps.ts'
import { findLeastRoom, listChecks } from '../../http/health.ts'
import { readRelease } from '../../http/release.ts'
import type { Vitals, VitalsReader } from '../../http/vitals.ts'
import { countFailingJobs, listFailedJobs } from '../../jobs/failed.ts'
import { isLocked } from '../../lock.ts'
import { getAuditProof } from '../audit/commands.ts'
import { getLastProof } from '../wallet/queries-books.ts'

const findVersion = async ({ db }: Deps): Promise<string | null> => {
  const { rows } = await sql<{
    version: string
  }>`select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db)
  return rows[0]?.version ?? null
}

const readKept = async (deps: Deps) => {
  const [postgres, failing, failed, books, audit] = await Promise.all([
    findVersion(deps),
    countFailingJobs(deps.db),
    listFailedJobs(deps.db),
    getLastProof(deps),
    getAuditProof(deps),
  ])
  return { postgres, failing, failed, books: books.proof, audit: audit.proof, replica: (await deps.replica?.look()) ?? null }
}

/** Null if the database did not answer. */
type Kept = Awaited<ReturnType<typeof readKept>> | null

const findKept = async (deps: Deps, { database }: Vitals): Promise<Kept> => {
  if (!database.isUp) return null
  return readKept(deps).catch((error: unknown) => {
    deps.log.debug({ err: error }, 'the database did not say how the installation stands')
    return null
  })
}

const checkFailedJobs = (kept: Kept): SystemCheck => {
  if (!kept) return { name: 'failedJobs', state: 'unknown', trouble: null }
  const isWell = kept.failed.length === 0
  return { name: 'failedJobs', state: isWell ? 'ok' : 'warning', trouble: isWell ? null : 'jobs_failed' }
}

const checkReplica = (kept: Kept): SystemCheck => {
  if (!kept?.replica) return { name: 'replica', state: 'unknown', trouble: null }
  const isRead = kept.replica.trouble === null
  return { name: 'replica', state: isRead ? 'ok' : 'warning', trouble: isRead ? null : 'replica_unused' }
}

type Known = Parameters<typeof checkBackup>[0] & { hasReplica: boolean }

const judgeAll = (vitals: Vitals, kept: Kept, { now, isDemo, backupAt, hasReplica }: Known): SystemCheck[] => {
  const { database, map, jobs, events, disk } = listChecks(vitals)
  const live = Object.entries({ database, map, jobs, events, disk }).map(
    ([name, { status, trouble = null, folder }]): SystemCheck => ({
      name: name as SystemCheck['name'],
      state: status,
      trouble,
      ...(folder === undefined ? {} : { folder }),
    }),
  )
  return [
    ...live,
    checkFailedJobs(kept),
    checkBackup({ now, isDemo, backupAt }),
    checkProof('books', kept?.books?.holds ?? null),
    checkProof('audit', kept?.audit?.holds ?? null),
    ...(hasReplica ? [checkReplica(kept)] : []),
  ]
}

/** A remote store is not asked, because each request takes time and costs money. */
const isElsewhere = ({ config }: Deps): boolean => isStorePlace(config.backup.folder)

const findBackup = (deps: Deps) => (isElsewhere(deps) ? null : readLastBackup(deps.config.backup.folder).catch(() => null))

const look = async (deps: Deps, reader: VitalsReader) => {
  const [vitals, backup] = await Promise.all([reader.read(), findBackup(deps)])
  const kept = await findKept(deps, vitals)
  const now = deps.now().getTime()
  const backupAt = isElsewhere(deps) ? 'elsewhere' : (backup?.at ?? null)
  const checks = judgeAll(vitals, kept, { now, isDemo: deps.config.demo, backupAt, hasReplica: deps.replica !== null })
  return { now, vitals, backup, kept, checks }
}

/** The result of each check; never throws. */
export const listSystemChecks = async (deps: Deps, reader: VitalsReader): Promise<SystemCheck[]> =>
  (await look(deps, reader)).checks

type Looked = Awaited<ReturnType<typeof look>>

const presentJobs = ({ vitals: { backlog }, kept }: Looked): SystemView['jobs'] => {
  if (!backlog || !kept) return null
  const { inside, outside } = backlog
  return {
    waiting: inside.waiting,
    waitingOutside: outside.waiting,
    oldestS: Math.max(inside.oldestS, outside.oldestS),
    failing: kept.failing,
    failed: kept.failed,
  }
}

const presentProof = (proof: { at: number; holds: boolean } | null | undefined) =>
  proof ? { at: proof.at, holds: proof.holds } : null

export const getSystem = async (deps: Deps, reader: VitalsReader): Promise<SystemView> => {
  const looked = await look(deps, reader)
  const { now, vitals, backup, kept, checks } = looked
  const { config } = deps
  return {
    at: now,
    state: judgeSystem(checks),
    checks: isLocked(deps) ? checks.map(({ folder: _folder, ...check }) => check) : checks,
    ...readRelease(config.commit),
    node: process.versions.node,
    postgres: kept?.postgres ?? null,
    startedAt: Math.round(now - vitals.upS * 1000),
    freeBytes: findLeastRoom(vitals),
    news: vitals.events,
    jobs: presentJobs(looked),
    backup,
    backupIsElsewhere: isElsewhere(deps),
    backupFolder: isLocked(deps) ? null : config.backup.folder,
    proofs: { books: presentProof(kept?.books), audit: presentProof(kept?.audit) },
    alerts: { mail: config.alerts.mail.length, webhook: config.alerts.webhook !== null },
  }
}
