// Promise: tells whether a process number still means the process we think of. A number alone never does:
// it may be a zombie that nobody reaped, or may have been given to a stranger since.
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type ProcessFacts = {
  pid: number
  /** Differs for two processes that had the same number at different times. */
  startedAt: string
  args: string[]
  /** Working directory and program; null where the system does not tell. */
  cwd: string | null
  exe: string | null
}

const readLink = (path: string): string | null => {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

const readFromProc = (pid: number): ProcessFacts | null => {
  try {
    // The second field is the program's name in brackets and may itself hold spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
    return {
      pid,
      startedAt: `${bootId()}/${fields[19]}`,
      args,
      cwd: readLink(`/proc/${pid}/cwd`),
      exe: readLink(`/proc/${pid}/exe`),
    }
  } catch {
    return null
  }
}

const readFromPs = (pid: number): ProcessFacts | null => {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    const [, state, startedAt, command] = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line) ?? []
    if (!state || !startedAt || state.startsWith('Z')) return null
    return { pid, startedAt, args: (command ?? '').split(' '), cwd: null, exe: null }
  } catch {
    return null
  }
}

/** What is known of a living process; null when it is gone or a zombie. */
export const findProcess = (pid: number): ProcessFacts | null => {
  if (!Number.isInteger(pid) || pid <= 0) return null
  return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid)
}

/** Whether this is a PostgreSQL main process that serves the given cluster folder. */
export const isPostmasterOf = (facts: ProcessFacts, clusterDir: string): boolean => {
  if (!basename(facts.args[0] ?? '').startsWith('postgres')) return false
  // A postmaster works inside its cluster folder, however the folder was named on its command line.
  return facts.cwd === null ? facts.args.includes(clusterDir) : facts.cwd === clusterDir
}

/** Resolves to true once the condition holds, to false when the time is up. */
export const waitUntil = async (condition: () => boolean, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs
  while (!condition()) {
    if (performance.now() > deadline) return false
    await pause(10)
  }
  return true
}
