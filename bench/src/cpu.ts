// Processor time of the database, to be added to that of its client.
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

/** Processor time of a process so far (ms); null if the system does not report it. */
export const readCpuMs = (pid: number | string | undefined): number | null => {
  const fields = fieldsOf(String(pid))
  return fields.length > 0 ? (Number(fields[11]) + Number(fields[12])) * msPerTick : null
}

/** Processor time of a process so far (ms). */
const ownMs = (pid: string): number => Number(readOr(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0) / nsPerMs

/** Processor time of a process's ended children (ms, with a resolution of 10 ms). */
const endedMs = (pid: string): number => {
  const fields = fieldsOf(pid)
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * msPerTick
}

/** Processor time so far (ms) of a process and its running descendants, without `except` and its descendants. */
export const readTreeCpuMs = (root: number, except: number): number => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((pid) => [pid, fieldsOf(pid)[1]]))
  const readOf = (pid: string): number =>
    pid === String(except)
      ? 0
      : all.filter((child) => parents.get(child) === pid).reduce((sum, child) => sum + readOf(child), readCpuMs(pid) ?? 0)
  return readOf(String(root))
}

/** Processor time of PostgreSQL so far (ms), given the postmaster's process id; 0 if the system does not report it. */
export const readDatabaseCpuMs = (postmaster: number): number => {
  const parent = String(postmaster)
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && fieldsOf(name)[1] === parent)
  return processes.reduce((sum, pid) => sum + ownMs(pid), ownMs(parent) + endedMs(parent))
}
