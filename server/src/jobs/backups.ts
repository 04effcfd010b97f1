// If a time is set, makes one backup every night, however many processes run, in a child process so that serving goes on.
// A missed backup is made up for once the server is running again, and a failed one is retried.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { writeBackupEnvironment } from '../config-backup.ts'
import type { Deps } from '../deps.ts'
import { planNight } from './nightly.ts'
import type { Jobs } from './queue.ts'

/** The last attempt is sixteen hours after the first. */
const maxAttempts = 12
/** A backup that takes longer (ms) counts as hung. */
const longestMs = 3 * 3_600_000

/** Removes the job planned for another time, or for a time that is no longer set. A missed or failed backup stays queued. */
const dropOther = (deps: Deps, at: string | null) =>
  sql`select graphile_worker.remove_job(key) from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'backups.make') and key is not null and locked_at is null
      and (${at}::text is null or (payload ->> 'at' is distinct from ${at} and run_at > now() and attempts = 0))`.execute(deps.db)

const enqueueNext = (deps: Deps, at: string, isAtWork: boolean): Promise<void> =>
  planNight({ deps, at, isAtWork, name: 'backups.make', payload: { at }, key: 'backup', maxAttempts })

/** At startup, plans the next backup, if a time is set; a missed one is still queued. */
export const scheduleBackups = async (deps: Deps): Promise<void> => {
  const { at } = deps.config.backup
  await dropOther(deps, at)
  if (at !== null) await enqueueNext(deps, at, false)
}

/** The built command, even if the server runs from source. */
const findCommand = (): string => {
  const isSource = import.meta.url.endsWith('.ts')
  const path = fileURLToPath(new URL(isSource ? '../../dist/backup.js' : '../backup.js', import.meta.url))
  if (!existsSync(path)) throw new Error('no backup was written: the server is not built')
  return path
}

const lower = (pid: number | undefined): void => {
  try {
    // not the lowest priority: on a busy machine the backup would hardly run, and keep dead rows from being vacuumed meanwhile
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // runs with normal priority if it cannot be lowered
  }
}

/**
 * The command's output with `--json`. `filesIn`: the store of uploaded files that are not in the backup; `missing`: how many were
 * not found.
 */
type Said = {
  path: string
  bytes: number
  rows: number
  files: number
  filesIn?: string
  missing?: number
  tookMs: number
  removed: string[]
}

const listen = (child: ChildProcess): Promise<Said> =>
  new Promise((resolve, reject) => {
    let said = ''
    let errors = ''
    child.stdout?.on('data', (text: Buffer) => (said = (said + text).slice(-64_000)))
    child.stderr?.on('data', (text: Buffer) => (errors = (errors + text).slice(0, 4000)))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(JSON.parse(said.trim().split('\n').at(-1) ?? '') as Said)
      const reason = signal === null ? errors.trim().split('\n')[0] : `it was ended by ${signal}`
      reject(new Error(`no backup was written: ${reason || `it ended with code ${code}`}`))
    })
  })

/** The job, and a function that stops it with the server. */
export const makeBackupJobs = (): { jobs: Jobs; stop: () => void } => {
  const running = new Set<ChildProcess>()
  const write = async ({ config, log }: Deps): Promise<void> => {
    const env = { ...process.env, ...writeBackupEnvironment(config) }
    const child = spawn(process.execPath, [findCommand(), '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longestMs,
    })
    running.add(child)
    lower(child.pid)
    try {
      const { path, bytes, tookMs, ...others } = await listen(child)
      const say = others.missing === undefined ? log.info : log.warn
      say(
        { path, megabytes: Math.ceil(bytes / 1e6), seconds: Math.round(tookMs / 1000), ...others },
        'the nightly backup is written',
      )
    } finally {
      running.delete(child)
    }
  }
  const make = async (deps: Deps): Promise<void> => {
    const { at } = deps.config.backup
    if (at === null) return
    // the next night first: one that fails does not end them
    await enqueueNext(deps, at, true)
    await write(deps)
  }
  return {
    jobs: { 'backups.make': make },
    stop: () => {
      for (const child of running) child.kill('SIGTERM')
    },
  }
}
