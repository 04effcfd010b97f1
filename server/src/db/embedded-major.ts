// Promise: the files of another major version of PostgreSQL are never touched, only moved aside as they are, and back when nothing took
// their place.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findPackage } from './embedded-binaries.ts'
import { findProcess } from './embedded-process.ts'
import { makeStartError } from '../process.ts'

const majorOf = (version: string): string => version.split('.')[0] ?? version

/** The major version that made a cluster; null where there is none. */
const readClusterMajor = (dir: string): string | null => {
  const path = join(dir, 'PG_VERSION')
  return existsSync(path) ? majorOf(readFileSync(path, 'utf8').trim()) : null
}

const readPostmaster = (dir: string): number | null => {
  const path = join(dir, 'postmaster.pid')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : null
}

const freeName = (dir: string, major: string): string => {
  const wish = join(dirname(dir), `pg-${major}-before`)
  for (let count = 1; ; count++) {
    const path = count === 1 ? wish : `${wish}-${count}`
    if (!existsSync(path)) return path
  }
}

export type OldCluster = {
  /** where it lies now */
  aside: string
  /** a new one has its place for good */
  settle: () => void
  /** to its place again, unless a new one has settled there */
  putBack: () => void
}

/** Moves the cluster of the data folder aside where it is of another major version than ours; null where there is nothing to move. */
export const setOldClusterAside = (dataDir: string, ours = majorOf(findPackage().version)): OldCluster | null => {
  const dir = join(dataDir, 'postgres', 'data')
  const major = readClusterMajor(dir)
  if (major === null || major === ours) return null
  const pid = readPostmaster(dir)
  if (pid !== null && findProcess(pid) !== null)
    throw makeStartError(
      `The database of PostgreSQL ${major} in ${dir} still runs (process ${pid}): stop it first. Nothing was changed.`,
    )
  const aside = freeName(dir, major)
  renameSync(dir, aside)
  let isSettled = false
  return {
    aside,
    settle: () => void (isSettled = true),
    putBack: () => {
      if (isSettled) return
      rmSync(dir, { recursive: true, force: true })
      renameSync(aside, dir)
    },
  }
}
