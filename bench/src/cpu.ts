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

/** Linux counts in hundredths of a second, whatever the processor. */
const msPerTick = 10
const nsPerMs = 1e6

/** Processor time of a process until now (ms); null where the system does not say. */
export const readCpuMs = (pid: number | string | undefined): number | null => {
  const fields = fieldsOf(String(pid))
  return fields.length > 0 ? (Number(fields[11]) + Number(fields[12])) * msPerTick : null
}

/** What a process used until now (ms). */
const ownMs = (pid: string): number => Number(readOr(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0) / nsPerMs

/** What the children of a process used that have ended (ms, in hundredths of a second). */
const endedMs = (pid: string): number => {
  const fields = fieldsOf(pid)
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * msPerTick
}

/** Processor time (ms) until now of a process and of its children that still run, and of theirs; `except` and its own are left out. */
export const readTreeCpuMs = (root: number, except: number): number => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((pid) => [pid, fieldsOf(pid)[1]]))
  const readOf = (pid: string): number =>
    pid === String(except)
      ? 0
      : all.filter((child) => parents.get(child) === pid).reduce((sum, child) => sum + readOf(child), readCpuMs(pid) ?? 0)
  return readOf(String(root))
}

/** Milliseconds of processor time of PostgreSQL so far, by the process id of its first; 0 where the system does not say. */
export const readDatabaseCpuMs = (postmaster: number): number => {
  const parent = String(postmaster)
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && fieldsOf(name)[1] === parent)
  return processes.reduce((sum, pid) => sum + ownMs(pid), ownMs(parent) + endedMs(parent))
}
