// The installation's database for a command beside the server, whether or not the server runs meanwhile.
import { realpathSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import { claimDataDir } from './embedded-claim.ts'
import { startEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Database } from './open.ts'

/** The data folder for us alone, or null when the server has it: then its database runs and is only visited. */
const claimIfFree = (dataDir: string) => {
  try {
    return claimDataDir(dataDir)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Another Wayfare server')) return null
    throw error
  }
}

/** Runs the work with the address of the database, which is started and stopped for it unless it runs already. */
const withDatabaseUrl = async (config: Config, work: (url: string) => Promise<void>): Promise<void> => {
  if (config.databaseUrl !== null) return work(config.databaseUrl)
  const claim = claimIfFree(config.dataDir)
  try {
    const embedded = await startEmbedded({
      dataDir: realpathSync(config.dataDir),
      runAs: config.pgRunAs ?? undefined,
      log: (line) => console.log(line),
    })
    try {
      await work(embedded.url)
    } finally {
      if (claim) await embedded.stop()
    }
  } finally {
    claim?.release()
  }
}

/** Runs the work with the address of the database, past a pooler, while no server of this data folder runs; refuses otherwise. */
export const runWithSoleDatabase = async (config: Config, work: (url: string) => Promise<void>): Promise<void> => {
  const claim = claimDataDir(config.dataDir)
  try {
    if (config.databaseUrl !== null) return await work(config.databaseDirectUrl ?? config.databaseUrl)
    const options = { dataDir: realpathSync(config.dataDir), runAs: config.pgRunAs ?? undefined }
    const embedded = await startEmbedded({ ...options, log: (line) => console.log(line) })
    try {
      await work(embedded.url)
    } finally {
      await embedded.stop()
    }
  } finally {
    claim.release()
  }
}

/** Runs the work on the database at this version's schema. */
export const visitDatabase = (config: Config, log: Log, work: (database: Database) => Promise<void>): Promise<void> =>
  withDatabaseUrl(config, async (url) => {
    const database = await openDatabase({ url, directUrl: config.databaseDirectUrl, prepare: config.dbPrepare, log })
    try {
      await migrateDatabase(database.directPool, log)
      await work(database)
    } finally {
      await database.close()
    }
  })
