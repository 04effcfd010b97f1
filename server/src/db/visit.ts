// The installation's database for a command beside the server, whether or not the server runs meanwhile.
import { realpathSync } from 'node:fs'
import type { ClientBase } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import { claimDataDir } from './embedded-claim.ts'
import { setOldClusterAside, type OldCluster } from './embedded-major.ts'
import { startEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'
import { openDatabase, type Database } from './open.ts'

/** The data folder for us alone, or null when the server has it: then its database runs and is only visited. */
const claimIfFree = (dataDir: string) => {
  try {
    return claimDataDir(dataDir)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Another Wayfare server')) return null
    throw error
  }
}

/** Runs the work with the address of our own database; it is stopped again unless the server has it. */
const withEmbedded = async (config: Config, isOurs: boolean, work: (url: string) => Promise<void>): Promise<void> => {
  const options = { dataDir: realpathSync(config.dataDir), runAs: config.pgRunAs ?? undefined }
  const embedded = await startEmbedded({ ...options, log: (line) => console.log(line) })
  try {
    await work(embedded.url)
  } finally {
    if (isOurs) await embedded.stop()
  }
}

type SoleWork = (url: string, old: OldCluster | null) => Promise<void>

/** With a new cluster in the place of one of another major version of PostgreSQL, which comes back unless the work settles. */
const withNewCluster = async (config: Config, work: SoleWork): Promise<void> => {
  const old = setOldClusterAside(realpathSync(config.dataDir))
  try {
    await withEmbedded(config, true, (url) => work(url, old))
  } finally {
    old?.putBack()
  }
}

/**
 * Runs the work with the address of the database, past a pooler, while no server of this data folder runs; refuses otherwise. `replaces`: what
 * is there is to be replaced, also where our PostgreSQL cannot read it.
 */
export const runWithSoleDatabase = async (config: Config, work: SoleWork, { replaces = false } = {}): Promise<void> => {
  const claim = claimDataDir(config.dataDir)
  try {
    if (config.databaseUrl !== null) await work(config.databaseDirectUrl ?? config.databaseUrl, null)
    else if (replaces) await withNewCluster(config, work)
    else await withEmbedded(config, true, (url) => work(url, null))
  } finally {
    claim.release()
  }
}

type Visit = Pick<Parameters<typeof openDatabase>[0], 'url' | 'directUrl' | 'log'> & { config: Config }

/** Runs the work on the database at this address, at this version's schema. */
export const visitDatabaseAt = async <T>({ config, ...place }: Visit, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase({ ...place, prepare: config.dbPrepare })
  try {
    await migrateDatabase(database.directPool, place.log)
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Runs the work with the address of the installation's own database, which is started for it unless it runs already. */
export const reachDatabase = async (config: Config, work: (url: string) => Promise<void>): Promise<void> => {
  if (config.databaseUrl !== null) return work(config.databaseUrl)
  const claim = claimIfFree(config.dataDir)
  try {
    await withEmbedded(config, claim !== null, work)
  } finally {
    claim?.release()
  }
}

type Reach = (config: Config, work: (url: string) => Promise<void>) => Promise<void>

/** Runs the work over one connection to the installation's own database, past a pooler, whatever its schema is. */
export const reachByOneConnection = (
  config: Config,
  log: Log,
  work: (client: ClientBase) => Promise<void>,
  reach: Reach = reachDatabase,
): Promise<void> =>
  reach(config, async (url) => {
    const database = await openDatabase({ url, directUrl: config.databaseDirectUrl, prepare: config.dbPrepare, log })
    const client = await database.directPool.connect()
    try {
      await work(client)
    } finally {
      // it may be in the midst of a copy
      client.release(true)
      await database.close()
    }
  })

/** Runs the work on the installation's own database, at this version's schema. */
export const visitDatabase = (config: Config, log: Log, work: (database: Database) => Promise<void>): Promise<void> =>
  reachDatabase(config, (url) => visitDatabaseAt({ config, url, directUrl: config.databaseDirectUrl, log }, work))
