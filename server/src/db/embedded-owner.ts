// Promise: names the user that PostgreSQL runs as. It refuses to run as root, so root has to lend it another.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeStartError } from '../process.ts'

export type Owner = { uid: number; gid: number }

const fromPasswd = (name: string): Owner | null => {
  try {
    const fields = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find((line) => line[0] === name || line[2] === name)
    return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null
  } catch {
    return null
  }
}

// Users of a directory service are not in /etc/passwd, but `id` knows them.
const fromId = (name: string): Owner | null => {
  try {
    const ask = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

/** A user by name, number or `uid:gid`; null when there is none. */
const findUser = (name: string): Owner | null => {
  const numbers = /^(\d+):(\d+)$/.exec(name)
  if (numbers) return { uid: Number(numbers[1]), gid: Number(numbers[2]) }
  return fromPasswd(name) ?? fromId(name) ?? (/^\d+$/.test(name) ? { uid: Number(name), gid: Number(name) } : null)
}

const ownerOf = (path: string): Owner | null => {
  try {
    const { uid, gid } = statSync(path)
    return uid === 0 ? null : { uid, gid }
  } catch {
    return null
  }
}

/** The user for PostgreSQL, or null to run as the user we are. As root: the owner of the data, then the wish, then `postgres`, then `nobody`. */
export const pickOwner = (places: readonly string[], wish: string | undefined): Owner | null => {
  if (process.getuid?.() !== 0) return null
  for (const place of places) {
    const owner = ownerOf(place)
    if (owner) return owner
  }
  if (wish) {
    const user = findUser(wish)
    if (!user || user.uid === 0)
      throw makeStartError(`PG_RUN_AS names ${wish}, which is ${user ? 'root' : 'no user of this machine'}.`)
    return user
  }
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user)
    throw makeStartError(
      'PostgreSQL does not run as root and this machine has neither postgres nor nobody: set PG_RUN_AS to a user.',
    )
  return user
}

/** Whether the user may pass through this folder and all above it, judged by the mode bits. */
export const canReach = (folder: string, owner: Owner): boolean => {
  const { uid, gid, mode } = statSync(folder)
  const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(folder)
  return parent === folder || canReach(parent, owner)
}
