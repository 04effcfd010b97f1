// Promise: the files of a PostgreSQL cluster exist, belong to the right user and fit the binaries; a crash half way leaves nothing half made.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './embedded-binaries.ts'
import { canReach, type Owner, pickOwner } from './embedded-owner.ts'
import { makeStartError } from '../process.ts'

const run = promisify(execFile)

export type Cluster = {
  /** The cluster's folder as we see it. */
  dir: string
  /** The same folder and the socket's as PostgreSQL is told, and the folder that it is started in. */
  told: { dir: string; socketDir: string; cwd: string }
  socketDir: string
  logFile: string
  password: string
  owner: Owner | null
}

export const superuser = 'wayfare'

// The kernel's limit for a socket's path is 108 bytes with its closing zero.
const maxSocketPath = 107
const socketName = '.s.PGSQL.5432'

// When a parent folder is closed to the database's user (a clone below root's home), no path leads there, but a process
// that root starts inside the folder may stay: Linux resolves this link without walking the parents.
const here = '/proc/self/cwd'

const assignOwner = (path: string, owner: Owner | null): void => {
  if (owner) chownSync(path, owner.uid, owner.gid)
}

const makeFolder = (path: string, owner: Owner | null): string => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  assignOwner(path, owner)
  return path
}

const fitsSocketPath = (folder: string): boolean => Buffer.byteLength(join(folder, socketName)) < maxSocketPath

const isFreeFor = (path: string, uid: number | undefined): boolean => {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  return facts === undefined || (facts.isDirectory() && facts.uid === uid)
}

/** A short folder of our own for the socket. Its name follows from the data folder, so that an orphan is found at the same place. */
const shortSocketDir = (dataDir: string, owner: Owner | null): string => {
  const uid = owner?.uid ?? process.getuid?.()
  const name = `wayfare-${uid}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  for (const parent of [tmpdir(), '/tmp', '/var/tmp']) {
    const path = join(parent, name)
    if (!fitsSocketPath(path) || (owner && !canReach(parent, owner))) continue
    return isFreeFor(path, uid) ? makeFolder(path, owner) : makeFolder(mkdtempSync(`${path}-`), owner)
  }
  throw makeStartError('No folder with a path short enough for the database socket was found: set TMPDIR to a short one.')
}

const keepPassword = (dataDir: string, isNew: boolean): string => {
  const path = join(dataDir, 'pg-password')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  if (!isNew)
    throw makeStartError(`The database's password file ${path} is missing: put it back from a backup of the data folder.`)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return password
}

/** Lays out the folders of the cluster below the data folder (a real path) and settles the user it belongs to. */
export const prepareCluster = (dataDir: string, runAs: string | undefined): Cluster => {
  const home = join(dataDir, 'postgres')
  const owner = pickOwner([home, dataDir], runAs)
  makeFolder(home, owner)
  const dir = join(home, 'data')
  const isPrivate = owner !== null && !canReach(home, owner)
  if (isPrivate && process.platform !== 'linux') {
    throw makeStartError(
      `The database's user cannot reach ${home}: set WAYFARE_DATA to a folder whose parents everybody may pass.`,
    )
  }
  const near = join(home, 'run')
  const isNear = fitsSocketPath(near)
  const socketDir = isNear ? makeFolder(near, owner) : shortSocketDir(dataDir, owner)
  return {
    dir,
    told: isPrivate ? { dir: here, socketDir: isNear ? '../run' : socketDir, cwd: dir } : { dir, socketDir, cwd: '/' },
    socketDir,
    logFile: join(home, 'server.log'),
    password: keepPassword(dataDir, !existsSync(join(dir, 'PG_VERSION'))),
    owner,
  }
}

/** The environment for PostgreSQL's programs: none of ours, so that no PGDATA or PGPORT leads them astray. */
export const makeCleanEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

/** An eighth of what the machine or its container may use (bytes), from 64 MB to 1 GB: it is taken as it is filled. @internal */
export const computeSharedBuffersMb = (memory: number): number => Math.min(Math.max(Math.floor(memory / 8 / 1_048_576), 64), 1024)

const constrained = process.constrainedMemory()
const memory = constrained > 0 ? Math.min(totalmem(), constrained) : totalmem()

// An operator tunes them in postgresql.conf. fsync and synchronous_commit stay on, their default. Queries are short, so compiling
// them (jit) never pays. On today's disks, and in memory, a page elsewhere costs hardly more than the next one.
const firstOptions = [
  ['--auth=scram-sha-256', '--data-checksums'],
  ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ['-c', `shared_buffers=${computeSharedBuffersMb(memory)}MB`, '-c', 'random_page_cost=1.1', '-c', 'jit=off'],
  ['-c', 'max_connections=100', '-c', 'log_checkpoints=off'],
  ['-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
].flat()

// The built-in collation is the same on every machine; character classes (trigrams of Å and Ö need them) come from the system.
const characterTypes = process.platform === 'darwin' ? ['en_US.UTF-8', 'C'] : ['C.UTF-8', 'C']

const runInitdb = async (cluster: Cluster, binaries: Binaries, draft: string): Promise<void> => {
  const isPrivate = cluster.told.dir === here
  const passwordFile = join(draft, '..', 'init-password')
  writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 })
  assignOwner(passwordFile, cluster.owner)
  const told = isPrivate ? { dir: here, password: '../init-password' } : { dir: draft, password: passwordFile }
  const args = ['-D', told.dir, '-U', superuser, `--pwfile=${told.password}`, ...firstOptions]
  let failure: unknown
  try {
    for (const ctype of characterTypes) {
      rmSync(draft, { recursive: true, force: true })
      makeFolder(draft, cluster.owner)
      const options = { ...cluster.owner, cwd: isPrivate ? draft : '/', env: makeCleanEnv() }
      try {
        await run(join(binaries.binDir, 'initdb'), [...args, `--lc-ctype=${ctype}`], options)
        return
      } catch (error) {
        failure = error
      }
    }
  } finally {
    rmSync(passwordFile, { force: true })
  }
  const said =
    failure instanceof Error && 'stderr' in failure ? String(failure.stderr).trim().split('\n').at(-1) : String(failure)
  throw makeStartError(`The database could not be created in ${cluster.dir}: ${said}`, failure)
}

const checkVersion = (cluster: Cluster, binaries: Binaries): void => {
  const found = readFileSync(join(cluster.dir, 'PG_VERSION'), 'utf8').trim()
  const ours = binaries.version.split('.')[0]
  if (found !== ours) {
    throw makeStartError(
      `The data in ${cluster.dir} is of PostgreSQL ${found}, but this Wayfare brings PostgreSQL ${ours}: go back to the version it was made with and ` +
        'run npm run upgrade there, which takes the data along, or bring a backup of it: npm run restore -- FILE --replace. Nothing was changed.',
    )
  }
}

/** Creates the cluster unless it is there. It is made under another name first, so what bears the name is whole. */
export const ensureCluster = async (cluster: Cluster, binaries: Binaries, log: (line: string) => void): Promise<void> => {
  if (existsSync(join(cluster.dir, 'PG_VERSION'))) return checkVersion(cluster, binaries)
  if (existsSync(cluster.dir) && readdirSync(cluster.dir).length > 0) {
    throw makeStartError(`The folder ${cluster.dir} holds files but no database: move them away.`)
  }
  log('Creating the database (only the first time) ...')
  const draft = `${cluster.dir}.new`
  await runInitdb(cluster, binaries, draft)
  renameSync(draft, cluster.dir)
}
