// Promise: brings PostgreSQL's main process up, whatever state a crash left behind: an orphan is adopted, a stale lock healed.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Binaries } from './embedded-binaries.ts'
import { type Cluster, makeCleanEnv, superuser } from './embedded-cluster.ts'
import { findProcess, isPostmasterOf, type ProcessFacts, waitUntil } from './embedded-process.ts'
import { getErrorCode, makeStartError } from '../process.ts'

type Running = { process: ProcessFacts; adopted: boolean }

const database = 'wayfare'

// A healthy start takes 50 ms; the rest is for the last children of a killed server to go.
const startTimeoutMs = 5_000
const silenceTimeoutMs = 20_000

/** A connection string for node-postgres and libpq. */
export const makeConnectionUrl = (cluster: Cluster, name: string = database): string =>
  `postgresql://${superuser}:${encodeURIComponent(cluster.password)}@localhost/${name}?host=${encodeURIComponent(cluster.socketDir)}`

const argsOf = ({ told }: Cluster): string[] => {
  const settings = ['listen_addresses=', `unix_socket_directories=${told.socketDir}`, 'unix_socket_permissions=0700', 'port=5432']
  return ['-D', told.dir, ...settings.flatMap((setting) => ['-c', setting])]
}

const readPid = (path: string): number | null => {
  try {
    // 0 stands for a file that a crash left empty.
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || 0
  } catch {
    return null
  }
}

const isTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return getErrorCode(error) === 'EPERM'
  }
}

const pidFileOf = (cluster: Cluster): string => join(cluster.dir, 'postmaster.pid')

const findPostmaster = (cluster: Cluster): ProcessFacts | null => {
  const facts = findProcess(readPid(pidFileOf(cluster)) ?? 0)
  return facts && isPostmasterOf(facts, cluster.dir) ? facts : null
}

/** Removes lock files whose number is a stranger's or a zombie's: PostgreSQL would wait for it for ever. A free number it clears itself,
 * and more carefully, because it looks for surviving children first. */
const healLocks = (cluster: Cluster): void => {
  for (const path of [pidFileOf(cluster), join(cluster.socketDir, '.s.PGSQL.5432.lock')]) {
    const pid = readPid(path)
    if (pid === 0 || (pid !== null && isTaken(pid))) rmSync(path, { force: true })
  }
}

const rotateLog = (path: string): void => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) renameSync(path, `${path}.1`)
}

const launch = (cluster: Cluster, binaries: Binaries): number => {
  rotateLog(cluster.logFile)
  const log = openSync(cluster.logFile, 'a', 0o600)
  try {
    // An own process group: Ctrl-C goes to the whole foreground group and must not stop the database under a draining server.
    const child = spawn(join(binaries.binDir, 'postgres'), argsOf(cluster), {
      ...cluster.owner,
      cwd: cluster.told.cwd,
      env: makeCleanEnv(),
      detached: true,
      stdio: ['ignore', log, log],
    })
    // A failed spawn shows in the missing pid; without a listener it would end our process.
    child.on('error', () => {})
    child.unref()
    return child.pid ?? 0
  } finally {
    closeSync(log)
  }
}

const connect = async (url: string, sql: string): Promise<string> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
    return 'ready'
  } catch (error) {
    return getErrorCode(error)
  } finally {
    await client.end().catch(() => {})
  }
}

const probe = async (cluster: Cluster): Promise<string> => {
  const answer = await connect(makeConnectionUrl(cluster), 'select 1')
  if (answer === '28P01')
    throw makeStartError('The database refuses the password in pg-password: that file is not of this data folder.')
  if (answer !== '3D000') return answer
  return connect(makeConnectionUrl(cluster, 'postgres'), `create database ${database}`)
}

/** Whether the process came to answer. While it says that it starts (recovery after a crash may be long) the clock stands still. */
const becomesReady = async (cluster: Cluster, pid: number): Promise<boolean> => {
  let deadline = performance.now() + silenceTimeoutMs
  while (findProcess(pid) && performance.now() < deadline) {
    const answer = await probe(cluster)
    if (answer === 'ready') return true
    if (answer === '57P03') deadline = performance.now() + silenceTimeoutMs
    await pause(10)
  }
  return false
}

const signal = (facts: ProcessFacts, name: NodeJS.Signals): void => {
  if (findProcess(facts.pid)?.startedAt !== facts.startedAt) return
  try {
    process.kill(facts.pid, name)
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error
  }
}

/** Whether that very process still lives. */
export const isLiving = (facts: ProcessFacts): boolean => findProcess(facts.pid)?.startedAt === facts.startedAt

/** Stops PostgreSQL: the fast way first; if that hangs, the immediate way, from which the next start recovers. */
export const stopPostmaster = async (facts: ProcessFacts): Promise<void> => {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 7_000],
  ]
  for (const [name, patienceMs] of steps) {
    signal(facts, name)
    if (await waitUntil(() => !isLiving(facts), patienceMs)) return
  }
  throw makeStartError(`The database process ${facts.pid} does not stop.`)
}

// An orphan of other binaries or settings is not what this version was tested with; stopping and starting takes 70 ms.
const isAsWeWouldStart = (facts: ProcessFacts, cluster: Cluster, binaries: Binaries): boolean =>
  facts.args.join(' ') === [join(binaries.binDir, 'postgres'), ...argsOf(cluster)].join(' ') && !facts.exe?.endsWith(' (deleted)')

const adopt = async (cluster: Cluster, binaries: Binaries): Promise<Running | null> => {
  const orphan = findPostmaster(cluster)
  if (!orphan) return null
  if (isAsWeWouldStart(orphan, cluster, binaries) && (await becomesReady(cluster, orphan.pid)))
    return { process: orphan, adopted: true }
  await stopPostmaster(orphan)
  return null
}

const lastWords = (cluster: Cluster): string => {
  try {
    const lines = readFileSync(cluster.logFile, 'utf8').trim().split('\n')
    return lines.findLast((line) => /(FATAL|PANIC|ERROR):/.test(line)) ?? lines.at(-1) ?? ''
  } catch {
    return 'it left no log'
  }
}

/** Adopts the living PostgreSQL of this cluster or starts one; throws a sentence with PostgreSQL's own last words when neither works. */
export const startPostmaster = async (cluster: Cluster, binaries: Binaries): Promise<Running> => {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const running = await adopt(cluster, binaries)
    if (running) return running
    healLocks(cluster)
    const pid = launch(cluster, binaries)
    if (await becomesReady(cluster, pid)) {
      const started = findProcess(pid)
      if (started) return { process: started, adopted: false }
    }
    if (performance.now() > deadline)
      throw makeStartError(`The database did not start: ${lastWords(cluster)} (see ${cluster.logFile})`)
    await pause(200)
  }
}
