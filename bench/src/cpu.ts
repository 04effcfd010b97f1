// Processor time of the database, to be added to that of whoever asks it.
import { readdirSync, readFileSync } from 'node:fs'

const readOr = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const fieldsOf = (pid: string): string[] => readOr(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []

const msPerTick = 10
/** With all threads (ms, in hundredths of a second). */
const readMs = (pid: string): number => {
  const fields = fieldsOf(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * msPerTick
}
const nsPerMs = 1e6

/** What a process used until now (ms). */
const ownMs = (pid: string): number => Number(readOr(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0) / nsPerMs

/** What the children of a process used that have ended (ms, in hundredths of a second). */
const endedMs = (pid: string): number => {
  const fields = fieldsOf(pid)
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * msPerTick
}

/** Milliseconds of processor time so far of a process and of all that it started and that still run, but for the one named and its own. */
export const readTreeCpuMs = (root: number, except: number): number => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, parent: fieldsOf(pid)[1] }))
  const readOf = (pid: string): number =>
    pid === String(except)
      ? 0
      : parents.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + readOf(child.pid), readMs(pid))
  return readOf(String(root))
}

/** Milliseconds of processor time of PostgreSQL so far, by the process id of its first; 0 where the system does not say. */
export const readDatabaseCpuMs = (postmaster: number): number => {
  const parent = String(postmaster)
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && fieldsOf(name)[1] === parent)
  return processes.reduce((sum, pid) => sum + ownMs(pid), ownMs(parent) + endedMs(parent))
}
