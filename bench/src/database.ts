// The bench's own database on the embedded PostgreSQL: migrated, seeded, and removed afterwards. It waits for the disk, as an
// operator's does.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimDataDir } from '@wayfare/server/db/embedded-claim'
import { startEmbedded } from '@wayfare/server/db/embedded'
import { migrateDatabase } from '@wayfare/server/db/migrate'
import { openDatabase, type Database } from '@wayfare/server/db/open'
import { seedDatabase } from '@wayfare/server/db/seed'
import type { Log } from '@wayfare/server/deps'
import { Client } from 'pg'
import { cacheDir } from './city.ts'
import { readDatabaseCpuMs } from './cpu.ts'
import { rememberStop } from './leftovers.ts'
import { countingOff, countingOn, isProfiling } from './profile.ts'

/** Logs problems only. */
export const quietLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
}

export type BenchDatabase = {
  url: string
  open: () => Promise<Database>
  /** makes a second database with the same rows; nothing may be connected to the first meanwhile */
  copy: () => Promise<string>
  /** milliseconds of processor time of PostgreSQL so far */
  cpuMs: () => number
}

export const getDatabaseUrl = (adminUrl: string, name: string): string => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.toString()
}

export const runSql = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Opens a database that is closed with the leftovers, unless it is closed before. */
export const connectDatabase = async (url: string): Promise<Database> => {
  const database = await openDatabase({ url, prepare: true, log: quietLog })
  return { ...database, close: rememberStop(database.close) }
}

const names = { ours: 'bench_ours', peer: 'bench_peer' }
const drops = Object.values(names).map((name) => `drop database if exists ${name} with (force)`)

/** Reads the process id of the postmaster that runs on these files. */
const readPostmaster = (dataDir: string): number => {
  const [pid] = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}

/** For a profile, PostgreSQL has to record the time of each statement, which must be configured before it starts. */
const startCounting = async (dataDir: string): ReturnType<typeof startEmbedded> => {
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  if (!isProfiling()) return postgres
  await runSql(postgres.url, countingOn)
  await postgres.stop()
  return startEmbedded({ dataDir, log: () => {} })
}

/** Starts PostgreSQL and sets up an empty town. Only one bench at a time: each first removes what it finds. */
export const startDatabase = async (): Promise<BenchDatabase> => {
  const dataDir = join(cacheDir, 'database')
  mkdirSync(dataDir, { recursive: true })
  const claim = claimDataDir(dataDir)
  const postgres = await startCounting(dataDir)
  rememberStop(async () => {
    await runSql(postgres.url, ...drops, countingOff)
    await postgres.stop()
    claim.release()
  })
  const url = getDatabaseUrl(postgres.url, names.ours)
  await runSql(postgres.url, ...drops, `create database ${names.ours}`)
  const database = await connectDatabase(url)
  await migrateDatabase(database.directPool, quietLog)
  await seedDatabase(database.db, { demo: false })
  await database.close()
  const copy = async (): Promise<string> => {
    await runSql(postgres.url, `create database ${names.peer} template ${names.ours}`)
    return getDatabaseUrl(postgres.url, names.peer)
  }
  return { url, open: () => connectDatabase(url), copy, cpuMs: () => readDatabaseCpuMs(readPostmaster(dataDir)) }
}
