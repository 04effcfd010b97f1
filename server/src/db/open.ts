// Promise: the database is reached and new enough, or one clear sentence says why not. Pools live here and nowhere else.
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { Client, Pool, types as pgTypes, type PoolConfig } from 'pg'
import type { Db, Log, Traces } from '../deps.ts'
import { getErrorCode, makeStartError } from '../process.ts'
import { casingPlugin, makeCasingDialect } from './casing.ts'
import { makeNaming } from './named.ts'
import { limitPatience } from './patience.ts'
import type { Tables } from './tables.ts'
import { tracePool } from './traced.ts'

export type PoolState = { name: string; total: number; idle: number; waiting: number }

export type Database = {
  db: Db
  /** how many connections each pool has */
  pools: () => PoolState[]
  /** past a pooler, and without haste: migrations, seeds and copies; bigints come as text here */
  directPool: Pool
  /** past a pooler: the job runner and its LISTEN */
  jobPool: Pool
  /** whether anything answers, past all pools; fails when not within two seconds */
  ping: () => Promise<void>
  close: () => Promise<void>
}

type OpenOptions = {
  url: string
  directUrl?: string | null
  /** false behind a pooler in transaction mode: neither named statements nor start-up options */
  prepare: boolean
  log: Log
  /** how long a server that does not answer yet is waited for */
  waitMs?: number
  /** how long a free connection and the answer to a query are waited for: 10 and 12 s unless told */
  answerWithinMs?: number
  traces?: Traces | null | undefined
}

const int8 = 20
const lowestVersion = 15

// Commands are short: what takes longer holds every reader of events back (`events-bound`).
export const timeouts = {
  statement_timeout: '10000',
  lock_timeout: '5000',
  // a process that stands still in the midst of a transaction would keep its locks, and all readers of events, for as long
  idle_in_transaction_session_timeout: '30000',
} as const

const parserOf: typeof pgTypes.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 && format !== 'binary' ? BigInt : pgTypes.getTypeParser(oid, format as 'text')

// Longer than statement_timeout: a server that lives has said by then that it took too long.
const answerWithinMs = 12_000

type Patient = PoolConfig & {
  /** null: of work that may take its time */
  answerWithinMs?: number | null
  traces?: Traces | null
  /** whether statements are named: not behind every pooler */
  isNaming?: boolean
}

/** A pool whose broken connections are no news to the process; none is reported once it is closed. */
export const openPool = (
  { answerWithinMs: withinMs = answerWithinMs, traces = null, isNaming = false, ...config }: Patient,
  log: Log,
): Pool => {
  const pool = new Pool({ application_name: 'wayfare', connectionTimeoutMillis: 10_000, keepAlive: true, ...config })
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection broke')
  })
  const nameHot = isNaming ? makeNaming() : null
  // a connection in use tells its query; without a listener of its own the process would end
  pool.on('connect', (client) => {
    client.on('error', () => {})
    nameHot?.(client)
    if (withinMs !== null) limitPatience(client, withinMs)
  })
  if (traces) tracePool(pool, traces)
  return pool
}

/** Kysely over a pool of ours: columns in camelCase, what is inside jsonb untouched. The pool ends with it. @internal */
export const openKysely = (pool: Pool): Db =>
  new Kysely<Tables>({
    dialect: makeCasingDialect(pool),
    plugins: [casingPlugin],
  })

/** The disk is full, at the database (class 53: also its memory and its connections) or at the files. */
export const isShortOfRoom = (error: unknown): boolean => /^(53...|58030|ENOSPC|EDQUOT)$/.test(getErrorCode(error))

/** The server is not there, or not yet: worth another try, and no fault of the request that met it. */
export const isConnectionTrouble = (error: unknown): boolean => {
  const code = getErrorCode(error)
  if (/^(57P0[1-4]|08...|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/.test(code))
    return true
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/.test(
      error.message,
    )
  )
}

/** A connection that was there and broke off: where it always does, what was asked by it may be the reason. */
export const isBreak = (error: unknown): boolean =>
  isConnectionTrouble(error) &&
  !/^(53300|57P03|ECONNREFUSED|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/.test(getErrorCode(error)) &&
  !(error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect'))

/** The database lets read and nothing else: it was made so (by a provider whose disk is full), or is a replica that was led to. */
export const isReadOnly = (error: unknown): boolean => getErrorCode(error) === '25006'

/** Nothing is written now, by whomever: the server is not there, has no connection left, no room on its disk, or only lets read. */
export const isOutOfService = (error: unknown): boolean =>
  isConnectionTrouble(error) || isReadOnly(error) || getErrorCode(error) === '53100'

/** Of a connection that ended without saying why; while the database is away the log leaves it out (db/outage). */
export const makeTrouble = (): Error => Object.assign(new Error('the connection ended'), { code: 'ECONNRESET' })

const meanings: Record<string, string> = {
  ENOTFOUND: 'there is no such host',
  ECONNREFUSED: 'nothing answers at this address',
  ENOENT: 'nothing answers at this address',
  '28P01': 'the password is wrong',
  '28000': 'this user may not sign in',
  '3D000': 'this database does not exist',
}

/** Host and database of a connection string, without its password. */
const placeOf = (url: string): string => {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    return `${searchParams.get('host') ?? hostname}${port && `:${port}`}${decodeURIComponent(pathname)}`
  } catch {
    return 'DATABASE_URL'
  }
}

const unreachable = (url: string, error: unknown): Error => {
  const reason = meanings[getErrorCode(error)] ?? (error instanceof Error ? error.message : String(error))
  return makeStartError(`The database at ${placeOf(url)} cannot be reached: ${reason}. Check DATABASE_URL.`, error)
}

const readFacts = async (pool: Pool, { url, log, waitMs = 10_000 }: OpenOptions) => {
  const deadline = Date.now() + waitMs
  for (let attempt = 0; ; attempt++) {
    try {
      const { rows } = await pool.query<{ version: string; encoding: string }>(
        `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
      )
      return { version: Math.floor(Number(rows[0]?.version) / 10_000), encoding: rows[0]?.encoding ?? '' }
    } catch (error) {
      if (!isConnectionTrouble(error) || Date.now() > deadline) throw unreachable(url, error)
      if (attempt === 0) log.info({ database: placeOf(url) }, 'waiting for the database')
      await pause(250)
    }
  }
}

const pingWithinMs = 2000

const pingDatabase = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: pingWithinMs, query_timeout: pingWithinMs })
  // one that is cut has told its query
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    void client.end().catch(() => {})
  }
}

/** Of a pool that people wait for: bigints, and limits of time, as everywhere. */
export const poolOptions = (url: string, { prepare, traces }: Pick<OpenOptions, 'prepare' | 'traces'>): Patient => {
  const settings = Object.entries(timeouts).map(([name, value]) => `-c ${name}=${value}`)
  const startup = prepare ? { options: settings.join(' ') } : {}
  return {
    connectionString: url,
    max: 10,
    types: { getTypeParser: parserOf },
    traces: traces ?? null,
    isNaming: prepare,
    ...startup,
  }
}

/** Opens the pools, waits for the server and checks its version. Throws an Error with one clear sentence. */
export const openDatabase = async (options: OpenOptions): Promise<Database> => {
  const { url, log } = options
  const { answerWithinMs: withinMs } = options
  const patience = withinMs ? { answerWithinMs: withinMs, connectionTimeoutMillis: withinMs } : {}
  const pool = openPool({ ...poolOptions(url, options), ...patience }, log)
  const direct = { connectionString: options.directUrl ?? url, max: 6 }
  const directPool = openPool({ ...direct, answerWithinMs: null }, log)
  const jobPool = openPool({ ...direct, ...patience }, log)
  const db = openKysely(pool)
  const close = async (): Promise<void> => {
    await Promise.all([db.destroy(), directPool.end(), jobPool.end()])
    // Kysely ends a pool only when it asked something itself
    if (!pool.ending) await pool.end()
  }
  try {
    const { version, encoding } = await readFacts(pool, options)
    if (version < lowestVersion) {
      throw makeStartError(`The database at ${placeOf(url)} is PostgreSQL ${version}; Wayfare needs ${lowestVersion} or later.`)
    }
    if (encoding !== 'UTF8') {
      throw makeStartError(`The database at ${placeOf(url)} keeps its texts in ${encoding}; Wayfare needs one created with UTF8.`)
    }
  } catch (error) {
    await close()
    throw error
  }
  const pools = (): PoolState[] =>
    Object.entries({ main: pool, direct: directPool, jobs: jobPool }).map(([name, one]) => ({
      name,
      total: one.totalCount,
      idle: one.idleCount,
      waiting: one.waitingCount,
    }))
  return { db, pools, directPool, jobPool, ping: () => pingDatabase(url), close }
}
